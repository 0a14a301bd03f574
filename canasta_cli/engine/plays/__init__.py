"""What a turn may do: how it begins, what is laid, taken and discarded, and how it ends."""
