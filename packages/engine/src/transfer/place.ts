/** Where exports lie: below the outputs of whoever makes them, where their queries write files too. */
import path from 'node:path';
import { placeOf } from '../run/library/files.ts';

/**
 * The path of an export below a folder. One from the root of a machine is taken below that folder: `/tmp/x` is
 * `tmp/x`. Throws EngineError for a path that leads out of it.
 */
export const exportFolder = (folder: string, given: string): string =>
  path.join(folder, placeOf(given.replace(/^\/+/, '')));
