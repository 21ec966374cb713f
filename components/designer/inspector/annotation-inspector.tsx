'use client';

import { useTranslations } from 'next-intl';
import { setMember } from '@/components/designer/document/annotations';
import { act, useDesignerStore, useDocument } from '@/components/designer/store';
import { Checkbox } from '@/components/ui/checkbox';
import { pointer } from '@/lib/engine/definition/pointer';
import { type Annotation, annotationSchema, type GroupAnnotation } from '@/lib/engine/definition/schema';
import { Fields } from './object-setting';
import { useReadOnly } from './setting';
import { fieldsOf } from './setting-shape';
import { ChoiceSetting } from './text-settings';

const [noteSchema, groupSchema] = annotationSchema.options;

/** The words of a note and what it is about, or the name of a group and its steps. */
export function AnnotationInspector({ annotationKey }: { annotationKey: string }) {
  const { definition } = useDocument();
  const index = definition.annotations?.findIndex(({ key }) => key === annotationKey) ?? -1;
  const annotation = definition.annotations?.[index];
  if (!annotation) return null;
  const path = ['annotations', index];
  return annotation.type === 'NOTE' ? (
    <NoteSettings path={path} note={annotation} />
  ) : (
    <>
      <Fields path={path} schema={groupSchema} value={annotation} only={['name']} />
      <Members path={[...path, 'steps']} group={annotation} />
    </>
  );
}

function NoteSettings({
  path,
  note,
}: {
  path: (string | number)[];
  note: Extract<Annotation, { type: 'NOTE' }>;
}) {
  const t = useTranslations('designer');
  const { definition } = useDocument();
  const { schema } = fieldsOf(noteSchema).find(({ name }) => name === 'about')!;
  return (
    <>
      <Fields path={path} schema={noteSchema} value={note} only={['text']} />
      <ChoiceSetting
        name="about"
        path={[...path, 'about']}
        schema={schema}
        optional
        value={note.about}
        options={definition.steps.map(({ key, name }) => ({ value: key, label: name ?? key }))}
        none={t('annotations.aboutNothing')}
      />
    </>
  );
}

/** The steps of a group, ticked among all. The last one stays: a frame needs something to stand around. */
function Members({ path, group }: { path: (string | number)[]; group: GroupAnnotation }) {
  const t = useTranslations('designer.annotations');
  const store = useDesignerStore();
  const readOnly = useReadOnly();
  const { definition } = useDocument();
  return (
    <fieldset data-setting={pointer(path)} className="min-w-0">
      <legend className="mb-1.5 text-sm font-medium">{t('members')}</legend>
      <div className="grid gap-y-1.5 rounded-md border border-line bg-sunken p-2.5">
        {definition.steps.map(({ key, name }) => {
          const member = group.steps.includes(key);
          return (
            <Checkbox
              key={key}
              label={name ?? key}
              checked={member}
              readOnly={readOnly || (member && group.steps.length === 1)}
              onCheckedChange={(ticked) => act(store, setMember(group.key, key, ticked))}
            />
          );
        })}
      </div>
    </fieldset>
  );
}
