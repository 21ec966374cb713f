import pino from 'pino';
import { configuration } from '@/lib/configuration/configuration';

let root: pino.Logger | undefined;

/** This process's log: JSON lines on standard output, without secrets. `part` names who speaks (`worker`, `http`, …). */
export function log(part: string): pino.Logger {
  root ??= pino({
    level: configuration().logLevel,
    base: { pid: process.pid },
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: ['*.password', '*.authorization', '*.token', '*.cookie'],
  });
  return root.child({ part });
}
