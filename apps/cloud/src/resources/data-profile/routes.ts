/** Statistics of a graph's data, asked of the workspace that serves it. */
import { blockedFromGroup, DataProfile, profileNeedsActive } from '@acacia/contract';
import { z } from 'zod';
import type { Driver } from '../../drivers/driver.ts';
import { callWorkspace } from '../../drivers/workspace-call.ts';
import type { HandlersOf } from '../../http/call.ts';
import { conflict, notFound, Problem } from '../../http/problem.ts';
import { findWorkspace } from '../../operations/workspace-state.ts';
import { isAddressAllowed } from '../network/store.ts';
import { tellable } from '../../errors/tellable.ts';

/** Longer than the workspace takes before it gives up. */
const TIMEOUT_MS = 25_000;

const Answer = z.discriminatedUnion('error', [
  z.object({ error: z.literal(false), results: DataProfile }),
  z.object({ error: z.literal(true), message: z.string() }),
]);

/** @throws Problem Not-Found for a graph that is not there, Unavailable when the workspace does not answer */
async function ask(driver: Driver, workspaceId: string, graph: string): Promise<DataProfile> {
  const path = `/api/data-profile/${encodeURIComponent(graph)}`;
  let text: string;
  try {
    text = await callWorkspace(driver, workspaceId, { path, missingIsFine: true, timeout: TIMEOUT_MS });
  } catch (error) {
    throw new Problem('Unavailable', `The statistics could not be computed: ${tellable(error)}`);
  }
  const answer = Answer.parse(JSON.parse(text));
  if (answer.error) throw notFound('graph');
  return answer.results;
}

export const dataProfileHandlers = (driver: Driver): HandlersOf<'getDataProfile'> => ({
  getDataProfile: async ({ params, address, db }) => {
    const { workgroup_id, workspace_id, graph } = params;
    if (!(await isAddressAllowed(db, workgroup_id, address))) {
      throw new Problem('Forbidden', blockedFromGroup(address));
    }
    const workspace = await findWorkspace(db, workspace_id);
    if (workspace === undefined) throw notFound('workspace');
    // The gateway is passed by, so that looking never wakes it.
    if (workspace.status !== 'Active') throw conflict(profileNeedsActive(workspace.name, workspace.status));
    return ask(driver, workspace_id, graph);
  },
});
