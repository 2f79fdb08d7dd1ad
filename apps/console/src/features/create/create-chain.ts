/**
 * Creates a workspace with its workgroup and database, in this order. It stops at the first failure and deletes what it
 * had created, so that nothing incomplete stays (specification part 2, section 8).
 */
import { t } from '@acacia/texts';
import type { CloudClient, CloudInput } from '@acacia/api-client';
import { errorText } from '@acacia/ui';
import { formCall, type FormCall } from '../../shell/copy-as/form-call.ts';

type Api = Pick<
  CloudClient,
  'createWorkgroup' | 'createDatabase' | 'createWorkspace' | 'deleteDatabase' | 'deleteWorkgroup'
>;

export interface CreationPlan {
  /** An existing workgroup, or one to create first. */
  readonly workgroup: { readonly id: string } | { readonly create: CloudInput<'createWorkgroup'>['body'] };
  /** An existing database, or the name of one to create. */
  readonly database: { readonly id: string } | { readonly name: string };
  readonly workspace: Omit<CloudInput<'createWorkspace'>['body'], 'tg_database_id'>;
}

/** The calls of a plan; words in capitals stand for ids of what is created before. */
export function callsOf({ workgroup, database, workspace }: CreationPlan): FormCall[] {
  const workgroup_id = 'id' in workgroup ? workgroup.id : 'WORKGROUP_ID';
  const tg_database_id = 'id' in database ? database.id : 'DATABASE_ID';
  const params = { workgroup_id };
  return [
    ...('create' in workgroup ? [formCall('createWorkgroup', { body: workgroup.create })] : []),
    ...('name' in database ? [formCall('createDatabase', { params, body: { name: database.name } })] : []),
    formCall('createWorkspace', { params, body: { ...workspace, tg_database_id } }),
  ];
}

export type CreationStep = 'workgroup' | 'database' | 'workspace';

/** The step that failed and the reason; `leftovers` names objects that could not be deleted again. */
export class CreationFailure extends Error {
  readonly step: CreationStep;
  readonly leftovers: readonly string[];
  constructor(step: CreationStep, cause: unknown, leftovers: readonly string[]) {
    super(errorText(cause), { cause });
    this.name = 'CreationFailure';
    this.step = step;
    this.leftovers = leftovers;
  }
}

interface Undo {
  readonly what: string;
  readonly undo: () => Promise<unknown>;
}

async function takeBack(made: readonly Undo[]): Promise<string[]> {
  const leftovers: string[] = [];
  for (const { what, undo } of made.toReversed()) {
    try {
      await undo();
    } catch (error) {
      leftovers.push(t`${what} (${errorText(error)})`);
    }
  }
  return leftovers;
}

/** Ids of the workspace and of its workgroup. */
interface Created {
  readonly groupID: string;
  readonly workspaceId: string;
}

/** @throws CreationFailure */
export async function createChain(api: Api, plan: CreationPlan): Promise<Created> {
  const made: Undo[] = [];
  let step: CreationStep = 'workgroup';
  try {
    let workgroup_id: string;
    if ('id' in plan.workgroup) workgroup_id = plan.workgroup.id;
    else {
      const group = await api.createWorkgroup({ body: plan.workgroup.create });
      workgroup_id = group.workgroup_id;
      made.push({
        what: t`workgroup ${group.name}`,
        undo: () => api.deleteWorkgroup({ params: { workgroup_id } }),
      });
    }
    step = 'database';
    let tg_database_id: string;
    if ('id' in plan.database) tg_database_id = plan.database.id;
    else {
      const database = await api.createDatabase({
        params: { workgroup_id },
        body: { name: plan.database.name },
      });
      tg_database_id = database.database_id;
      made.push({
        what: t`database ${database.name}`,
        undo: () => api.deleteDatabase({ params: { workgroup_id, database_id: tg_database_id } }),
      });
    }
    step = 'workspace';
    const body = { ...plan.workspace, tg_database_id };
    const { workspace_id } = await api.createWorkspace({ params: { workgroup_id }, body });
    return { groupID: workgroup_id, workspaceId: workspace_id };
  } catch (error) {
    throw new CreationFailure(step, error, await takeBack(made));
  }
}
