/** Puts what a run printed to files into the folder for output of the data folder. */
import { chmod, mkdir, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { EngineError } from '../errors.ts';
import { placeOf, type OutputFile } from './library/files.ts';

export const OUTPUT_FOLDER = 'output';
let written = 0;

/** Each file appears whole or not at all; one of the same name is replaced. Throws EngineError. */
export const writeFiles = async (dataDir: string, files: readonly OutputFile[]): Promise<void> => {
  for (const file of files) {
    const place = path.join(dataDir, OUTPUT_FOLDER, placeOf(file.path));
    written += 1;
    const draft = `${place}.${process.pid}-${written}.tmp`;
    try {
      await mkdir(path.dirname(place), { recursive: true });
      await writeFile(draft, file.lines.map((line) => `${line}\n`).join(''));
      // Its owner, the workspace, can always replace it.
      if (file.mode !== undefined) await chmod(draft, file.mode | 0o600);
      await rename(draft, place);
    } catch (cause) {
      await rm(draft, { force: true });
      const reason = cause instanceof Error ? cause.message : String(cause);
      throw new EngineError(
        'GSQL-5101',
        `Runtime Error: the file "${file.path}" cannot be written: ${reason}`,
        { cause },
      );
    }
  }
};
