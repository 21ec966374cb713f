import { basename } from 'node:path';
import { SaxesParser } from 'saxes';
import type { EventLog } from './event-log';
import { fileProblem, ProblemFound, type LogProblem } from './problem';
import { readText } from './text-source';
import { XesCollector } from './xes-collector';
import { XesDocument } from './xes-document';

export type XesReading =
  { readonly ok: true; readonly log: EventLog } | { readonly ok: false; readonly problem: LogProblem };

/**
 * Reads an event log in XES (IEEE 1849-2016 and the 1.0/2.0 drafts before it), plain or packed with gzip, in one
 * pass: only the cases' activities and people are kept. Events stay in the order of the file, because two events
 * of one case often carry the same instant. What is malformed comes back as a problem with its line and column.
 */
export async function readXes(path: string): Promise<XesReading> {
  try {
    const collector = new XesCollector();
    await parse(path, new XesDocument(collector));
    const log = collector.finish();
    if (log.cases.length === 0) {
      throw fileProblem(
        `${basename(path)} is well-formed, but has no trace with an event in it.`,
        'Export the log again together with its cases.',
      );
    }
    return { ok: true, log };
  } catch (error) {
    if (error instanceof ProblemFound) return { ok: false, problem: error.problem };
    throw error;
  }
}

async function parse(path: string, document: XesDocument): Promise<void> {
  // Without positions in its messages: the place is reported beside the message, not inside it.
  const parser = new SaxesParser<{ xmlns: false; position: false }>({ xmlns: false, position: false });
  const place = () => ({ line: parser.line, column: parser.column + 1 });
  parser.on('error', (error) => {
    throw new ProblemFound({ message: wellFormednessMessage(error.message), mend: mendXml, ...place() });
  });
  parser.on('opentag', (tag) => document.open(tag.name, tag.attributes, place()));
  parser.on('closetag', () => document.close(place()));
  for await (const text of readText(path)) parser.write(text);
  parser.close();
}

const mendXml =
  'The file is not complete, well-formed XML: export or download it again, or correct this place.';

function wellFormednessMessage(message: string): string {
  return `XML error: ${message.replace(/\.$/, '')}.`;
}
