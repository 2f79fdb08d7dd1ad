/** Copies files by a process of its own (copy.worker.ts). */
import { fork } from 'node:child_process';
import type { CopyAnswer, CopyRequest } from './copy.worker.ts';

export interface FileCopier {
  /** Resolves when the files are copied; rejects with an error of the system (`ENOSPC`). */
  copy(request: CopyRequest): Promise<void>;
  close(): void;
}

/** Starts the process; resolves when it can begin at once. */
export const startFileCopier = async (): Promise<FileCopier> => {
  const child = fork(new URL('./copy.worker.ts', import.meta.url), {
    execArgv: [],
    env: {},
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  let settle: ((answer: CopyAnswer | Error) => void) | undefined;
  child.on('message', (answer: CopyAnswer) => settle?.(answer));
  child.on('error', (cause) => settle?.(cause));
  child.on('exit', () => settle?.(new Error('The process that copies files ended too early')));
  const answered = async (ask: () => void): Promise<void> => {
    const answer = await new Promise<CopyAnswer | Error>((resolve) => {
      settle = resolve;
      ask();
    });
    settle = undefined;
    if (answer instanceof Error) throw answer;
    if (answer.kind === 'failed') throw Object.assign(new Error(answer.message), { code: answer.code });
  };
  await answered(() => undefined);
  return {
    copy: (request) => answered(() => child.send(request)),
    close: () => {
      if (child.connected) child.disconnect();
    },
  };
};
