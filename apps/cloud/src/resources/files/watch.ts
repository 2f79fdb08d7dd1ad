/**
 * Lets people wait for the next change of their files. PostgreSQL tells every control plane of a database of a change
 * when its transaction commits (LISTEN and NOTIFY); who may see it is asked anew each time (docs/adr/0062-waiting-for-files.md).
 */
import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { createChannel } from '../../database/channel.ts';
import type { Database, Db } from '../../database/database.ts';
import { problem } from '../../errors/problem.ts';
import type { Actor } from '../../identity/person.ts';
import { createChanges } from '../../timing/changes.ts';
import { listVersion } from './store.ts';

const CHANNEL = 'acacia_files';

/** Waits at a time: of all people, and of one, who may have several tabs. */
const MOST = 500;
const MOST_EACH = 12;
/** Milliseconds in which several changes are one. */
const TOGETHER_MS = 300;

export interface FileWatch {
  /**
   * Resolves with the version of the actor's list as soon as it differs from `after`, or after so many milliseconds.
   * @throws Problem Too-Many-Requests when too many wait
   */
  wait(actor: Actor, after: string | undefined, milliseconds: number): Promise<string>;
  /** Ends all waits, and lets the connection go. */
  end(): void;
}

/** Who is told: some accounts of an organisation, or (null) all. */
const Told = z.object({ org: z.string(), people: z.array(z.string()).nullable() });
/** Bytes of a message, at most (PostgreSQL, NOTIFY: less than 8,000). */
const MOST_BYTES = 7_500;

/** Tells people of the organisation who wait, when the transaction commits. */
export async function tellOfFiles(
  tx: Db,
  org: string,
  people: readonly string[] | null = null,
): Promise<void> {
  const named = JSON.stringify({ org, people });
  const message = Buffer.byteLength(named) <= MOST_BYTES ? named : JSON.stringify({ org, people: null });
  await tx.execute(sql`select pg_notify(${CHANNEL}, ${message})`);
}

function toldBy(payload: string): z.infer<typeof Told> | undefined {
  try {
    return Told.parse(JSON.parse(payload));
  } catch {
    // Sent by somebody else than a control plane of this version.
    return undefined;
  }
}

const keyOf = (org: string, person: string): string => `${org}/${person}`;

export function createFileWatch({ db, pool }: Pick<Database, 'db' | 'pool'>): FileWatch {
  const changes = createChanges();
  /** Numbers of waits by organisation and person. */
  const waiting = new Map<string, number>();
  let ended = false;

  const wakeAll = (org = ''): void => {
    for (const key of waiting.keys()) if (key.startsWith(org)) changes.tell(key);
  };
  const hear = (payload: string): void => {
    const told = toldBy(payload);
    if (told === undefined) wakeAll();
    else if (told.people === null) wakeAll(keyOf(told.org, ''));
    else for (const person of told.people) changes.tell(keyOf(told.org, person));
  };
  const channel = createChannel(pool, CHANNEL, { heard: hear, lost: () => wakeAll() });
  const count = (key: string, by: number): void => {
    const left = (waiting.get(key) ?? 0) + by;
    if (left === 0) waiting.delete(key);
    else waiting.set(key, left);
  };
  const total = () => [...waiting.values()].reduce((sum, each) => sum + each, 0);

  return {
    async wait(actor, after, milliseconds) {
      if (after === undefined || milliseconds === 0 || ended) return listVersion(db, actor);
      const key = keyOf(actor.orgId, actor.userId);
      if ((waiting.get(key) ?? 0) >= MOST_EACH || total() >= MOST) {
        throw problem('tooManyRequests', { wait: '20 seconds' });
      }
      const until = performance.now() + milliseconds;
      const follower = changes.follow(key);
      count(key, 1);
      try {
        for (;;) {
          await channel.open();
          const version = await listVersion(db, actor);
          const left = until - performance.now();
          if (version !== after || left <= 0 || ended) return version;
          await follower.next(left);
          await delay(Math.min(TOGETHER_MS, Math.max(0, until - performance.now())));
        }
      } finally {
        follower.end();
        count(key, -1);
        if (waiting.size === 0) channel.close();
      }
    },
    end() {
      ended = true;
      wakeAll();
    },
  };
}
