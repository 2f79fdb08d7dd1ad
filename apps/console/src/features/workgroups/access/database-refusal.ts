/** Why the database of a workspace cannot be given users and roles now. */
import { said } from '@acacia/texts';
import { dbUsersNeedActive, workspaceCan, type Workspace } from '@acacia/contract';

/**
 * Why users and roles cannot be seen; undefined when they can.
 * @param blocked why the person's address is not let through
 */
export const seeingRefusal = (workspace: Workspace, blocked: string | undefined): string | undefined =>
  workspace.status === 'Active' ? blocked : said(dbUsersNeedActive(workspace.name, workspace.status));

/** Why they cannot be changed. */
export function changingRefusal(workspace: Workspace, blocked: string | undefined): string | undefined {
  const write = workspaceCan('write', workspace);
  return seeingRefusal(workspace, blocked) ?? (write.allowed ? undefined : said(write.reason));
}
