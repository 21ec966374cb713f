import { parseDefinition } from '@/lib/engine/definition/parse';
import type { Definition, Layout } from '@/lib/engine/definition/schema';
import { annotationsOf } from './artifacts';
import { type BpmnElement, kindOf, listOf, partOf } from './element';
import { definitionOf } from './foreign';
import { newModdle } from './moddle';
import { Names } from './names';
import { type ImportNote, Notes } from './notes';
import { ownDefinition } from './own';
import { placesOf } from './places';

/** What an import came to. */
export type ImportedProcess =
  | {
      readonly ok: true;
      readonly definition: Definition;
      readonly layout: Layout;
      readonly notes: readonly ImportNote[];
    }
  | { readonly ok: false; readonly message: string; readonly notes: readonly ImportNote[] };

/**
 * A BPMN 2.0 file as a definition with places, and all that was not taken over as it stands, each with its id and a proposal
 * (docs/bpmn.md). A file that we have written reads back as it was. Of several processes the largest is taken.
 */
export async function readBpmn(xml: string): Promise<ImportedProcess> {
  const notes = new Notes();
  let root: BpmnElement;
  try {
    const read = await newModdle().fromXML(xml);
    root = read.rootElement as unknown as BpmnElement;
    noteWarnings(read.warnings, notes);
  } catch (error) {
    const why = error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error);
    return refused(`The file is no BPMN 2.0: ${why}.`, notes);
  }
  const process = chooseProcess(root, notes);
  if (!process) return refused('There is no process with steps in this file.', notes);
  const title = participantOf(root, process)?.name;
  const own = ownDefinition(process);
  // A file of ours is in its encoding: letters that it lacks were lost before it was written.
  if (!own && xml.includes('\uFFFD'))
    notes.broken(
      null,
      'The file is not in the encoding that it says; some letters are lost.',
      'Save it as UTF-8 and import it anew.',
    );
  const { definition, elements } = own ?? definitionOf(process, title, notes);
  const taken = new Names(definition.steps.map(({ key }) => key));
  const beside = annotationsOf(root, process, elements, taken, notes);
  const { annotations } = beside;
  const whole = { ...definition, ...(annotations.length > 0 && { annotations }) };
  const parsed = parseDefinition(JSON.parse(JSON.stringify(whole)));
  if (!parsed.ok) {
    const [first] = parsed.findings;
    return refused(
      `What it says cannot be a process here: ${first?.message ?? ''} ${first?.mend ?? ''}`,
      notes,
    );
  }
  const layout = placesOf(root, parsed.definition, new Map([...elements, ...beside.elements]));
  return { ok: true, definition: parsed.definition, layout, notes: notes.all };
}

function refused(message: string, notes: Notes): ImportedProcess {
  return { ok: false, message, notes: notes.all };
}

function chooseProcess(root: BpmnElement, notes: Notes): BpmnElement | undefined {
  const all = listOf(root, 'rootElements');
  const sized = all
    .filter((one) => kindOf(one) === 'Process')
    .map((process) => ({ process, size: sizeOf(process) }))
    .filter(({ size }) => size > 0)
    .sort((left, right) => right.size - left.size);
  for (const { process } of sized.slice(1))
    notes.lost(
      process,
      'it is another process of the same file.',
      'Import it by itself, and let the two send each other signals.',
    );
  for (const collaboration of all.filter((one) => kindOf(one) === 'Collaboration'))
    for (const flow of listOf(collaboration, 'messageFlows'))
      notes.lost(flow, 'messages between processes are not drawn.', 'Send a signal, and wait for it.');
  return sized[0]?.process;
}

function participantOf(root: BpmnElement, process: BpmnElement): BpmnElement | undefined {
  return listOf(root, 'rootElements')
    .flatMap((one) => listOf(one, 'participants'))
    .find((one) => partOf(one, 'processRef') === process);
}

/** Steps in a process, those of its inner processes too. */
function sizeOf(scope: BpmnElement): number {
  return listOf(scope, 'flowElements').reduce(
    (sum, element) =>
      sum + (/(Task|Event|Gateway|Activity)$/.test(kindOf(element)) ? 1 : 0) + sizeOf(element),
    0,
  );
}

function noteWarnings(warnings: readonly { readonly message: string }[], notes: Notes): void {
  for (const { message } of warnings) {
    const [line = ''] = message.split('\n');
    // Of what other vendors refer to among themselves nothing is lost.
    if (/unsupported document encoding/.test(line) || /unparsable content <(?!bpmn)[\w-]+:/.test(line))
      continue;
    notes.broken(null, `${line}.`, 'Mend the file in the tool that has made it.');
  }
}
