import type { Pool } from 'pg';
import { runningProduct } from '@/lib/cli/database';
import { runCommand } from '@/lib/cli/refusal';
import { readConfiguration } from '@/lib/configuration/configuration';
import { createPool } from '@/lib/database/pool';
import { contentHashOf } from '@/lib/definitions/content-hash';
import { demoDefinitions } from '@/lib/demo/demo-definitions';
import { historyEvent, readHistory } from '@/lib/runtime/history';
import { loadInstance, loadWholeSnapshot } from '@/lib/runtime/snapshot';
import {
  type RecordedInstance,
  type Recording,
  readRecordings,
  writeRecording,
} from '@/lib/testing/recorded/recording';

/**
 * `npm run record-histories`: records, for each process of the demo whose present version has no recording yet, the
 * longest history of each status from the running demo. The recordings belong into the repository: the tests run every
 * one of them through later code.
 */
await runCommand(async () => {
  const owner = createPool(runningProduct(readConfiguration()).ownerUrl);
  try {
    const known = new Set([...readRecordings().values()].map(({ contentHash }) => contentHash));
    for (const definition of demoDefinitions) {
      const contentHash = contentHashOf(definition);
      if (known.has(contentHash)) continue;
      const { instances, rules } = await record(owner, contentHash);
      const recordedOn = new Date().toISOString().slice(0, 10);
      const file = writeRecording({ contentHash, recordedOn, definition, rules, instances });
      console.log(`${file}: ${instances.length} instances`);
    }
    return 0;
  } finally {
    await owner.end();
  }
});

async function record(
  owner: Pool,
  contentHash: string,
): Promise<{ instances: RecordedInstance[]; rules: Recording['rules'] }> {
  const { rows } = await owner.query<{ tenant: string; id: string }>(
    `SELECT DISTINCT ON (i.status) i.tenant_id AS tenant, i.id FROM instances i
     JOIN definition_versions v ON v.tenant_id = i.tenant_id AND v.id = i.definition_version_id
     WHERE v.content_hash = $1 ORDER BY i.status, i.version DESC`,
    [contentHash],
  );
  const instances: RecordedInstance[] = [];
  let rules: Recording['rules'] = {};
  for (const { tenant, id } of rows) {
    const loaded = await loadInstance(owner, tenant, id);
    const snapshot = await loadWholeSnapshot(owner, tenant, id);
    if (!loaded || !snapshot) continue;
    rules = loaded.environment.rules;
    instances.push({ snapshot, events: (await readHistory(owner, tenant, id)).map(historyEvent) });
  }
  return { instances, rules };
}
