import path from 'node:path';
import { isTest, sources } from '@/lib/testing/architecture/sources';

/**
 * File → the files of ours whose values it imports, tests aside.
 * @param later counts what it imports when it needs it (`import()`) too
 */
export function importGraph(later = false): Map<string, string[]> {
  const all = sources().filter(({ file }) => !isTest(file));
  const known = new Set(all.map(({ file }) => file));
  const resolve = (from: string, target: string): string | undefined => {
    const base = target.startsWith('@/')
      ? target.slice(2)
      : path.posix.join(path.posix.dirname(from), target);
    return ['', '.ts', '.tsx', '.mjs'].map((ending) => base + ending).find((file) => known.has(file));
  };
  return new Map(
    all.map(({ file, text }) => [
      file,
      [...valueImports(text), ...(later ? laterImports(text) : [])]
        .filter((target) => /^(@\/|\.)/.test(target))
        .flatMap((target) => resolve(file, target) ?? []),
    ]),
  );
}

/** What a file imports or re-exports, except types alone. */
export function valueImports(text: string): string[] {
  const statements = text.matchAll(/^(?:import|export)\s+(?:(type\s)?([^'";=]*?)\sfrom\s+)?'([^']+)'/gm);
  return [...statements].flatMap(([, type, what = '*', target = '']) => {
    const [, braces] = /^\{([^}]*)\}$/.exec(what.trim()) ?? [];
    const names = braces?.split(',').flatMap((name) => name.trim() || []);
    return type || names?.every((name) => name.startsWith('type ')) ? [] : target;
  });
}

function laterImports(text: string): string[] {
  return [...text.matchAll(/\bimport\('([^']+)'\)/g)].map(([, target = '']) => target);
}
