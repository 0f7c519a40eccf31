"""What Scripts/preview-check looks at, in a browser."""
