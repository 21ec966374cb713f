import type pg from 'pg';

/**
 * Drops a database and its app role, if they are there. Sessions that are left are ended; an owner who may not end
 * other roles' sessions waits for them instead (PostgreSQL gives them five seconds a try).
 */
export async function dropDatabase(client: pg.Client, name: string, role: string): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      const force = tries === 1 ? ' with (force)' : '';
      await client.query(`drop database if exists ${client.escapeIdentifier(name)}${force}`);
      break;
    } catch (error) {
      // 42501: sessions of another role; 55006: sessions are left.
      if (tries === 4 || !['42501', '55006'].includes(String((error as { code?: string }).code))) throw error;
    }
  }
  await client.query(`drop role if exists ${client.escapeIdentifier(role)}`);
}
