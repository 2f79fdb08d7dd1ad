/**
 * A peer's database in a separate process: native libraries do not interfere with each other, and memory is measured
 * separately.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { installPeers } from './install.ts';
import type { Answer, DatabaseName, Request, Row } from './protocol.ts';

export interface Answered {
  readonly rows: readonly Row[];
  /** Milliseconds of the statement alone. */
  readonly ms: number;
}

export interface PeerDatabase {
  readonly name: DatabaseName;
  /** Runs a statement. @throws Error with the peer's message */
  query(text: string): Promise<Answered>;
  /** Bytes that its process holds. */
  memory(): Promise<number>;
  close(): Promise<void>;
}

/** @param file where the database is kept; null: in memory */
export async function openPeer(name: DatabaseName, file: string | null): Promise<PeerDatabase> {
  installPeers();
  const child = fork(path.join(import.meta.dirname, 'database-server.ts'), [name]);
  let exited = false;
  const gone = once(child, 'exit').then(() => {
    exited = true;
  });
  const ask = async (request: Request): Promise<Answered> => {
    const answered = once(child, 'message');
    child.send(request);
    const [answer] = (await Promise.race([answered, gone.then(() => [undefined])])) as [Answer | undefined];
    if (answer === undefined) throw new Error(`The process of ${name} ended.`);
    if (answer.kind === 'failed') throw new Error(`${name}: ${answer.message}`);
    return answer;
  };
  await ask({ kind: 'open', path: file });
  return {
    name,
    query: (text) => ask({ kind: 'query', text }),
    memory: async () => Number((await ask({ kind: 'memory' })).rows[0]?.[0]),
    close: async () => {
      if (exited) return;
      // Kuzu's driver may crash while its process ends; by then the database has been closed.
      await ask({ kind: 'close' });
      child.kill('SIGKILL');
      await gone;
    },
  };
}
