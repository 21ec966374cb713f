/** Next.js calls this once when the server starts: makes known which functions and activity types definitions may name. */
export async function register(): Promise<void> {
  if (process.env['NEXT_RUNTIME'] !== 'nodejs') return;
  const [{ configuration }, { registerFunctions }, { loadPlugins }, { demoFunctions }] = await Promise.all([
    import('@/lib/configuration/configuration'),
    import('@/lib/runtime/activities/functions'),
    import('@/lib/runtime/activities/load-plugins'),
    import('@/lib/demo/functions'),
  ]);
  // As the worker does: a definition may name what a worker of this product can run.
  if (configuration().demo) registerFunctions(demoFunctions);
  await loadPlugins(configuration().plugins);
}
