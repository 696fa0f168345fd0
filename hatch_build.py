"""What building a wheel does beyond packing files: the client, and on request the compiled engine.

The client of web/ is built into the package, so that installing the wheel needs no Node. With RONDEL_COMPILE=1 in the
environment the kernel and the games are compiled with mypyc; the wheel then fits this platform and Python only.
An editable install does neither.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

sys.path.insert(0, str(Path(__file__).resolve().parent))

from tools import compile as mypyc
from tools import web


def wants_compiled() -> bool:
    return os.environ.get("RONDEL_COMPILE", "0") not in ("", "0")


class RondelBuildHook(BuildHookInterface[Any]):
    def dependencies(self) -> list[str]:
        needed = []
        if wants_compiled() and self.target_name == "wheel":
            needed += ["mypy[mypyc]>=2.4", "setuptools>=80"]
        if web.exists() and not web.is_built() and web.system_node() is None:
            needed.append(web.NODE_WHEEL)
        return needed

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if version == "editable":
            return
        try:
            web.build()
            if wants_compiled() and self.target_name == "wheel":
                compiled = mypyc.extensions()
                for path in compiled.rglob("*"):
                    if path.is_file():
                        build_data["force_include"][str(path)] = path.relative_to(compiled).as_posix()
                build_data["pure_python"] = False
                build_data["infer_tag"] = True
        except (web.ClientError, mypyc.CompileError) as error:
            self.app.abort(str(error))
