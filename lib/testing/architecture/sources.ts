import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const rooms = ['app', 'components', 'lib', 'e2e', 'bench', 'prisma'];

/** Every source file of the product and its tests, as a path from the root, with its text; generated code aside. */
export function sources(): { file: string; text: string }[] {
  return rooms
    .flatMap(filesBelow)
    .filter((file) => /\.(ts|tsx|mjs)$/.test(file) && !file.startsWith('lib/database/generated/'))
    .map((file) => ({ file, text: readFileSync(file, 'utf8') }));
}

export function isTest(file: string): boolean {
  return /\.(test|spec)\.tsx?$/.test(file) || file.startsWith('e2e/') || file.startsWith('lib/testing/');
}

function filesBelow(folder: string): string[] {
  try {
    return readdirSync(folder, { withFileTypes: true, recursive: true })
      .filter((entry) => entry.isFile())
      .map((entry) => path.join(entry.parentPath, entry.name).replaceAll(path.sep, '/'));
  } catch {
    return [];
  }
}
