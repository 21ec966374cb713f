/** Milliseconds until code that could not be loaded is asked for again. */
const again = 2_000;
/** Failures of a server that answers: then it does not have this code any more, as after a release. */
const most = 3;

/**
 * Loads code of the product that is needed now. While the server is away it is asked for again and again: who waits for it
 * sees its place, not an error in the place of all that is open. @throws when the server answers and does not have it
 */
export async function loadCode<T>(load: () => Promise<T>): Promise<T> {
  for (let failures = 0; ;) {
    try {
      return await load();
    } catch (error) {
      const answer = await fetch('/api/health', { cache: 'no-store' }).catch(() => null);
      if (answer !== null) failures += 1;
      if (failures >= most) throw error;
      await new Promise((resolve) => setTimeout(resolve, again));
    }
  }
}
