import { isAcceptEntry } from '@/lib/engine/accepted-files';
import { error, type Rule } from './model';

/** Each kind of file that a step says it takes is one that a file can be of; another would never be met. */
export const invalidAccept: Rule = ({ definition }) =>
  definition.steps.flatMap((step, index) => {
    const entries = step.type === 'WAIT_FOR_FILE' ? (step.accept ?? []) : [];
    return entries.flatMap((entry, position) =>
      isAcceptEntry(entry)
        ? []
        : [
            error(
              'invalid_accept',
              `/steps/${index}/accept/${position}`,
              step.key,
              `No file is of the kind ${JSON.stringify(entry)}.`,
              'Write a media type like "application/pdf", a kind like "image/*" or an ending like ".pdf".',
            ),
          ],
    );
  });
