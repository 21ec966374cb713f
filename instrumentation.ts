/** Next.js calls this once when the server starts: makes known which functions definitions may name. */
export async function register(): Promise<void> {
  if (process.env['NEXT_RUNTIME'] !== 'nodejs') return;
  const [{ registerFunctions }, { demoFunctions }] = await Promise.all([
    import('@/lib/runtime/activities/functions'),
    import('@/lib/demo/functions'),
  ]);
  registerFunctions(demoFunctions);
}
