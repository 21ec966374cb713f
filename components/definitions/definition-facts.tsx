import { useFormatter, useTranslations } from 'next-intl';
import { wordsOfKey } from '@/components/instances/words';
import { DescriptionList } from '@/components/ui/description-list';
import type { Definition } from '@/lib/engine/definition/schema';
import { useDurationWords } from './duration-words';

/** What a definition says of the process as a whole. */
export function DefinitionFacts({ definition }: { definition: Definition }) {
  const t = useTranslations('definitions.facts');
  const format = useFormatter();
  const duration = useDurationWords();
  const { subject, startableBy, maxAge, facts } = definition;
  return (
    <DescriptionList
      items={[
        {
          label: t('subject'),
          value: subject.unique
            ? t('subjectUnique', { type: subject.type })
            : t('subjectAny', { type: subject.type }),
        },
        {
          label: t('startableBy'),
          value: startableBy?.length
            ? format.list(startableBy.map(wordsOfKey), { type: 'disjunction' })
            : t('nobody'),
        },
        ...(maxAge ? [{ label: t('maxAge'), value: duration(maxAge) }] : []),
        ...(facts?.length
          ? [{ label: t('facts'), value: format.list(facts.map(({ label }) => label)) }]
          : []),
      ]}
    />
  );
}
