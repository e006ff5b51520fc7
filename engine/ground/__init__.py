"""The computer under the program: folders, files replaced whole, locks, faults for a user."""
