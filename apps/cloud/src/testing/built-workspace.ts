/** The workspace server as `npm start` runs it: tests start it many times, and it starts in half the work. */
import { execFileSync } from 'node:child_process';
import path from 'node:path';

const REPOSITORY = path.resolve(import.meta.dirname, '../../../..');

// Does nothing when it was built of the same sources.
execFileSync(process.execPath, ['scripts/build.mjs', 'workspace'], {
  cwd: REPOSITORY,
  stdio: ['ignore', 'ignore', 'inherit'],
});

/** Its main file. */
export const BUILT_WORKSPACE = path.join(REPOSITORY, 'apps/workspace/dist/main.js');
