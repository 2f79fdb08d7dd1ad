/**
 * Values of the form of a new workspace, the request made of them, and their cost (specification part 2, sections 2 and
 * 9).
 */
import { t } from '@acacia/texts';
import {
  addonPerHour,
  AUTO_STOP,
  nextName,
  type Addon,
  type AddonId,
  type OrgQuota,
  type SolutionInstallRequest,
  type WorkspaceMeta,
  type WorkspaceType,
} from '@acacia/contract';
import type { useForm } from '@mantine/form';
import { suggestedName } from '../workgroups/solutions/solution-state.ts';
import type { CreationPlan } from './create-chain.ts';

export interface Values {
  name: string;
  version: string;
  size: string;
  ha: boolean;
  source: 'new' | 'existing';
  databaseName: string;
  databaseId: string;
  suspends: boolean;
  /** As typed: '' while the field is empty. */
  minutes: number | string;
  resumes: boolean;
  /** '' for none. */
  solutionId: string;
  data: SolutionInstallRequest['data_source_origin'];
  addons: AddonId[];
}

/** The form as its parts are given it. */
export type WorkspaceFormState = Pick<
  ReturnType<typeof useForm<Values>>,
  'values' | 'setFieldValue' | 'getInputProps'
>;

interface Start {
  readonly catalog: WorkspaceMeta;
  readonly types: readonly WorkspaceType[];
  readonly tier: OrgQuota['tier'];
  readonly workspaceNames: readonly string[];
  readonly databaseNames: readonly string[];
  /** From the address. */
  readonly solutionId: string | undefined;
}

/** Latest version and first size; suspended by itself on the free tier alone. */
export const initialValues = (start: Start): Values => ({
  name: nextName('Workspace', start.workspaceNames),
  version: start.catalog.tgVersions[0]?.name ?? '',
  size: start.types.find((type) => !type.disabled)?.typeName ?? '',
  ha: false,
  source: 'new',
  databaseName: nextName('Database', start.databaseNames),
  databaseId: '',
  suspends: start.tier === 'free',
  minutes: AUTO_STOP.default,
  resumes: true,
  solutionId: start.solutionId ?? '',
  data: 'sample',
  addons: [],
});

interface Chosen {
  /** Whether the workspace is read-write; otherwise it has neither replicas nor a solution. */
  readonly writes: boolean;
  /** The solution's name; undefined for none. */
  readonly solution: string | undefined;
  readonly timeZone: string;
}

export function workspaceOf(values: Values, chosen: Chosen): CreationPlan['workspace'] {
  const { writes, solution, timeZone } = chosen;
  return {
    name: values.name,
    tg_version: values.version,
    workspace_type_name: values.size,
    is_rw: writes,
    enable_ha: writes && values.ha,
    enable_auto_start: values.resumes,
    auto_stop_minutes: values.suspends ? Number(values.minutes) : 0,
    addons: values.addons.map((addons_id) => ({ addons_id, enable: true, enable_configuration: true })),
    maintenance_window_time_zone: timeZone,
    ...(writes && solution !== undefined
      ? {
          solution_install_request: {
            name: suggestedName(solution),
            solution_catalog_id: values.solutionId,
            data_source_origin: values.data,
          },
        }
      : {}),
  };
}

/**
 * Parts of the price an hour.
 * @param ha whether it will have high availability, whatever the switch says
 */
export function pricesOf(size: WorkspaceType, ha: boolean, addons: readonly Addon[]) {
  return [
    { label: t`Compute ${size.typeName}`, cost: size.cost_per_hour },
    ...(ha ? [{ label: t`High availability`, cost: size.cost_per_hour_with_ha - size.cost_per_hour }] : []),
    ...addons.map(({ Title, Amount }) => ({
      label: Title,
      cost: addonPerHour(Amount, size.base_cost_per_hour),
    })),
  ];
}
