import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { pipeline } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { fileProblem, ProblemFound } from './problem';

/**
 * The text of a file, piece by piece: unpacked when it is gzip (told by its first bytes, not by its name) and
 * decoded as its byte order mark or XML declaration says, UTF-8 where neither does.
 * Throws `ProblemFound` for what cannot be opened, unpacked or decoded.
 */
export async function* readText(path: string): AsyncGenerator<string> {
  const packed = await isGzip(path);
  const file = createReadStream(path);
  // pipeline hands an error of the file on to the unpacked stream, where the loop below meets it.
  const bytes = packed ? pipeline(file, createGunzip(), () => undefined) : file;
  let decoder: TextDecoder | null = null;
  try {
    for await (const chunk of bytes as AsyncIterable<Buffer>) {
      decoder ??= decoderFor(chunk);
      yield decoder.decode(chunk, { stream: true });
    }
    if (decoder) yield decoder.decode();
  } catch (error) {
    throw asProblem(error, path);
  } finally {
    bytes.destroy();
  }
}

async function isGzip(path: string): Promise<boolean> {
  let start: Buffer;
  try {
    const handle = await open(path);
    try {
      const { buffer, bytesRead } = await handle.read(Buffer.alloc(2), 0, 2, 0);
      start = buffer.subarray(0, bytesRead);
    } finally {
      await handle.close();
    }
  } catch (error) {
    throw asProblem(error, path);
  }
  if (start.length === 0) throw fileProblem('The file is empty.', 'Export or download the log again.');
  const packed = start[0] === 0x1f && start[1] === 0x8b;
  if (!packed && path.toLowerCase().endsWith('.gz')) {
    throw fileProblem(
      'The name ends in .gz, but the file is not packed with gzip.',
      'Download it again in binary mode, or rename it to .xes if it is plain XML.',
    );
  }
  return packed;
}

function decoderFor(start: Buffer): TextDecoder {
  const encoding = declaredEncoding(start);
  try {
    return new TextDecoder(encoding, { fatal: true });
  } catch {
    throw fileProblem(
      `The XML declaration names the encoding “${encoding}”, which is not known here.`,
      'Save the file as UTF-8 and write encoding="UTF-8" in its first line.',
    );
  }
}

function declaredEncoding(start: Buffer): string {
  if (start[0] === 0xff && start[1] === 0xfe) return 'utf-16le';
  if (start[0] === 0xfe && start[1] === 0xff) return 'utf-16be';
  const declaration = /^\s*<\?xml[^>]*?encoding\s*=\s*["']([A-Za-z0-9._-]+)["']/.exec(
    start
      .subarray(0, 300)
      .toString('latin1')
      .replace(/^\u00ef\u00bb\u00bf/, ''),
  );
  return declaration?.[1] ?? 'utf-8';
}

function asProblem(error: unknown, path: string): unknown {
  if (error instanceof ProblemFound) return error;
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (code === 'ENOENT') return fileProblem(`There is no file ${path}.`, 'Check the path.');
  if (code === 'EISDIR') return fileProblem(`${path} is a folder.`, 'Name one .xes or .xes.gz file in it.');
  if (code === 'EACCES') return fileProblem(`${path} may not be read.`, 'Ask for the right to read it.');
  if (code === 'Z_BUF_ERROR') {
    return fileProblem(
      'The gzip file ends too early: a part of it is missing.',
      'Download or copy it again.',
    );
  }
  if (code.startsWith('Z_')) {
    return fileProblem(
      `The gzip file is damaged (${(error as Error).message}).`,
      'Download or copy it again in binary mode.',
    );
  }
  if (code === 'ERR_ENCODING_INVALID_ENCODED_DATA') {
    return fileProblem(
      'The file has bytes that are not text in its encoding.',
      'Save it as UTF-8, or correct the encoding in its first line.',
    );
  }
  return error;
}
