"""The command line: one command a verb, each a few lines over the library function of the same name.

Importing this module loads click alone; each command loads what it needs when it runs.
"""

import io
import os
import sys
from typing import Any

import click

from kg import faults
from kg.cli import asking, making, measuring, serving
from kg.errors import KgError

_EPILOG = """\b
A first tour:
  kg build seeds -o out                                 lists to a graph folder
  kg stats out                                          what it holds
  kg query out papers-evaluating-on concept=MMLU        rows of a library query
  kg explain out PRIMO MIMIC-III                        the sentence behind an edge
  kg view out --around "federated learning"             a picture
  kg export out --to ttl -o out.ttl                     files for others

Papers and concepts are named by id, name or alias. Tables are for people;
--json, --jsonl and --csv give the same rows to programs.
"""


class _Group(click.Group):
    """A group that shows a KgError as one line and lists its commands in the order of use."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        del ctx
        return list(self.commands)

    def invoke(self, ctx: click.Context) -> Any:
        for stream in (sys.stdout, sys.stderr):
            if isinstance(stream, io.TextIOWrapper):
                # Where the locale can't write a character, its escape is better than a trace.
                stream.reconfigure(errors="backslashreplace")
        try:
            result = super().invoke(ctx)
            sys.stdout.flush()  # here, and not when Python ends, it can be said if that fails
        except KgError as error:
            click.echo(f"kg: {one_line(str(error))}", err=True)
            ctx.exit(1)
        except KeyboardInterrupt:
            click.echo("kg: stopped; what was extracted is kept: the same command goes on from here", err=True)
            ctx.exit(130)
        except BrokenPipeError:
            # The reader of our output (head, less) has gone: nothing more to say, and Python may not try.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            ctx.exit(0)
        except OSError as error:
            if error.errno not in faults.OF_THE_SYSTEM:
                raise
            what = f"{error.filename or 'the output'}: {error.strerror}"
            click.echo(f"kg: {one_line(what)}; mend that and run the same command again", err=True)
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            ctx.exit(1)
        else:
            return result


def one_line(message: str) -> str:
    """Return a message fit for one line of a terminal, whatever text from a paper is in it."""
    from kg.text import printable

    return printable(" ".join(message.split()))


@click.group(
    cls=_Group, epilog=_EPILOG, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100}
)
@click.version_option(package_name="kg", prog_name="kg")
def main() -> None:
    """Build a knowledge graph from lists of machine-learning paper abstracts and ask it questions.

    Each edge says how a paper relates to a method, model, dataset, benchmark, task or metric, and shows the
    sentence that says so. Everything runs on this machine, without a network.
    """


for _command in (*making.COMMANDS, *asking.COMMANDS, *measuring.COMMANDS, *serving.COMMANDS):
    main.add_command(_command)
