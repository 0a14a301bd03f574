"""What a meld may be, what it becomes, and what it is worth when it lies."""
