/** Data profiles of graphs, from the workspace that serves them. */
import { DataProfile } from '@acacia/contract';
import { z } from 'zod';
import type { Driver } from '../../drivers/driver.ts';
import { callWorkspace } from '../../drivers/workspace-call.ts';
import type { HandlersOf } from '../../http/call.ts';
import { notFound, problem } from '../../errors/problem.ts';
import { findWorkspace } from '../../operations/workspace-state.ts';
import { isAddressAllowed } from '../network/store.ts';
import { tellable } from '../../errors/tellable.ts';

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

export const dataProfileHandlers = (driver: Driver): HandlersOf<'getDataProfile'> => ({
  getDataProfile: async ({ params, address, db }) => {
    const { workgroup_id, workspace_id, graph } = params;
    if (!(await isAddressAllowed(db, workgroup_id, address))) {
      throw problem('addressNotAllowed', { ip: address });
    }
    const workspace = await findWorkspace(db, workspace_id);
    if (workspace === undefined) throw notFound('workspace');
    // Not through the gateway, so that reading never wakes the workspace.
    if (workspace.status !== 'Active') throw problem('profileNeedsActive', workspace);
    return ask(driver, workspace_id, graph);
  },
});
