/** Notifications of the database's triggers (migration 0026), and the event that each is for a person by their roles. */
import {
  can,
  cloudApi,
  isEveryones,
  type CloudCall,
  type CloudEvent,
  type Permission,
  type RoleGrant,
  type Route,
} from '@acacia/contract';
import { z } from 'zod';
import type { Actor } from '../../identity/person.ts';

/** The channel of PostgreSQL. */
export const CHANNEL = 'acacia_events';

const Place = z.object({
  kind: z.enum(['workgroup', 'workspace', 'solution', 'profile']),
  org: z.string(),
  workgroup: z.string(),
  workspace: z.string().nullable().default(null),
});
type Place = z.infer<typeof Place>;

const Told = z.discriminatedUnion('kind', [
  Place,
  /** A call that has changed something, by its row of the audit log. */
  z.object({ kind: z.literal('call'), org: z.string(), action: z.string() }),
  /** The roles or the membership of an account. */
  z.object({ kind: z.literal('access'), org: z.string(), account: z.string() }),
  /** The end of a session. */
  z.object({ kind: z.literal('session'), sid: z.string() }),
]);
export type Told = z.infer<typeof Told>;

/** Undefined for what another version of the control plane has sent. */
export function toldBy(payload: string): Told | undefined {
  try {
    return Told.parse(JSON.parse(payload));
  } catch {
    return undefined;
  }
}

const SIGHT: Readonly<Record<Place['kind'], Permission>> = {
  workgroup: 'workgroup.read',
  workspace: 'workspace.read',
  solution: 'solution.read',
  profile: 'dataProfile.read',
};

function ofPlace({ kind, workgroup: workgroup_id, workspace: workspace_id }: Place, grants: Actor['grants']) {
  const [permission, scope] =
    workspace_id === null
      ? (['workgroup.read', { workgroup_id }] as const)
      : ([SIGHT[kind], { workgroup_id, workspace_id }] as const);
  return can(grants, permission, scope) ? { kind, workgroup_id, workspace_id } : undefined;
}

/** Whether a role gives the permission in its own scope, wherever that is. */
function givesSomewhere(grant: RoleGrant, permission: Permission): boolean {
  const { workgroup_id, workspace_id } = grant;
  return can([grant], permission, {
    ...(workgroup_id === null ? {} : { workgroup_id }),
    ...(workspace_id === null ? {} : { workspace_id }),
  });
}

const holdsSomewhere = (grants: Actor['grants'], permission: Permission): boolean =>
  isEveryones(permission) || grants.some((grant) => givesSomewhere(grant, permission));

const elsewhere = (kind: 'access' | 'organization'): CloudEvent => ({
  kind,
  workgroup_id: null,
  workspace_id: null,
});

/** Calls by name; the audit log has other actions too, such as sign-ins. */
const CALLS: Readonly<Partial<Record<string, Route>>> = cloudApi satisfies Record<CloudCall, Route>;

/** The event for a person of the organisation; undefined where their roles do not let them see the thing. */
export function eventFor(told: Told, { userId, grants }: Actor): CloudEvent | undefined {
  switch (told.kind) {
    case 'session':
      return undefined;
    case 'access':
      if (told.account === userId) return elsewhere('access');
      return holdsSomewhere(grants, 'user.list') ? elsewhere('organization') : undefined;
    case 'call': {
      const permission = CALLS[told.action]?.permission ?? 'signedIn';
      if (permission === 'signedIn' || permission === 'public') return undefined;
      return holdsSomewhere(grants, permission) ? elsewhere('organization') : undefined;
    }
    default:
      return ofPlace(told, grants);
  }
}
