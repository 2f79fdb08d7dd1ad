/** Reads a whole text file, after a check of the path and of the size. */
import { engineError } from '../errors/catalogue.ts';
import { closeSync, readSync } from 'node:fs';
import { openReadable, type Readable } from './judge-file.ts';
import { shownPath } from './path-text.ts';

/** @throws EngineError when the file may not be read, does not exist, or has more bytes */
export function readText(place: string, written: string, readable: Readable, mostBytes: number): string {
  const { descriptor, bytes } = openReadable(place, written, readable);
  try {
    if (bytes > mostBytes) {
      throw engineError('fileTooLong', { path: shownPath(written), bytes, most: mostBytes });
    }
    const buffer = Buffer.alloc(bytes);
    let length = 0;
    for (let read = -1; read !== 0 && length < bytes; length += read)
      read = readSync(descriptor, buffer, length, bytes - length, length);
    return buffer.toString('utf8', 0, length);
  } finally {
    closeSync(descriptor);
  }
}
