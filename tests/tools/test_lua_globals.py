import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

from planted import TOOLS

LUA = TOOLS.parent / "src" / "backend" / "redis" / "lua"
ALLOWED = {"redis", "cmsgpack", "cjson", "KEYS", "ARGV", "tonumber", "tostring", "ipairs", "pairs", "type", "unpack", "string",
           "table", "math"}


def scripts():
    """Each verb's whole script, by name."""
    with tempfile.TemporaryDirectory() as folder:
        out = pathlib.Path(folder) / "lua.hpp"
        subprocess.run([sys.executable, TOOLS / "embed_sql.py", "scripts", "--namespace", "x", "--out", out, LUA], check=True)
        return dict(re.findall(r'string_view (\w+) = R"sql\((.*?)\)sql";', out.read_text(encoding="utf-8"), re.S))


def unknown_globals(text):
    listing = subprocess.run(["luac5.1", "-l", "-p", "-"], input=text, capture_output=True, text=True, check=True).stdout
    return set(re.findall(r"[GS]ETGLOBAL\s.*; (\w+)", listing)) - ALLOWED


class Globals(unittest.TestCase):
    def test_no_script_uses_a_name_that_is_not_there(self):
        found = scripts()
        self.assertGreater(len(found), 50)
        for name, text in found.items():
            with self.subTest(script=name):
                self.assertEqual(unknown_globals(text), set())

    def test_a_misspelt_name_would_be_found(self):
        self.assertEqual(unknown_globals("local function f() return psoition end return f()"), {"psoition"})


if __name__ == "__main__":
    unittest.main()
