"""The parts of Scripts/import-judge and Scripts/import-check."""
