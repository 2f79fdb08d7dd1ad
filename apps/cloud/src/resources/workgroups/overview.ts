/**
 * The list of all workgroups, which every browser asks for again and again: read once for all who ask within
 * a moment, and shown once for all who see the same.
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
  /** Something was changed by a call: whoever asks from now on sees it. */
  forget(): void;
}

/** What changes by itself is seen this late. */
const FRESH_MS = 1000;

interface Look {
  readonly until: number;
  readonly read: Promise<ReadWorkgroups>;
  /** By what decides which part of it a viewer sees. */
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
