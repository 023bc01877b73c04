"""`python -m kg` is `kg`."""

from kg.cli import main

if __name__ == "__main__":
    main(prog_name="kg")
