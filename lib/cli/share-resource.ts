import { parseArgs } from 'node:util';
import { runningProduct } from '@/lib/cli/database';
import { Refusal, runCommand } from '@/lib/cli/refusal';
import { readConfiguration } from '@/lib/configuration/configuration';
import { createPool } from '@/lib/database/pool';
import { keySchema } from '@/lib/engine/definition/primitives';
import { putResourceSchema } from '@/lib/resources/schema';

const usage = `Sets a capacity to which all organisations together keep; their resources may take part in it.

  npm run share-resource -- KEY --title TITLE [--at-once N] [--per-second N]

  It writes to the database of DATABASE_URL, else to that of the running product. Workers keep to it at once.`;

await runCommand(async () => {
  const { key, title, atOnce, perSecond } = options();
  const configuration = readConfiguration();
  const ownerUrl = configuration.databaseUrl ?? runningProduct(configuration).ownerUrl;
  const owner = createPool(ownerUrl, { application_name: 'interlock-share-resource' });
  try {
    await owner.query(
      `INSERT INTO shared_resources (key, title, at_once, per_second) VALUES ($1, $2, $3, $4)
       ON CONFLICT (key) DO UPDATE SET title = excluded.title, at_once = excluded.at_once, per_second = excluded.per_second`,
      [key, title, atOnce, perSecond],
    );
    console.log(`${title} is shared as ${key}.`);
    return 0;
  } finally {
    await owner.end();
  }
});

function options() {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: {
        title: { type: 'string' },
        'at-once': { type: 'string' },
        'per-second': { type: 'string' },
      },
    });
    const number = (text: string | undefined) => (text === undefined ? null : Number(text));
    const key = keySchema.parse(positionals[0]);
    const { title, atOnce, perSecond } = putResourceSchema.parse({
      title: values.title,
      atOnce: number(values['at-once']),
      perSecond: number(values['per-second']),
    });
    return { key, title, atOnce, perSecond };
  } catch {
    throw new Refusal(usage);
  }
}
