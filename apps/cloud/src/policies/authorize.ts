/** Enforces the contract's role policy in the scope that a call's path names. */
import {
  grantsFor,
  isEveryones,
  operationDenied,
  operatorCan,
  type OperatorsPermission,
  type Permission,
  type RoleGrant,
  type Scope,
} from '@acacia/contract';
import { and, eq } from 'drizzle-orm';
import { z } from 'zod';
import type { Db } from '../database/database.ts';
import { databases, workgroups, workspaces } from '../database/schema.ts';
import { notFound, problem } from '../errors/problem.ts';
import type { Actor, Person } from '../identity/person.ts';

export type PathIds = Readonly<Record<string, unknown>>;

function id(ids: PathIds, name: string): string | undefined {
  const value = ids[name];
  return typeof value === 'string' ? value : undefined;
}

const PathParameters = z.record(z.string(), z.string());

/**
 * The parameters of a path, with the workspace's workgroup added where the path names only the workspace.
 * @throws Problem Not-Found when there is no such workspace
 */
export async function completePath(db: Db, given: unknown): Promise<PathIds> {
  const ids = PathParameters.parse(given ?? {});
  const workspaceId = ids['workspace_id'];
  if (workspaceId === undefined || ids['workgroup_id'] !== undefined) return ids;
  const [row] = await db
    .select({ workgroupId: workspaces.workgroupId })
    .from(workspaces)
    .where(eq(workspaces.id, workspaceId));
  if (row === undefined) throw notFound('workspace');
  return { ...ids, workgroup_id: row.workgroupId };
}

/**
 * The scopes on which the call acts; a right in any of them is enough.
 * @throws Problem Not-Found when the path names a thing outside the organisation, regardless of the actor's roles
 */
async function scopesOf(db: Db, orgId: string, ids: PathIds): Promise<Scope[]> {
  const workgroupId = id(ids, 'workgroup_id');
  if (workgroupId === undefined) return [{}];
  const [workgroup] = await db
    .select({ id: workgroups.id })
    .from(workgroups)
    .where(and(eq(workgroups.id, workgroupId), eq(workgroups.orgId, orgId)));
  if (workgroup === undefined) throw notFound('workgroup');

  const workspaceId = id(ids, 'workspace_id');
  if (workspaceId !== undefined) {
    const [workspace] = await db
      .select({ id: workspaces.id })
      .from(workspaces)
      .where(and(eq(workspaces.id, workspaceId), eq(workspaces.workgroupId, workgroupId)));
    if (workspace === undefined) throw notFound('workspace');
    return [{ workgroup_id: workgroupId, workspace_id: workspaceId }];
  }

  const databaseId = id(ids, 'database_id');
  if (databaseId !== undefined) {
    const [database] = await db
      .select({ id: databases.id })
      .from(databases)
      .where(and(eq(databases.id, databaseId), eq(databases.workgroupId, workgroupId)));
    if (database === undefined) throw notFound('database');
    // An admin of a workspace may rename the database that it opens (specification part 2, section 6).
    const users = await db
      .select({ id: workspaces.id })
      .from(workspaces)
      .where(eq(workspaces.databaseId, databaseId));
    return [
      { workgroup_id: workgroupId },
      ...users.map((workspace) => ({ workgroup_id: workgroupId, workspace_id: workspace.id })),
    ];
  }
  return [{ workgroup_id: workgroupId }];
}

/**
 * @returns the roles that give the permission; none where every member has it
 * @throws Problem Not-Found for a thing outside the actor's organisation, Forbidden without the permission
 */
export async function authorize(
  db: Db,
  actor: Actor,
  permission: Permission,
  ids: PathIds,
): Promise<readonly RoleGrant[]> {
  const scopes = await scopesOf(db, actor.orgId, ids);
  if (isEveryones(permission)) return [];
  const given = scopes.flatMap((scope) => grantsFor(actor.grants, permission, scope));
  if (given.length === 0) throw problem('notAllowed', { reason: operationDenied(permission) });
  return given;
}

/** @throws Problem Forbidden when the person may not do it as an operator, whatever their roles */
export function authorizeOperator({ operator }: Person, permission: OperatorsPermission): void {
  if (!operatorCan(operator, permission))
    throw problem('notAllowed', { reason: operationDenied(permission) });
}
