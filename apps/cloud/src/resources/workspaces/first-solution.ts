/** A solution that is installed as soon as its workspace is there. */
import { workspaceCan, type SolutionInstallRequest } from '@acacia/contract';
import type { Db } from '../../database/database.ts';
import { badField } from '../../http/problem.ts';
import { beginInstall } from '../solutions/service.ts';

interface NewWorkspace {
  readonly id: string;
  readonly databaseId: string;
  readonly isRw: boolean;
}

/**
 * Notes the solution and puts its installation behind the creation in the queue, in the caller's transaction.
 * @throws Problem at the field for a solution that there is not, or a workspace that cannot have one
 */
export async function requestSolution(
  tx: Db,
  workspace: NewWorkspace,
  request: SolutionInstallRequest,
  actor: string,
): Promise<void> {
  const field = 'solution_install_request';
  const verdict = workspaceCan('installSolution', {
    status: 'Active',
    is_rw: workspace.isRw,
    enable_auto_start: true,
    solution_status: null,
  });
  if (!verdict.allowed) throw badField(field, verdict.reason, 'Conflict');
  const place = { workspaceId: workspace.id, databaseId: workspace.databaseId };
  await beginInstall(tx, place, request, actor, `${field}.solution_catalog_id`);
}
