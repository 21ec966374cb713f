import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { convert } from './convert';
import type { SourceDefinition } from './source';

/** A definition of the folder as ours, with the file that it comes from. */
export type Converted = ReturnType<typeof convert> & { readonly file: string };

/** Every definition of a folder of open-mercato's JSON files as ours; the files with rules say what conditions name. */
export function convertedFrom(folder: string): Converted[] {
  const files = jsonFiles(folder).map((file) => ({
    file,
    content: JSON.parse(readFileSync(file, 'utf8')) as unknown,
  }));
  const rules = new Map(
    files.flatMap(({ content }) =>
      Array.isArray(content)
        ? (content as { ruleId: string; conditionExpression: unknown }[]).map(
            ({ ruleId, conditionExpression }): [string, unknown] => [ruleId, conditionExpression],
          )
        : [],
    ),
  );
  return files.flatMap(({ file, content }) => {
    if (Array.isArray(content)) return [];
    const { workflowId, id, workflowName, definition } = content as {
      workflowId?: string;
      id?: string;
      workflowName?: string;
      definition: SourceDefinition;
    };
    const name = workflowId ?? id ?? path.basename(file, '.json');
    return { ...convert(name, workflowName ?? name, definition, rules), file };
  });
}

function jsonFiles(folder: string): string[] {
  return readdirSync(folder)
    .sort()
    .flatMap((name) => {
      const file = path.join(folder, name);
      if (statSync(file).isDirectory()) return jsonFiles(file);
      return name.endsWith('.json') ? [file] : [];
    });
}
