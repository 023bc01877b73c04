"""What pyproject.toml can't say: the wheel carries the folders `queries/` and `schema/` inside the package.

They stand at the top of the project, where people read them; installed they are `kg/_queries` and
`kg/_schema`. An editable install reads them where they stand.
"""

import shutil
from pathlib import Path

from setuptools import setup
from setuptools.command.build_py import build_py

FOLDERS = {"queries": "_queries", "schema": "_schema"}


class BuildWithFolders(build_py):
    """Builds the package, then copies the folders into it."""

    def run(self) -> None:
        """Build as usual, and copy unless the install is editable."""
        super().run()
        if not self.editable_mode:
            for source, target in FOLDERS.items():
                folder = Path(self.build_lib, "kg", target)
                shutil.rmtree(folder, ignore_errors=True)
                shutil.copytree(source, folder)

    def get_outputs(self, include_bytecode: bool = True) -> list[str]:
        """Return the built files, ours among them, so that an uninstall takes them away."""
        copied = (path for target in FOLDERS.values() for path in Path(self.build_lib, "kg", target).rglob("*"))
        return [*super().get_outputs(include_bytecode), *(str(path) for path in copied if path.is_file())]


setup(cmdclass={"build_py": BuildWithFolders})
