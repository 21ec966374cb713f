import { expect, test } from 'vitest';
import { importGraph, valueImports } from '@/lib/testing/architecture/import-graph';
import { sources } from '@/lib/testing/architecture/sources';

/** Everything that has to arrive before the first picture of a drawing. */
function opening(): { files: string[]; packages: Set<string> } {
  const graph = importGraph();
  const texts = new Map(sources().map(({ file, text }) => [file, text]));
  const files = new Set(['components/designer/designer.tsx']);
  // Of a server action only the name reaches the browser.
  for (const file of files)
    if (!texts.get(file)!.startsWith("'use server'")) graph.get(file)?.forEach((one) => files.add(one));
  const packages = [...files].flatMap((file) => valueImports(texts.get(file)!));
  return { files: [...files], packages: new Set(packages) };
}

test('a drawing opens before the code that checks, converts, simulates and lays out has come', () => {
  const { files, packages } = opening();

  expect(packages).toContain('@xyflow/react');
  expect(
    [...packages].filter((name) =>
      /^(zod|ajv|elkjs|temporal-polyfill|@marcbachmann|@rjsf|react-querybuilder)/.test(name),
    ),
  ).toEqual([]);
  expect(
    files.filter((file) =>
      /^lib\/engine\/(definition\/lint\/(?!places)|simulation|decide|deadlines)/.test(file),
    ),
  ).toEqual([]);
});
