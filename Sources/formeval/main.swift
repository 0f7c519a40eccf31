print("formeval")
