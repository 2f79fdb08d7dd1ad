/** Workgroups and workspaces by their names or ids. */
import type { CloudClient } from '@acacia/api-client';
import type { Workgroup, Workspace } from '@acacia/contract';
import { UsageError } from '../failure.ts';

/** Values of `--workgroup` and `--workspace`. */
export interface NamedPlace {
  readonly workgroup?: string;
  readonly workspace?: string;
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

function only<T>(found: readonly T[], flag: string, text: string, idOf: (item: T) => string): T {
  const [first] = found;
  if (first === undefined) throw new UsageError(`--${flag}: there is none named "${text}" that you can see.`);
  if (found.length > 1) {
    throw new UsageError(
      `--${flag}: several are named "${text}". Give the id: ${found.map(idOf).join(', ')}`,
    );
  }
  return first;
}

function matching<T extends { readonly name: string }>(
  all: readonly T[],
  text: string,
  idOf: (item: T) => string,
): readonly T[] {
  const byId = all.filter((item) => idOf(item) === text);
  return byId.length > 0 ? byId : all.filter(({ name }) => name === text);
}

const groupId = ({ workgroup_id }: Workgroup): string => workgroup_id;
const spaceId = ({ workspace_id }: Workspace): string => workspace_id;

/** @throws UsageError when no workspace, or several, have the name */
export async function findWorkspace(
  cloud: CloudClient,
  { workgroup, workspace }: NamedPlace,
): Promise<Workspace> {
  if (workspace === undefined) throw new UsageError('--workspace: give the name or id of a workspace.');
  const groups = await cloud.listWorkgroups({});
  const within =
    workgroup === undefined
      ? groups
      : [only(matching(groups, workgroup, groupId), 'workgroup', workgroup, groupId)];
  const all = within.flatMap(({ workspaces }) => workspaces);
  return only(matching(all, workspace, spaceId), 'workspace', workspace, spaceId);
}

/**
 * Ids of the places that were named; the workgroup of a workspace is found where it is not given.
 * @param needsGroup whether the id of the workgroup is wanted too
 * @throws UsageError when no place, or several, have a name
 */
export async function placeIds(
  cloud: CloudClient,
  named: NamedPlace,
  needsGroup: boolean,
): Promise<NamedPlace> {
  const { workgroup, workspace } = named;
  const isId = (text: string | undefined): boolean => text === undefined || UUID.test(text);
  const isComplete = workgroup !== undefined || workspace === undefined || !needsGroup;
  if (isId(workgroup) && isId(workspace) && isComplete) return named;
  if (workspace !== undefined) {
    const found = await findWorkspace(cloud, named);
    return { workgroup: found.workgroup_id, workspace: found.workspace_id };
  }
  if (workgroup === undefined) return named;
  const groups = await cloud.listWorkgroups({});
  return {
    workgroup: only(matching(groups, workgroup, groupId), 'workgroup', workgroup, groupId).workgroup_id,
  };
}
