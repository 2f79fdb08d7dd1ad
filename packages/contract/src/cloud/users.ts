/** People of an organisation (specification part 3, sections 3 to 9). */
import { z } from 'zod';
import type { RoleGrant, RoleName } from '../policy.ts';
import { isServiceEmail } from './api-keys.ts';
import { normalEmail } from './email.ts';
import { LISTED_ROLES, NO_ROLE_IN_API, ROLE_IN_API, type ListedRole } from './role-names.ts';

/** Rows of a page of the Users table. */
export const USERS_PAGE_SIZE = 12;
/** Addresses that one call invites, and places that one call changes roles in. */
export const INVITEES_MOST = 1000;
/** Invitations of an organisation that may be pending. */
export const PENDING_MOST = 5000;

export const USER_TEXTS = {
  invite: 'Invite Users',
  notSpecified: 'Not Specified',
  addressInvalid: 'Please input a valid email address',
  alreadyInOrganization: 'This user is already in your organization',
  alreadyInList: 'This user is already in the adding list',
  pending: 'Invitation pending',
  deactivated: 'Deactivated by the directory',
  none: 'No users found.',
  deleting: 'Deleting user',
  deleted: 'User deleted successfully.',
  resending: 'Resending invitation',
  resent: 'Invitation resent successfully',
  invited: 'Invitation send successfully.',
  updated: 'User updated successfully.',
  notYourself: 'You cannot delete yourself.',
  notYourOwnRole: 'You cannot change your own role in the organization. Ask another organization admin.',
  ownWorkspaceRole: 'You cannot remove yourself from a workspace. Another administrator can do it.',
  signedOut: (sessions: number): string =>
    sessions === 0
      ? 'The person has no session that was used last in this organization.'
      : 'The person is signed out.',
  factorsReset: 'Second factors removed. The person was signed out, and told by mail.',
  notYourSessions: 'Your own sessions are in the menu, under Sessions.',
  notYourFactors: 'You cannot reset your own second factors. Use Security in the menu.',
  onlyPending: 'Only a pending invitation can be resent.',
  onlyAfterSignIn: 'Roles can be changed after the first sign-in.',
} as const;

/** `/{workgroupId}/{workspaceId}/workspace-admins`; shorter for roles of a workgroup and of the organisation. */
export const rolePath = ({ name, workgroup_id, workspace_id }: RoleGrant): string =>
  ['', workgroup_id, workspace_id, ROLE_IN_API[name]].filter((part) => part !== null).join('/');

/** The grant that a path of `rolePath` stands for; null for any other text. */
export function grantOfPath(path: string): RoleGrant | null {
  const [root, ...parts] = path.split('/');
  const role = parts.pop();
  const name = (Object.keys(ROLE_IN_API) as RoleName[]).find((each) => ROLE_IN_API[each] === role);
  if (root !== '' || name === undefined || parts.length > 2 || parts.includes('')) return null;
  const [workgroup_id = null, workspace_id = null] = parts;
  return { name, workgroup_id, workspace_id };
}

/** A person of the organisation. */
export const OrgUser = z
  .object({
    id: z.string(),
    name: z.string(),
    email: z.string(),
    /** Name and `rolePath` of each grant that the caller may see. */
    roles: z.array(z.object({ name: z.enum(Object.values(ROLE_IN_API)), path: z.string() })),
    /** When the person was invited or joined. */
    created: z.iso.datetime(),
    /** False while the invitation is pending, or the person is deactivated: the roles are not in force. */
    enabled: z.boolean(),
    /** Whether the organisation's directory has deactivated the person. */
    deactivated: z.boolean(),
    /** Last time that the person was active in the organisation; null: the invitation is pending. */
    metadata: z.object({ lastLogin: z.iso.datetime().nullable() }),
  })
  .meta({ id: 'OrgUser' });
export type OrgUser = z.infer<typeof OrgUser>;

/** Days without a use after which a role is listed for review. */
export const UNUSED_DAYS = 90;

/** A role that allowed no call for some time. */
export const UnusedRole = z
  .object({
    user_id: z.string(),
    /** Of the person; of an API key its description stands in the name. */
    email: z.string(),
    name: z.string(),
    is_api_key: z.boolean(),
    /** `rolePath` of the grant. */
    path: z.string(),
    given: z.iso.datetime(),
    /** Null: it has not been used since it was given. */
    last_used: z.iso.datetime().nullable(),
  })
  .meta({ id: 'UnusedRole' });
export type UnusedRole = z.infer<typeof UnusedRole>;

/** A person as the Users table lists them. */
export interface ListedUser {
  readonly userId: string;
  readonly name: string;
  readonly email: string;
  /** Each name once, the most powerful first; `users` alone for a person without a role. */
  readonly roles: readonly ListedRole[];
  readonly grants: readonly RoleGrant[];
  /** Null: the invitation is pending. */
  readonly lastActive: string | null;
  /** Whether the organisation's directory has deactivated the person. */
  readonly deactivated: boolean;
  readonly created: string;
}

export function listedUser({ id, name, email, roles, created, deactivated, metadata }: OrgUser): ListedUser {
  const grants = roles.flatMap(({ path }) => grantOfPath(path) ?? []);
  const held = new Set<ListedRole>(grants.map((grant) => grant.name));
  const listed = LISTED_ROLES.filter((role) => held.has(role));
  return {
    userId: id,
    name,
    email,
    roles: listed.length === 0 ? [NO_ROLE_IN_API] : listed,
    grants,
    lastActive: metadata.lastLogin,
    deactivated,
    created,
  };
}

const ADDRESS = z.email().max(254);

/**
 * An e-mail address as it is stored and compared: in lower case, without spaces around it; null when it is none.
 * Letters beyond ASCII are refused, since they look like others, and some become ASCII in lower case; addresses of
 * service accounts too, which are nobody's.
 */
export function normalAddress(text: string): string | null {
  const parsed = ADDRESS.safeParse(text.trim());
  if (!parsed.success) return null;
  const email = normalEmail(parsed.data);
  return isServiceEmail(email) ? null : email;
}

/**
 * Why an address cannot be added to those to invite; null when it can.
 * @param known normal addresses of the organisation
 * @param listed normal addresses that are in the list already
 */
export function inviteeFault(
  text: string,
  known: ReadonlySet<string>,
  listed: { has(address: string): boolean },
): string | null {
  const address = normalAddress(text);
  if (address === null) return USER_TEXTS.addressInvalid;
  if (known.has(address)) return USER_TEXTS.alreadyInOrganization;
  return listed.has(address) ? USER_TEXTS.alreadyInList : null;
}

/** Roles in the organisation, by their names in the API. */
export const OrganizationRoleInApi = z.enum([ROLE_IN_API['org-admins'], NO_ROLE_IN_API]);
export type OrganizationRoleInApi = z.infer<typeof OrganizationRoleInApi>;
const oneRole = z.tuple([OrganizationRoleInApi]);

/** Long texts are refused by the length of an address, not read through. */
const anyAddress = z.string().max(320);

export const InviteUsers = z
  .object({
    users: z
      .array(z.object({ email: anyAddress, roles: oneRole }).strict())
      .min(1)
      .max(INVITEES_MOST),
  })
  .strict()
  .meta({ id: 'InviteUsers' });

/** The outcome for one address. */
export const InviteOutcome = z
  .object({
    email: z.string(),
    invited: z.boolean(),
    /** Why the address was not invited; '' when it was. */
    message: z.string(),
  })
  .meta({ id: 'InviteOutcome' });
export type InviteOutcome = z.infer<typeof InviteOutcome>;

export const ResendInvitation = z.object({ email: anyAddress }).strict();
export const SetOrganizationRole = z.object({ roles: oneRole }).strict();

export const BillingRole = z.enum(['billing-admins', 'billing-viewers']);
export type BillingRole = z.infer<typeof BillingRole>;

const ids = z.array(z.string()).max(INVITEES_MOST).default([]);
const billing = BillingRole.nullable().default(null);

/** Roles to give to a person; workgroups and workspaces by their ids. A role replaces the one held at the place. */
export const AssignRoles = z
  .object({
    userEmail: anyAddress,
    workgroupsToAssignAdmin: ids,
    workspacesToAssignAdmin: ids,
    workspacesToAssignUser: ids,
    billingRoleToAssign: billing,
  })
  .strict()
  .meta({ id: 'AssignRoles' });

/** Roles to take from a person. A role that is not held is no error. */
export const RevokeRoles = z
  .object({
    userEmail: anyAddress,
    workgroupsToRevokeAdmin: ids,
    workspacesToRevokeRoles: ids,
    billingRoleToRevoke: billing,
  })
  .strict()
  .meta({ id: 'RevokeRoles' });

export const UserEmails = z
  .object({ userEmails: z.array(anyAddress).min(1).max(INVITEES_MOST) })
  .strict()
  .meta({ id: 'UserEmails' });
