/** Moments at which roles last allowed something, collected in memory and written together: calls write nothing for it. */
import { rolePath, type RoleGrant } from '@acacia/contract';
import { sql } from 'drizzle-orm';
import type { Db } from '../database/database.ts';
import { roleGrants } from '../database/schema.ts';

/** Milliseconds in which a use is noted once. */
const HOUR = 3_600_000;
/** Uses that are remembered. */
const MOST = 50_000;

interface Use {
  readonly membershipId: string;
  readonly grant: RoleGrant;
}

export interface GrantUses {
  readonly used: (membershipId: string, grants: readonly RoleGrant[]) => void;
  /** Writes what was used since the last call. */
  write(): Promise<void>;
}

export function createGrantUses(db: Db): GrantUses {
  const noted = new Map<string, number>();
  let unwritten = new Map<string, Use>();
  return {
    used(membershipId, grants) {
      const now = Date.now();
      for (const grant of grants) {
        const key = `${membershipId}${rolePath(grant)}`;
        if (now - (noted.get(key) ?? -Infinity) < HOUR) continue;
        if (noted.size >= MOST) noted.clear();
        noted.set(key, now);
        unwritten.set(key, { membershipId, grant });
      }
    },
    async write() {
      if (unwritten.size === 0) return;
      const written = unwritten;
      unwritten = new Map();
      const uses = [...written.values()];
      const texts = (of: (use: Use) => string | null) => sql`${sql.param(uses.map(of))}::text[]`;
      try {
        await db.execute(sql`
          update ${roleGrants} as held set last_used_at = now()
          from unnest(
            ${texts(({ membershipId }) => membershipId)},
            ${texts(({ grant }) => grant.name)},
            ${texts(({ grant }) => grant.workgroup_id)},
            ${texts(({ grant }) => grant.workspace_id)}
          ) as used(membership_id, name, workgroup_id, workspace_id)
          where held.membership_id = used.membership_id and held.name = used.name
            and held.workgroup_id is not distinct from used.workgroup_id
            and held.workspace_id is not distinct from used.workspace_id`);
      } catch (error) {
        unwritten = new Map([...written, ...unwritten]);
        throw error;
      }
    },
  };
}
