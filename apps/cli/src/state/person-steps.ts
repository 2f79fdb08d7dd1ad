/** Steps for people: invitations and roles. */
import type { PersonFile, State } from './model.ts';
import { changed, step, type Live, type Step } from './step.ts';

const NONE: Omit<PersonFile, 'email'> = {
  organization_admin: false,
  billing: null,
  workgroups: [],
  workspaces: {},
};

const rolesOf = ({ organization_admin }: PersonFile): readonly ['super-admins' | 'users'] => [
  organization_admin ? 'super-admins' : 'users',
];

const placesWith = ({ workspaces }: PersonFile, role: 'admin' | 'user'): string[] =>
  Object.entries(workspaces).flatMap(([path, held]) => (held === role ? [path] : []));

function workspaceId({ workspace }: Live, path: string): string {
  const [group = '', name = ''] = path.split('/');
  return workspace(group, name);
}

/** Takes the roles that are held no more, then gives the wanted ones: a role that is held already is no error. */
async function setRoles(live: Live, now: PersonFile, wanted: PersonFile): Promise<void> {
  const { cloud, workgroup } = live;
  const userEmail = wanted.email;
  const left = Object.keys(now.workspaces).filter((path) => wanted.workspaces[path] === undefined);
  const groups = now.workgroups.filter((name) => !wanted.workgroups.includes(name));
  const billing = now.billing !== null && now.billing !== wanted.billing ? now.billing : null;
  if (left.length > 0 || groups.length > 0 || billing !== null) {
    await cloud.revokeRoles({
      body: {
        userEmail,
        workgroupsToRevokeAdmin: groups.map(workgroup),
        workspacesToRevokeRoles: left.map((path) => workspaceId(live, path)),
        billingRoleToRevoke: billing,
      },
    });
  }
  const hasAny = wanted.workgroups.length > 0 || Object.keys(wanted.workspaces).length > 0;
  if (!hasAny && wanted.billing === null) return;
  await cloud.assignRoles({
    body: {
      userEmail,
      workgroupsToAssignAdmin: wanted.workgroups.map(workgroup),
      workspacesToAssignAdmin: placesWith(wanted, 'admin').map((path) => workspaceId(live, path)),
      workspacesToAssignUser: placesWith(wanted, 'user').map((path) => workspaceId(live, path)),
      billingRoleToAssign: wanted.billing,
    },
  });
}

const invited = (wanted: PersonFile): Step =>
  step('+', `user ${wanted.email}`, async (live) => {
    const [outcome] = await live.cloud.inviteUsers({
      query: {},
      body: { users: [{ email: wanted.email, roles: [...rolesOf(wanted)] }] },
    });
    if (outcome?.invited === false) throw new Error(`${wanted.email}: ${outcome.message}`);
    await setRoles(live, { email: wanted.email, ...NONE }, wanted);
  });

function rolesSteps(now: PersonFile, wanted: PersonFile): Step[] {
  return changed(`user ${wanted.email}`, now, wanted, async (live) => {
    if (now.organization_admin !== wanted.organization_admin) {
      const params = { user_id: live.user(wanted.email) };
      await live.cloud.setUserRoles({ params, body: { roles: [...rolesOf(wanted)] } });
    }
    await setRoles(live, now, wanted);
  });
}

/** Nothing where the files, or the caller, know no people. */
export function personSteps(
  now: State['users'],
  wanted: State['users'],
): { readonly steps: readonly Step[]; readonly removals: readonly Step[] } {
  if (now === null || wanted === null) return { steps: [], removals: [] };
  const before = new Map(now.map((person) => [person.email, person]));
  const kept = new Set(wanted.map(({ email }) => email));
  return {
    steps: wanted.flatMap((person) => {
      const known = before.get(person.email);
      return known === undefined ? [invited(person)] : rolesSteps(known, person);
    }),
    removals: now
      .filter(({ email }) => !kept.has(email))
      .map(({ email }) =>
        step('-', `user ${email}`, (live) =>
          live.cloud.deleteUser({ params: { user_id: live.user(email) } }),
        ),
      ),
  };
}
