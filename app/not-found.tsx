import { NothingHere } from '@/components/shell/nothing-here';

/** An address that no page has. */
export default function NotFound() {
  return (
    <main>
      <NothingHere />
    </main>
  );
}
