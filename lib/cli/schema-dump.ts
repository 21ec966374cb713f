import { writeFileSync } from 'node:fs';
import pg from 'pg';
import { runCommand } from '@/lib/cli/refusal';
import { withDatabase } from '@/lib/database/connection-string';
import { migrate } from '@/lib/database/migrate';
import { dumpSchema } from '@/lib/database/schema-dump';
import { scratchServer } from '@/lib/database/scratch';

const file = 'prisma/schema.sql';
const database = 'interlock_schema_dump';

/** `npm run schema:dump`: writes prisma/schema.sql from a database that the migrations have just made. */
await runCommand(async () => {
  const server = await scratchServer(undefined, false);
  try {
    const ownerUrl = withDatabase(server.ownerUrl, database);
    await withClient(server.ownerUrl, (client) => client.query(`CREATE DATABASE ${database}`));
    await migrate({ ownerUrl, secret: 'of no use after this' });
    writeFileSync(file, await withClient(ownerUrl, dumpSchema));
    console.log(`${file} written.`);
  } finally {
    await server.stop();
  }
});

async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
