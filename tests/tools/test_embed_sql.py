import pathlib
import subprocess
import sys
import tempfile
import unittest

from planted import TOOLS, write_tree


def embed(mode, files):
    """Returns (exit status, header or complaint)."""
    with tempfile.TemporaryDirectory() as root:
        write_tree(root, {f"sql/{name}": text for name, text in files.items()})
        out = pathlib.Path(root) / "deep" / "sql.hpp"
        run = subprocess.run([sys.executable, TOOLS / "embed_sql.py", mode, "--namespace", "baton::x::sql", "--out", out,
                              pathlib.Path(root) / "sql"], capture_output=True, text=True, check=False)
        return run.returncode, out.read_text(encoding="utf-8") if run.returncode == 0 else run.stderr


class Statements(unittest.TestCase):
    def assert_refused(self, files, why):
        status, complaint = embed("statements", files)
        self.assertNotEqual(status, 0)
        self.assertIn(why, complaint)

    def test_a_file_without_names_is_one_statement(self):
        status, header = embed("statements", {"peek.sql": "-- peek.sql: reads only.\n-- More.\n\nSELECT 1\n-- why\nFROM t;\n\n"})
        self.assertEqual(status, 0)
        self.assertIn('inline constexpr std::string_view peek = R"sql(SELECT 1\n-- why\nFROM t;)sql";', header)
        self.assertIn("namespace baton::x::sql {", header)

    def test_named_statements_carry_the_name_of_the_file(self):
        _, header = embed("statements", {"claim.sql": "-- safe: why\n-- name: pick\nSELECT 1;\n\n-- name: take\n-- then\nDELETE FROM t;\n"})
        self.assertIn('claim_pick = R"sql(SELECT 1;)sql";', header)
        self.assertIn('claim_take = R"sql(DELETE FROM t;)sql";', header)

    def test_lua_is_embedded_too(self):
        _, header = embed("statements", {"beat.lua": "-- safe: why\nreturn redis.call('GET', KEYS[1])\n"})
        self.assertIn("beat = R\"sql(return redis.call('GET', KEYS[1]))sql\";", header)

    def test_a_keyword_gets_an_underscore(self):
        _, header = embed("statements", {"register.sql": "-- safe: why\nSELECT 1;\n"})
        self.assertIn("string_view register_ = ", header)

    def test_refuses_what_breaks_the_rules(self):
        self.assert_refused({"a.sql": "SELECT 1;\n"}, "first line")
        self.assert_refused({"a.sql": "-- name: pick\nSELECT 1;\n"}, "first line")
        self.assert_refused({"a.sql": ""}, "first line")
        self.assert_refused({"a.sql": "-- safe: why\n"}, "no statement")
        self.assert_refused({"a.sql": "-- safe: why\n-- name: b\n-- name: c\nSELECT 1;\n"}, "b holds no statement")
        self.assert_refused({"a.sql": "-- safe: why\nSELECT 0;\n-- name: b\nSELECT 1;\n"}, "before the first")
        self.assert_refused({"a.sql": "-- safe: why\n-- name: b\nSELECT 1;\n-- name: b\nSELECT 2;\n"}, "a_b is also in")
        self.assert_refused({"a.sql": "-- safe: why\n-- name: b\nSELECT 1;\n", "a_b.sql": "-- safe: why\nSELECT 2;\n"}, "also in")
        self.assert_refused({"a.sql": "-- safe: why\nSELECT ')sql\"';\n"}, "end mark")
        self.assert_refused({"Big-Name.sql": "-- safe: why\nSELECT 1;\n"}, "lower_case")


class Scripts(unittest.TestCase):
    LIB = {"lib/step.lua": "-- step.lua: the clock.\nlocal now = 1\n",
           "lib/log.lua": "-- log.lua: the stream.\n-- uses: step\nlocal function append() return now end\n"}

    def test_fragments_stand_once_and_before_what_uses_them(self):
        status, header = embed("scripts", {**self.LIB, "beat.lua": "-- beat.lua: one hash.\n-- uses: log step\nreturn append()\n"})
        self.assertEqual(status, 0, header)
        self.assertIn('beat = R"sql(local now = 1\nlocal function append() return now end\nreturn append())sql";', header)
        self.assertIn('{"beat", beat},', header)

    def test_a_keyword_keeps_its_name_in_the_list(self):
        _, header = embed("scripts", {"register.lua": "-- register.lua: safe.\nreturn 1\n"})
        self.assertIn('{"register", register_},', header)

    def test_a_first_line_that_names_another_file_is_refused(self):
        status, complaint = embed("scripts", {"beat.lua": "-- claim.lua: copied.\nreturn 1\n"})
        self.assertNotEqual(status, 0)
        self.assertIn("the first line must be a comment", complaint)

    def test_a_fragment_that_is_not_there_is_refused(self):
        status, complaint = embed("scripts", {"beat.lua": "-- beat.lua: safe.\n-- uses: nothing\nreturn 1\n"})
        self.assertNotEqual(status, 0)
        self.assertIn("nothing.lua", complaint)


class Migrations(unittest.TestCase):
    def test_are_an_array_in_order(self):
        status, header = embed("migrations", {"0002_more.sql": "-- b\nSELECT 2;\n", "0001_start.sql": "-- a\nSELECT 1;\n"})
        self.assertEqual(status, 0)
        self.assertIn("std::array<Migration, 2> migrations", header)
        self.assertLess(header.index('{1, "start", R"sql(-- a\nSELECT 1;\n)sql"}'), header.index('{2, "more", '))

    def test_a_gap_or_another_name_is_refused(self):
        for name in ("0002_start.sql", "start.sql", "1_start.sql"):
            with self.subTest(name=name):
                status, complaint = embed("migrations", {name: "-- a\nSELECT 1;\n"})
                self.assertNotEqual(status, 0)
                self.assertIn("0001_name", complaint)


if __name__ == "__main__":
    unittest.main()
