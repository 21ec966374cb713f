import { PrismaPg } from '@prisma/adapter-pg';
import { type Prisma, PrismaClient } from '@/lib/database/generated/client';
import { appPool } from '@/lib/database/pool';

/** A client inside one transaction of one tenant. */
export type TenantTransaction = Prisma.TransactionClient;

const shared = globalThis as typeof globalThis & { interlockClient?: PrismaClient };

/**
 * A client whose every operation sees one tenant's rows only: each runs in a transaction of its own that first names
 * the tenant to row-level security. Several reads that belong together take one `inTenant` instead.
 */
export function forTenant(tenantId: string) {
  const prisma = client();
  return prisma.$extends({
    query: {
      async $allOperations({ args, query }) {
        const [, result] = await prisma.$transaction([nameTenant(prisma, tenantId), query(args)]);
        return result as unknown;
      },
    },
  });
}

/**
 * Runs several reads or writes of one tenant in one transaction.
 * @param work gets the transaction's client; what it throws rolls the transaction back
 */
export async function inTenant<T>(tenantId: string, work: (tx: TenantTransaction) => Promise<T>): Promise<T> {
  return client().$transaction(async (tx) => {
    await nameTenant(tx, tenantId);
    return work(tx);
  });
}

/** Ends the client's use of the pool; the pool itself belongs to the process. */
export async function disconnectClient(): Promise<void> {
  await shared.interlockClient?.$disconnect();
  shared.interlockClient = undefined;
}

/** Local to the transaction (`true`), so a pooled connection never carries a tenant into the next one. */
function nameTenant(prisma: Prisma.TransactionClient, tenantId: string) {
  return prisma.$executeRaw`select set_config('interlock.tenant_id', ${tenantId}, true)`;
}

function client(): PrismaClient {
  shared.interlockClient ??= new PrismaClient({
    adapter: new PrismaPg(appPool(), { onPoolError: () => undefined, onConnectionError: () => undefined }),
    // Milliseconds: how long a transaction waits for a connection of a busy pool, and how long it may then take.
    transactionOptions: { maxWait: 10_000, timeout: 30_000 },
  });
  return shared.interlockClient;
}
