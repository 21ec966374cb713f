import { signedIn } from '@/app/_components/signed-in';
import { NothingHere } from '@/components/shell/nothing-here';

/** Something that is not there, or not for this person; the frame around it stays. */
export default async function NotFound() {
  return <NothingHere account={await signedIn()} />;
}
