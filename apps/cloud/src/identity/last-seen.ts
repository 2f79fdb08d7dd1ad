/** Moments at which sessions were used last, collected in memory and written together: calls write nothing for it. */
import { sql } from 'drizzle-orm';
import type { Db } from '../database/database.ts';
import { sessions } from '../database/sign-in-tables.ts';

export interface LastSeen {
  saw(sid: string): void;
  /** Writes what was seen since the last call. */
  write(): Promise<void>;
}

export function createLastSeen(db: Db): LastSeen {
  let seen = new Map<string, Date>();
  return {
    saw: (sid) => void seen.set(sid, new Date()),
    async write() {
      if (seen.size === 0) return;
      const written = seen;
      seen = new Map();
      const [sids, times] = [[...written.keys()], [...written.values()].map((at) => at.toISOString())];
      try {
        await db.execute(sql`
          update ${sessions} set last_seen_at = greatest(last_seen_at, used.at)
          from unnest(${sql.param(sids)}::text[], ${sql.param(times)}::timestamptz[]) as used(sid, at)
          where ${sessions.sid} = used.sid`);
      } catch (error) {
        seen = new Map([...written, ...seen]);
        throw error;
      }
    },
  };
}
