import { fileTypeFromBuffer } from 'file-type';
import { refuse } from '@/lib/people/refusal';

/** What a content is: its media type, and the ending that names of such files have. */
export type ContentType = { readonly type: string; readonly ending: string };

/** Of texts nothing but the name says what they are; an ending that is not here makes it plain text. */
const texts: Readonly<Record<string, string>> = {
  csv: 'text/csv',
  json: 'application/json',
  md: 'text/markdown',
  txt: 'text/plain',
  xml: 'application/xml',
};
/** Office files of before 2007 are all the same container, and their name says which. */
const containers: Readonly<Record<string, string>> = {
  doc: 'application/msword',
  ppt: 'application/vnd.ms-powerpoint',
  xls: 'application/vnd.ms-excel',
};
const aliases: Readonly<Record<string, string>> = { jpeg: 'jpg', tiff: 'tif', htm: 'html' };

/** What the content is, by its first bytes and not by its name. */
export async function contentType(content: Uint8Array, name: string): Promise<ContentType> {
  const named = endingOf(name);
  const found = await fileTypeFromBuffer(content);
  if (found?.mime === 'application/x-cfb' && containers[named] !== undefined) {
    return { type: containers[named], ending: named };
  }
  if (found) return { type: found.mime, ending: aliases[found.ext] ?? found.ext };
  if (!isText(content)) return { type: 'application/octet-stream', ending: '' };
  return texts[named] === undefined
    ? { type: 'text/plain', ending: 'txt' }
    : { type: texts[named], ending: named };
}

/**
 * True where one of the entries allows such a content: a media type (`application/pdf`), all of a kind (`image/*`) or an ending
 * (`.pdf`). No entries allow anything.
 */
export function isAccepted(accept: readonly string[], { type, ending }: ContentType): boolean {
  return (
    accept.length === 0 ||
    accept.some((entry) => {
      const wanted = entry.trim().toLowerCase();
      if (wanted === '*/*') return true;
      if (wanted.startsWith('.')) {
        const end = wanted.slice(1);
        return (aliases[end] ?? end) === ending;
      }
      return wanted.endsWith('/*') ? type.startsWith(wanted.slice(0, -1)) : wanted === type;
    })
  );
}

/** Of a content that `accept` does not allow. */
export function notAccepted(accept: readonly string[], { type }: Pick<ContentType, 'type'>) {
  return refuse('invalid', `The file is ${type}; here it takes one of: ${accept.join(', ')}.`, {
    accept,
    errors: [{ path: '/content', message: `this is ${type}` }],
  });
}

function endingOf(name: string): string {
  return /\.([A-Za-z0-9]{1,10})$/.exec(name)?.[1]?.toLowerCase() ?? '';
}

function isText(content: Uint8Array): boolean {
  if (content.includes(0)) return false;
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(content);
    return true;
  } catch {
    return false;
  }
}
