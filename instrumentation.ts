/**
 * Next.js calls this once when the server starts, and answers nothing before it is through: makes known which functions and activity
 * types definitions may name, and pays what the first page would pay.
 */
export async function register(): Promise<void> {
  if (process.env['NEXT_RUNTIME'] !== 'nodejs') return;
  const [{ configuration }, { registerFunctions }, { loadPlugins }, { demoFunctions }, { warmDatabase }] =
    await Promise.all([
      import('@/lib/configuration/configuration'),
      import('@/lib/runtime/activities/functions'),
      import('@/lib/runtime/activities/load-plugins'),
      import('@/lib/demo/functions'),
      import('@/lib/database/warm'),
    ]);
  // As the worker does: a definition may name what a worker of this product can run.
  if (configuration().demo) registerFunctions(demoFunctions);
  // A database that is away is told by /api/health, and used as soon as it is back.
  await Promise.all([loadPlugins(configuration().plugins), warmDatabase().catch(() => undefined)]);
}
