/** The steps from the state that there is to the one in the files. */
import { isDeepStrictEqual } from 'node:util';
import { workspaceSteps } from './workspace-steps.ts';
import { personSteps } from './person-steps.ts';
import type { OrganizationFile, State, WorkgroupFile } from './model.ts';
import { changed, step, type Step } from './step.ts';

function organizationSteps(now: OrganizationFile, wanted: OrganizationFile): Step[] {
  const names = ['name', 'display_name'].filter(
    (field) => !isDeepStrictEqual(pick(now, field), pick(wanted, field)),
  );
  const addOns = (from: OrganizationFile, to: OrganizationFile) =>
    from.add_ons.filter((id) => !to.add_ons.includes(id));
  return [
    ...changed('organization', pickAll(now, names), pickAll(wanted, names), ({ cloud }) =>
      cloud.updateOrganization({ body: { orgName: wanted.name, orgDisplayName: wanted.display_name } }),
    ),
    ...changed(
      'organization',
      { require_second_factor: now.require_second_factor },
      { require_second_factor: wanted.require_second_factor },
      ({ cloud }) =>
        cloud.updateOrganizationSecurity({ body: { require_second_factor: wanted.require_second_factor } }),
    ),
    ...addOns(wanted, now).map((addon_id) =>
      step('+', `add-on ${addon_id}`, ({ cloud }) => cloud.addAddon({ params: { addon_id } })),
    ),
    ...addOns(now, wanted).map((addon_id) =>
      step('-', `add-on ${addon_id}`, ({ cloud }) => cloud.removeAddon({ params: { addon_id } })),
    ),
  ];
}

const pick = (from: object, field: string): unknown => (from as Readonly<Record<string, unknown>>)[field];
const pickAll = (from: object, fields: readonly string[]): Record<string, unknown> =>
  Object.fromEntries(fields.map((field) => [field, pick(from, field)]));

function allowListSteps(now: WorkgroupFile['allow_list'], wanted: WorkgroupFile): Step[] {
  const { name, allow_list } = wanted;
  const what = (cidr: string): string => `allow-list ${name} ${cidr}`;
  const isIn = (list: WorkgroupFile['allow_list'], cidr: string): boolean =>
    list.entries.some((entry) => entry.cidr === cidr);
  const group = (id: (name: string) => string) => ({ workgroup_id: id(name) });
  const entryId = async (cloud: Parameters<Step['run']>[0]['cloud'], workgroup_id: string, cidr: string) =>
    (await cloud.listAllowedIps({ params: { workgroup_id } })).find((entry) => entry.cidr === cidr)?.id ?? '';
  const enabled = ({ enabled: value }: WorkgroupFile['allow_list']) => ({ enabled: value });
  return [
    ...allow_list.entries
      .filter(({ cidr }) => !isIn(now, cidr))
      .map((entry) =>
        step('+', what(entry.cidr), ({ cloud, workgroup }) =>
          cloud.addAllowedIp({ params: group(workgroup), body: entry }),
        ),
      ),
    ...allow_list.entries.flatMap((entry) =>
      changed(
        what(entry.cidr),
        now.entries.find(({ cidr }) => cidr === entry.cidr) ?? entry,
        entry,
        async ({ cloud, workgroup }) => {
          const ip_id = await entryId(cloud, workgroup(name), entry.cidr);
          return cloud.updateAllowedIp({ params: { ...group(workgroup), ip_id }, body: entry });
        },
      ),
    ),
    ...changed(`allow-list ${name}`, enabled(now), enabled(allow_list), ({ cloud, workgroup }) =>
      allow_list.enabled
        ? cloud.enableAllowList({ params: group(workgroup), body: {} })
        : cloud.disableAllowList({ params: group(workgroup) }),
    ),
    ...now.entries
      .filter(({ cidr }) => !isIn(allow_list, cidr))
      .map(({ cidr }) =>
        step('-', what(cidr), async ({ cloud, workgroup }) => {
          const ip_id = await entryId(cloud, workgroup(name), cidr);
          return cloud.deleteAllowedIp({ params: { ...group(workgroup), ip_id }, query: {} });
        }),
      ),
  ];
}

const EMPTY = { enabled: false, entries: [] };

function workgroupSteps(now: WorkgroupFile | undefined, wanted: WorkgroupFile): Step[] {
  const { name, cloud_provider_id, platform, region, enable_application_log } = wanted;
  const databases = wanted.databases.filter((database) => now?.databases.includes(database) !== true);
  const log = (value: boolean) => ({ enable_application_log: value });
  return [
    ...(now === undefined
      ? [
          step('+', `workgroup ${name}`, ({ cloud }) =>
            cloud.createWorkgroup({
              body: { name, cloud_provider_id, platform, region, enable_application_log },
            }),
          ),
        ]
      : changed(
          `workgroup ${name}`,
          log(now.enable_application_log),
          log(enable_application_log),
          ({ cloud, workgroup }) =>
            cloud.updateWorkgroup({
              params: { workgroup_id: workgroup(name) },
              body: log(enable_application_log),
            }),
        )),
    ...databases.map((database) =>
      step('+', `database ${name}/${database}`, ({ cloud, workgroup }) =>
        cloud.createDatabase({ params: { workgroup_id: workgroup(name) }, body: { name: database } }),
      ),
    ),
    // A read-only workspace shows what the read-write one of its database has.
    ...wanted.workspaces
      .toSorted((a, b) => Number(b.is_rw) - Number(a.is_rw))
      .flatMap((workspace) =>
        workspaceSteps(
          name,
          now?.workspaces.find((each) => each.name === workspace.name),
          workspace,
        ),
      ),
    ...allowListSteps(now?.allow_list ?? EMPTY, wanted),
  ];
}

/** Workspaces, databases and workgroups that the files do not have: their data would be lost. */
function removals(now: State, wanted: State): Step[] {
  return now.workgroups.toReversed().flatMap((group) => {
    const kept = wanted.workgroups.find(({ name }) => name === group.name);
    const workspaces = group.workspaces.filter(
      ({ name }) => kept?.workspaces.some((each) => each.name === name) !== true,
    );
    const databases = group.databases.filter((name) => kept?.databases.includes(name) !== true);
    return [
      ...workspaces
        .toSorted((a, b) => Number(a.is_rw) - Number(b.is_rw))
        .map(({ name }) =>
          step('-', `workspace ${group.name}/${name}`, async ({ cloud, workgroup, workspace, settle }) => {
            const params = { workgroup_id: workgroup(group.name), workspace_id: workspace(group.name, name) };
            await cloud.deleteWorkspace({ params });
            await settle(params);
          }),
        ),
      ...databases.map((name) =>
        step('-', `database ${group.name}/${name}`, ({ cloud, workgroup, database }) =>
          cloud.deleteDatabase({
            params: { workgroup_id: workgroup(group.name), database_id: database(group.name, name) },
          }),
        ),
      ),
      ...(kept === undefined
        ? [
            step('-', `workgroup ${group.name}`, ({ cloud, workgroup }) =>
              cloud.deleteWorkgroup({ params: { workgroup_id: workgroup(group.name) } }),
            ),
          ]
        : []),
    ];
  });
}

export interface Plan {
  readonly steps: readonly Step[];
  /** Steps that would lose data or shut people out, which are taken only when they are asked for. */
  readonly removals: readonly Step[];
}

export function planOf(now: State, wanted: State): Plan {
  const people = personSteps(now.users, wanted.users);
  return {
    steps: [
      ...organizationSteps(now.organization, wanted.organization),
      ...wanted.workgroups.flatMap((group) =>
        workgroupSteps(
          now.workgroups.find(({ name }) => name === group.name),
          group,
        ),
      ),
      ...people.steps,
    ],
    removals: [...people.removals, ...removals(now, wanted)],
  };
}
