/** Starts the PostgreSQL server that all test files of the control plane share, before the first test. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    /** URL of the PostgreSQL server of the run. */
    readonly postgresUrl: string;
  }
}

/** Resolves with the function that stops it. It has a process of its own, without the test runner's module loader. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const child = fork(path.join(import.meta.dirname, 'postgres-server.ts'), { execArgv: [] });
  const exited = once(child, 'exit');
  const [url] = (await Promise.race([
    once(child, 'message'),
    exited.then(() => {
      throw new Error('The PostgreSQL of the tests did not start.');
    }),
  ])) as [string];
  project.provide('postgresUrl', url);
  return async () => {
    child.disconnect();
    await exited;
  };
}
