"""No SQL text is assembled from input: what the checker must find, and what it must leave alone."""

import unittest

from planted import check

FUNCTIONS = "src/backend/postgres/functions/x.sql"
CPP = "src/backend/postgres/x.cpp"

# file, its text
ASSEMBLED = [
    (FUNCTIONS, "-- x.sql: safe.\nEXECUTE 'SELECT ' || name;\n"),
    (FUNCTIONS, "-- x.sql: safe.\nexecute command;\n"),
    (FUNCTIONS, "-- x.sql: safe.\nRETURN format('%s', name);\n"),
    (FUNCTIONS, "-- x.sql: safe.\nRETURN 'DELETE FROM ' || quote_ident(name);\n"),
    (FUNCTIONS, "-- x.sql: safe.\nRETURN QUERY EXECUTE command USING a;\n"),
    ("src/backend/postgres/schema/0001_x.sql", "-- x.sql: safe.\nDO $$ BEGIN EXECUTE format('DROP TABLE %I', name); END $$;\n"),
    ("src/backend/postgres/sql/x.sql",
     "-- x.sql: safe.\nDO $$ BEGIN EXECUTE pg_catalog.format('LISTEN %I', pg_catalog.current_setting('baton.channel')); END $$\n"),
    ("src/backend/postgres/sql/session.sql", "-- session.sql: safe.\nDO $$ BEGIN EXECUTE pg_catalog.format('LISTEN %s', a); END $$\n"),
    (CPP, 'run("CREATE SCHEMA " + name);\n'),
    (CPP, 'run(std::string("DROP SCHEMA ") + name + " CASCADE");\n'),
    (CPP, 'run(fmt::format("LISTEN {}", channel));\n'),
    (CPP, 'run(fmt::format("SET LOCAL statement_timeout = {}", limit));\n'),
    (CPP, 'text += "ALTER TABLE t ";\n'),
    (CPP, 'out << "NOTIFY " << channel;\n'),
    (CPP, 'run("SELECT a FROM t WHERE b = \'" + b + "\'");\n'),
    (CPP, "run(std::string(sql::find) + filter);\n"),
]

CONSTANT = [
    (FUNCTIONS, "-- x.sql: safe. No EXECUTE, no format() here.\nSELECT 1; -- EXECUTE nothing\n"),
    (FUNCTIONS, "-- x.sql: safe.\nCREATE TRIGGER t AFTER INSERT ON a EXECUTE FUNCTION b();\n"),
    (FUNCTIONS, "-- x.sql: safe.\nSELECT information, reformat FROM t;\n"),
    ("src/backend/postgres/sql/session.sql",
     "-- session.sql: safe.\nDO $$ BEGIN EXECUTE pg_catalog.format('LISTEN %I', pg_catalog.current_setting('baton.channel')); END $$\n"),
    (CPP, 'run("SET LOCAL synchronous_commit = on");\n'),
    (CPP, "run(schema.in(sql::find));\n"),
    (CPP, 'fail("cannot CREATE it: " + why);\n'),
]


class SqlText(unittest.TestCase):
    def test_finds_what_is_assembled(self):
        for file, text in ASSEMBLED:
            with self.subTest(file=file, text=text):
                found = check("check_style", {file: text})
                self.assertTrue(found, "nothing was found")
                self.assertTrue(all(line.startswith(f"{file}:") for line in found), found)
                self.assertTrue(any("SQL" in line for line in found), found)

    def test_leaves_constant_text_alone(self):
        for file, text in CONSTANT:
            with self.subTest(file=file, text=text):
                self.assertEqual(check("check_style", {file: text}), [])


if __name__ == "__main__":
    unittest.main()
