/** Builds the threads of the engine before the first test, when their sources have changed. */
import { execFileSync } from 'node:child_process';
import path from 'node:path';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    /**
     * The folder of the built threads; null in watch mode, in which they would be older than their sources, and
     * undefined in projects that build none.
     */
    readonly builtThreads: string | null | undefined;
    /** Main file of the workspace server, for tests that start it: built, but in watch mode that of the sources. */
    readonly workspaceMain: string;
  }
}

const ROOT = path.resolve(import.meta.dirname, '../..');
const SERVER = path.join(ROOT, 'apps/workspace');

export default function setup(project: TestProject): void {
  const { watch } = project.vitest.config;
  project.provide('builtThreads', watch ? null : path.join(SERVER, 'dist'));
  project.provide('workspaceMain', path.join(SERVER, watch ? 'src/main.ts' : 'dist/main.js'));
  if (watch) return;
  execFileSync(process.execPath, ['scripts/build.mjs', 'workspace'], { cwd: ROOT, stdio: 'inherit' });
}
