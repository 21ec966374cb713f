import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { dumpSchema } from '@/lib/database/schema-dump';
import { type TestDatabase, createTestDatabase } from '@/lib/testing/database';

const folder = 'prisma/functions';
const files = readdirSync(folder).sort();

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

describe('prisma/functions', () => {
  test('has every function of the schema, one a file named after it, and no other', async () => {
    const { rows } = await database.owner.query<{ name: string }>(
      `SELECT p.proname AS name FROM pg_proc p WHERE p.pronamespace = 'public'::regnamespace
         AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.objid = p.oid AND d.deptype = 'e') ORDER BY 1`,
    );

    expect(rows.map(({ name }) => `${name}.sql`).sort()).toEqual(files);
  });

  test.each(files)('%s is what the migrations made', async (file) => {
    const name = path.basename(file, '.sql');
    const client = await database.owner.connect();
    const read = async () => {
      const { rows } = await client.query<{ text: string }>(
        `SELECT pg_get_functiondef(oid) AS text FROM pg_proc WHERE pronamespace = 'public'::regnamespace AND proname = $1`,
        [name],
      );
      return rows.map(({ text }) => text);
    };
    try {
      const migrated = await read();
      await client.query('BEGIN');
      await client.query(readFileSync(path.join(folder, file), 'utf8'));
      const today = await read();

      expect(today).toHaveLength(1);
      expect(migrated).toEqual(today);
    } finally {
      await client.query('ROLLBACK');
      client.release();
    }
  });
});

test('prisma/schema.sql is the migrated database (npm run schema:dump writes it)', async () => {
  const client = await database.owner.connect();
  try {
    expect(await dumpSchema(client)).toBe(readFileSync('prisma/schema.sql', 'utf8'));
  } finally {
    client.release();
  }
});
