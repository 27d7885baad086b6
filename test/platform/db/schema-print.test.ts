// The printed schema is complete for our tables, and the same every time.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from '../../../src/platform/db/database.ts';
import { emptyDatabase, testDatabase } from '../../support/database.ts';
import { printSchema } from '../../support/docs/schema-print.ts';

test('prints each kind of object that a migration can create', async () => {
  const { database } = await emptyDatabase();
  await database.pool.query(`
    CREATE DOMAIN colour AS text CHECK (value IN ('red', 'blue'));
    CREATE TYPE size AS ENUM ('small', 'large');
    CREATE TABLE zoo (id integer PRIMARY KEY);
    CREATE TABLE doors (
      id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      zoo_id integer NOT NULL REFERENCES zoo ON DELETE CASCADE,
      paint colour DEFAULT 'red',
      size size NOT NULL,
      area numeric(6, 2) GENERATED ALWAYS AS (1.5) STORED,
      "Odd name" text COLLATE "C",
      UNIQUE (zoo_id, id),
      CHECK (id > 0)
    );
    COMMENT ON TABLE doors IS 'What''s closed';
    COMMENT ON COLUMN doors.paint IS 'as seen from outside';
    CREATE INDEX red_doors ON doors (zoo_id) WHERE paint = 'red';
    CREATE FUNCTION slam() RETURNS trigger LANGUAGE plpgsql AS $$begin return null; end$$;
    CREATE TRIGGER doors_slam AFTER UPDATE ON doors FOR EACH ROW EXECUTE FUNCTION slam();
    CREATE VIEW open_doors AS SELECT id FROM doors;
    COMMENT ON VIEW open_doors IS 'Nobody knocks';
    CREATE SCHEMA elsewhere; CREATE TABLE elsewhere.unseen ();
  `);
  assert.equal(
    await printSchema(database),
    `-- Printed from the catalog after every migration; do not edit.

CREATE DOMAIN colour AS text CONSTRAINT colour_check CHECK ((VALUE = ANY (ARRAY['red'::text, 'blue'::text])));

CREATE TYPE size AS ENUM ('small', 'large');

CREATE TABLE doors (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  zoo_id integer NOT NULL,
  paint colour DEFAULT 'red'::text,
  size size NOT NULL,
  area numeric(6,2) GENERATED ALWAYS AS (1.5) STORED,
  "Odd name" text COLLATE "C",
  CONSTRAINT doors_pkey PRIMARY KEY (id),
  CONSTRAINT doors_zoo_id_id_key UNIQUE (zoo_id, id),
  CONSTRAINT doors_id_check CHECK ((id > 0)),
  CONSTRAINT doors_zoo_id_fkey FOREIGN KEY (zoo_id) REFERENCES zoo(id) ON DELETE CASCADE
);
COMMENT ON TABLE doors IS 'What''s closed';
COMMENT ON COLUMN doors.paint IS 'as seen from outside';
CREATE INDEX red_doors ON public.doors USING btree (zoo_id) WHERE ((paint)::text = 'red'::text);
CREATE TRIGGER doors_slam AFTER UPDATE ON public.doors FOR EACH ROW EXECUTE FUNCTION slam();

CREATE TABLE zoo (
  id integer NOT NULL,
  CONSTRAINT zoo_pkey PRIMARY KEY (id)
);

CREATE VIEW open_doors AS
 SELECT id
   FROM doors;
COMMENT ON VIEW open_doors IS 'Nobody knocks';

CREATE OR REPLACE FUNCTION public.slam()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$begin return null; end$function$;
`,
  );
});

test('each table and view has a comment that says what a row is', async () => {
  const { database } = await testDatabase();
  const bare = await database.rows(sql`
    SELECT relname FROM pg_class
    WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'v') AND obj_description(oid, 'pg_class') IS NULL`);
  assert.deepEqual(bare, []);
});

test('prints the same for two databases with the same migrations, and nothing of the job library', async () => {
  const [one, two] = [await testDatabase(), await testDatabase()];
  await two.database.run(sql`DROP TABLE IF EXISTS never_there`);
  const printed = await printSchema(one.database);
  assert.equal(printed, await printSchema(two.database));
  assert.match(printed, /CREATE TABLE accounts/);
  assert.doesNotMatch(printed, /graphile_worker|_private_jobs/);
});
