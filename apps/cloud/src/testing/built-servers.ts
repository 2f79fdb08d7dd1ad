/** The servers as `npm start` runs them: tests start them many times, and they start in half the work. */
import { execFileSync } from 'node:child_process';
import path from 'node:path';

const REPOSITORY = path.resolve(import.meta.dirname, '../../../..');

// Does nothing when they were built of the same sources.
execFileSync(process.execPath, ['scripts/build.mjs', 'workspace', 'cloud'], {
  cwd: REPOSITORY,
  stdio: ['ignore', 'ignore', 'inherit'],
});

/** Their main files. */
export const BUILT_WORKSPACE = path.join(REPOSITORY, 'apps/workspace/dist/main.js');
export const BUILT_CONTROL_PLANE = path.join(REPOSITORY, 'apps/cloud/dist/main.js');
