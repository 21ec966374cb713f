import { useFormatter, useTranslations } from 'next-intl';

/** Kinds of files as people call them, with the media types that each has. */
export const fileKinds = {
  pdf: ['application/pdf'],
  picture: ['image/*'],
  text: [
    'application/msword',
    'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    'application/vnd.oasis.opendocument.text',
  ],
  table: [
    'application/vnd.ms-excel',
    'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    'application/vnd.oasis.opendocument.spreadsheet',
    'text/csv',
  ],
} as const satisfies Readonly<Record<string, readonly string[]>>;
export type FileKind = keyof typeof fileKinds;
export const fileKindNames = Object.keys(fileKinds) as FileKind[];

/** The kinds that `accept` has whole, and what else it has. */
export function kindsIn(accept: readonly string[]): { kinds: FileKind[]; others: string[] } {
  const kinds = fileKindNames.filter((kind) => fileKinds[kind].every((type) => accept.includes(type)));
  const said: readonly string[] = kinds.flatMap((kind) => fileKinds[kind]);
  return { kinds, others: accept.filter((entry) => !said.includes(entry)) };
}

/** `accept` with a kind, or without it; what else it has stays. */
export function withFileKind(accept: readonly string[], kind: FileKind, taken: boolean): string[] {
  const types: readonly string[] = fileKinds[kind];
  const others = accept.filter((entry) => !types.includes(entry));
  return taken ? [...others, ...types] : others;
}

/** `accept` in words: “PDF or picture”. */
export function useFileKinds(): (accept: readonly string[]) => string {
  const t = useTranslations('fileKinds');
  const format = useFormatter();
  return (accept) => {
    const { kinds, others } = kindsIn(accept);
    return format.list([...kinds.map((kind) => t(kind)), ...others], { type: 'disjunction' });
  };
}
