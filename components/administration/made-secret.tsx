import { Button } from '@/components/ui/button';
import { ShownOnce } from './shown-once';

/** What a form shows once it has made something with a secret: the secret, until it has been kept. */
export function MadeSecret({
  title,
  secret,
  kept,
  onKept,
}: {
  title: string;
  secret: string;
  /** The button's text. */
  kept: string;
  onKept: () => void;
}) {
  return (
    <div className="flex flex-col gap-4">
      <ShownOnce title={title} secret={secret} />
      <div className="flex justify-end">
        <Button variant="primary" onClick={onKept}>
          {kept}
        </Button>
      </div>
    </div>
  );
}
