/** Begins installing and removing solutions (specification part 2, sections 4 and 6; cloud product, solutions). */
import { randomUUID } from 'node:crypto';
import { SOLUTION_PENDING, type SolutionInstallRequest } from '@acacia/contract';
import { and, eq, ne, sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { Db } from '../../database/database.ts';
import { operations, solutionInstances } from '../../database/schema.ts';
import { notFound, problem } from '../../errors/problem.ts';
import { enqueue } from '../../operations/queue.ts';
import { lockWorkspace } from '../../policies/locks.ts';
import { demand } from '../../policies/states.ts';
import { installableKit } from './catalog.ts';

export type InstanceRow = typeof solutionInstances.$inferSelect;
type Request = z.output<typeof SolutionInstallRequest>;

/** The solution of a workspace; undefined: it has none. */
async function presentInstance(db: Db, workspaceId: string): Promise<InstanceRow | undefined> {
  const [row] = await db
    .select()
    .from(solutionInstances)
    .where(and(eq(solutionInstances.workspaceId, workspaceId), ne(solutionInstances.status, 'uninstalled')));
  return row;
}

/**
 * Begins an installation in the caller's transaction, for a workspace that exists or is being created.
 * @param within the request's place in the body of the call, as `solution_install_request.`
 * @throws Problem at a field of the request when there is no such solution or it cannot be installed so
 */
export async function beginInstall(
  tx: Db,
  place: { readonly workspaceId: string; readonly databaseId: string },
  request: Request,
  actor: string,
  within = '',
): Promise<string> {
  const kit = installableKit(request, within);
  const id = randomUUID();
  await tx.insert(solutionInstances).values({
    id,
    workspaceId: place.workspaceId,
    solutionCatalogId: kit.meta.id,
    name: request.name,
    graphName: kit.meta.graph,
    ownerEmail: actor,
    dataSourceOrigin: request.data_source_origin,
    status: 'install_pending',
  });
  await enqueue(tx, {
    kind: 'install-solution',
    ...place,
    actor,
    payload: { solution_id: id, owned: false },
  });
  return id;
}

/**
 * Whether the graph with the solution's name is the solution's, to be replaced or dropped. An attempt that met a graph
 * of somebody else never claimed it; where the operations are forgotten, a failed solution owns nothing.
 */
async function ownsGraph(tx: Db, { id, status }: InstanceRow): Promise<boolean> {
  if (status === 'installed') return true;
  const claimed = sql`${operations.payload} @> ${JSON.stringify({ solution_id: id, owned: true })}::jsonb`;
  return (await tx.$count(operations, claimed)) > 0;
}

/**
 * Installs a solution, at most one for each workspace; a failed installation is retried, or must be removed first.
 * @throws Problem when the workspace has one already, or cannot have it
 */
export async function installSolution(
  tx: Db,
  workspaceId: string,
  request: Request,
  actor: string,
): Promise<string> {
  const workspace = await lockWorkspace(tx, workspaceId);
  demand('installSolution', workspace);
  const there = await presentInstance(tx, workspaceId);
  const { databaseId } = workspace;
  if (there === undefined) return beginInstall(tx, { workspaceId, databaseId }, request, actor);
  installableKit(request);
  if (there.status !== 'install_error' || there.solutionCatalogId !== request.solution_catalog_id) {
    throw problem('solutionThere', { workspace: workspace.name, solution: there.name, status: there.status });
  }
  await tx
    .update(solutionInstances)
    .set({
      status: 'install_pending',
      name: request.name,
      dataSourceOrigin: request.data_source_origin,
      gsqlLog: '',
      updatedAt: new Date(),
    })
    .where(eq(solutionInstances.id, there.id));
  const payload = { solution_id: there.id, owned: await ownsGraph(tx, there) };
  await enqueue(tx, { kind: 'install-solution', workspaceId, databaseId, actor, payload });
  return there.id;
}

/** @throws Problem when the workspace does not have it, or it is being installed or removed */
export async function uninstallSolution(
  tx: Db,
  workspaceId: string,
  id: string,
  actor: string,
): Promise<InstanceRow> {
  const workspace = await lockWorkspace(tx, workspaceId);
  const there = await presentInstance(tx, workspaceId);
  if (there === undefined || there.id !== id) throw notFound('solution');
  if (SOLUTION_PENDING.has(there.status)) {
    throw problem('solutionBusy', there);
  }
  demand('installSolution', workspace);
  await tx
    .update(solutionInstances)
    .set({ status: 'uninstall_pending', updatedAt: new Date() })
    .where(eq(solutionInstances.id, id));
  const { databaseId } = workspace;
  await enqueue(tx, {
    kind: 'uninstall-solution',
    workspaceId,
    databaseId,
    actor,
    payload: { solution_id: id, owned: await ownsGraph(tx, there) },
  });
  return there;
}
