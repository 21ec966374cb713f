import { TextLink } from '@/components/ui/text-link';
import type { Relative } from '@/lib/instances/relatives-schema';

/** An instance around another one, named by its process and its subject. */
export function RelativeLink({ instance }: { instance: Pick<Relative, 'id' | 'definition' | 'subject'> }) {
  return (
    <TextLink href={`/instances/${instance.id}`}>
      {instance.definition.name} {instance.subject.id}
    </TextLink>
  );
}
