import { NothingHere } from '@/components/shell/nothing-here';
import { signedIn } from './_components/signed-in';

/** An address that no page has. */
export default async function NotFound() {
  return (
    <main>
      <NothingHere account={await signedIn()} />
    </main>
  );
}
