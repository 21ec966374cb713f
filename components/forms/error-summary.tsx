'use client';

import type { ErrorListProps, ErrorSchema } from '@rjsf/utils';
import { useTranslations } from 'next-intl';
import { Banner } from '@/components/ui/banner';
import type { JsonObject } from '@/lib/engine/json';
import { frameId } from './field-template';
import { focusFirstControl } from './focus-field';
import { type FieldPath, titleAt } from './places';

/** What is wrong, in the order of the fields, each a way to its field; announced when it appears. */
export function ErrorSummary({ errorSchema, registry, schema }: ErrorListProps) {
  const t = useTranslations('forms');
  const { idPrefix, idSeparator } = registry.globalFormOptions;
  const wrong = flatten(errorSchema, []);
  if (wrong.length === 0) return null;
  const single = wrong.length === 1;
  return (
    <Banner
      tone="danger"
      live
      title={t('summary', { count: wrong.length })}
      // One wrong field has the focus already; the sentence is for those who cannot see it.
      className={single ? 'sr-only' : 'mt-5'}
    >
      <ul className="mt-1 flex flex-col gap-0.5">
        {wrong.map(({ path, message }) => (
          <li key={path.join('/')}>
            <button
              type="button"
              tabIndex={single ? -1 : undefined}
              onClick={() =>
                focusFirstControl(document.getElementById(frameId([idPrefix, ...path].join(idSeparator))))
              }
              className="rounded-sm text-left underline decoration-danger-line underline-offset-3 hover:decoration-current pointer-coarse:py-1.5"
            >
              {path.length > 0 ? `${titleAt(schema as JsonObject, path)}: ` : null}
              {message}
            </button>
          </li>
        ))}
      </ul>
    </Banner>
  );
}

type Wrong = { readonly path: FieldPath; readonly message: string };

/** The first error of each field. */
function flatten({ __errors, ...inner }: ErrorSchema, path: FieldPath): Wrong[] {
  const own = __errors?.[0] === undefined ? [] : [{ path, message: __errors[0] }];
  const below = Object.entries(inner as Readonly<Record<string, ErrorSchema | undefined>>).flatMap(
    ([name, errors]) => (errors ? flatten(errors, [...path, /^\d+$/.test(name) ? Number(name) : name]) : []),
  );
  return [...own, ...below];
}
