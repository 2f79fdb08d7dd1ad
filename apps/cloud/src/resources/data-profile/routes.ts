/** Data profiles of graphs, from the workspace that serves them. */
import { DataProfile } from '@acacia/contract';
import { sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Db } from '../../database/database.ts';
import type { Driver } from '../../drivers/driver.ts';
import { callWorkspace } from '../../drivers/workspace-call.ts';
import type { HandlersOf } from '../../http/call.ts';
import { notFound, problem } from '../../errors/problem.ts';
import { findWorkspace } from '../../operations/workspace-state.ts';
import { isAddressAllowed } from '../network/store.ts';
import { tellable } from '../../errors/tellable.ts';
import { CHANNEL } from '../events/told.ts';
import { createMeasurements } from './measurements.ts';

/** Longer than the workspace's own timeout. */
const TIMEOUT_MS = 25_000;

const Answer = z.discriminatedUnion('error', [
  z.object({ error: z.literal(false), results: DataProfile }),
  z.object({ error: z.literal(true), message: z.string() }),
]);

/** @throws Problem Not-Found when there is no such graph, Unavailable when the workspace does not answer */
async function ask(driver: Driver, workspaceId: string, graph: string): Promise<DataProfile> {
  const path = `/api/data-profile/${encodeURIComponent(graph)}`;
  let text: string;
  try {
    text = await callWorkspace(driver, workspaceId, { path, missingIsFine: true, timeout: TIMEOUT_MS });
  } catch (error) {
    throw problem('noStatistics', { why: tellable(error) });
  }
  const answer = Answer.parse(JSON.parse(text));
  if (answer.error) throw notFound('graph');
  return answer.results;
}

/** Tells whoever may see the workspace that a profile of it was measured. */
const publish = (db: Db, org: string, workgroup: string, workspace: string) =>
  db.execute(
    sql`select pg_notify(${CHANNEL}, ${JSON.stringify({ kind: 'profile', org, workgroup, workspace })})`,
  );

export function dataProfileHandlers(driver: Driver): HandlersOf<'getDataProfile'> {
  const measurements = createMeasurements();
  return {
    getDataProfile: async ({ params, address, actor, db }) => {
      const { workgroup_id, workspace_id, id } = params;
      if (!(await isAddressAllowed(db, workgroup_id, address))) {
        throw problem('addressNotAllowed', { ip: address });
      }
      const workspace = await findWorkspace(db, workspace_id);
      if (workspace === undefined) throw notFound('workspace');
      // Not through the gateway, so that reading never wakes the workspace.
      if (workspace.status !== 'Active') throw problem('profileNeedsActive', workspace);
      const outcome = await measurements.outcome(
        `${workspace_id}/${id}`,
        () => ask(driver, workspace_id, id),
        () => publish(db, actor.orgId, workgroup_id, workspace_id),
      );
      // Whoever was told that it is pending reads why it failed in the entry.
      if (outcome.status === 'failed' && !outcome.wasPending) throw outcome.error;
      return {
        id,
        workgroup_id,
        workspace_id,
        workspace_name: workspace.name,
        cache_status: outcome.status,
        cache_error: outcome.status === 'failed' ? tellable(outcome.error) : '',
        profile: outcome.status === 'success' ? outcome.profile : null,
      };
    },
  };
}
