/** The place of exports: in the output folder of the person who makes them, where their queries write files too. */
import path from 'node:path';
import { placeOf } from '../library/files.ts';

/**
 * The path of an export below a folder. An absolute path is taken relative to the folder: `/tmp/x` is `tmp/x`.
 * @throws EngineError when the path leads out of the folder
 */
export const exportFolder = (folder: string, given: string): string =>
  path.join(folder, placeOf(given.replace(/^\/+/, '')));
