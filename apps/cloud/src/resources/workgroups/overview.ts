/**
 * The list of all workgroups, which every browser polls. It is read once for all calls within a second, and rendered
 * once for all viewers who see the same part.
 */
import type { Workgroup } from '@acacia/contract';
import type { Db } from '../../database/database.ts';
import { share } from '../../http/shared.ts';
import type { Setting, Viewer } from '../workspaces/store.ts';
import { readWorkgroups, showWorkgroups, type ReadWorkgroups } from './store.ts';
import { isWithinList } from '../network/store.ts';

export interface Overview {
  /** Workgroups that the viewer can see. */
  list(db: Db, viewer: Viewer): Promise<Workgroup[]>;
  /** Drops the cached list, because a call changed something. */
  forget(): void;
}

/** Milliseconds for which the list is cached: changes without a call are seen that late. */
const FRESH_MS = 1000;

interface Look {
  readonly until: number;
  readonly read: Promise<ReadWorkgroups>;
  /** Rendered lists by the grants and addresses that decide which part a viewer sees. */
  readonly shown: Map<string, Workgroup[]>;
}

function sightOf({ actor, address }: Viewer, { lists }: ReadWorkgroups): string {
  const grants = actor.grants.map(({ name, workgroup_id, workspace_id }) =>
    [name, workgroup_id, workspace_id].join('/'),
  );
  const blocked = [...lists].flatMap(([id, list]) => (isWithinList(address, list) ? [] : [id]));
  return JSON.stringify([grants.sort(), blocked]);
}

export function createOverview(setting: Setting): Overview {
  const looks = new Map<string, Look>();

  function lookAt(db: Db, orgId: string): Look {
    const known = looks.get(orgId);
    if (known !== undefined && performance.now() < known.until) return known;
    const read = readWorkgroups(db, orgId, undefined, setting);
    const look = { until: performance.now() + FRESH_MS, read, shown: new Map<string, Workgroup[]>() };
    looks.set(orgId, look);
    read.catch(() => {
      if (looks.get(orgId) === look) looks.delete(orgId);
    });
    return look;
  }
  return {
    async list(db, viewer) {
      const { read, shown } = lookAt(db, viewer.actor.orgId);
      const found = await read;
      const sight = sightOf(viewer, found);
      const known = shown.get(sight);
      if (known !== undefined) return known;
      const seen = share(showWorkgroups(found, viewer));
      shown.set(sight, seen);
      return seen;
    },
    forget: () => looks.clear(),
  };
}
