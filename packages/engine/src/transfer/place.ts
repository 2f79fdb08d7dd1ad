/** Where exports lie: in the folder for output of the data folder, where queries write their files too. */
import path from 'node:path';
import { placeOf } from '../run/library/files.ts';
import { OUTPUT_FOLDER } from '../run/write-files.ts';

/**
 * The folder of an export. A path from the root of a machine is taken below that folder: `/tmp/x` is
 * `output/tmp/x`. Throws EngineError for a path that leads out of it.
 */
export const exportFolder = (dataDir: string, given: string): string =>
  path.join(dataDir, OUTPUT_FOLDER, placeOf(given.replace(/^\/+/, '')));
