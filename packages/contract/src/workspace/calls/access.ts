/** Who calls: sign-in, users, roles, privileges, secrets and tokens. */
import { z } from 'zod';
import {
  ChangeGroup,
  ChangePassword,
  CheckToken,
  CreateGroup,
  CreateUser,
  DatabaseGroup,
  DatabaseUser,
  DropGroups,
  DropSecrets,
  DropTokens,
  DropUsers,
  GrantPrivileges,
  GrantRoles,
  RoleListing,
  RoleNames,
  Secret,
  SimpleAuth,
  TokenRequest,
} from '../auth.ts';
import { OfGraph, text, type WorkspaceCalls } from './call.ts';

const Token = z.object({ token: z.string() });
/** Answer of `/restpp/requesttoken`; `expiration` in seconds since 1970. */
const OldToken = Token.extend({ expiration: z.number() });
/** Names of users, and secrets: whose tokens; without both those of everybody. */
export const ExpiredTokens = z.strictObject({
  user: z.array(z.string()).default([]),
  secret: z.array(z.string()).default([]),
});
const DropOldToken = z.object({ secret: z.string(), token: z.string() });

export const Login = z.object({ username: z.string().min(1), password: z.string() });
const scimMeta = <T extends string>(type: T) =>
  z.object({ location: z.string(), resourceType: z.literal(type) });
export const SCIM_USER = 'urn:ietf:params:scim:schemas:core:2.0:User';
export const SCIM_GROUP = 'urn:ietf:params:scim:schemas:core:2.0:Group';
const ScimUser = z.object({
  schemas: z.array(z.literal(SCIM_USER)),
  id: z.string(),
  userName: z.string(),
  name: z.object({}),
  active: z.literal(true),
  meta: scimMeta('User'),
});
export const CreateScimUser = z.looseObject({ userName: z.string(), password: z.string() });
export const PatchScimUser = z.looseObject({
  Operations: z
    .array(z.looseObject({ op: z.string(), path: z.string().optional(), value: z.unknown() }))
    .min(1),
});

const ScimGroup = z.object({
  schemas: z.array(z.literal(SCIM_GROUP)),
  id: z.string(),
  displayName: z.string(),
  members: z.array(z.object({ display: z.string(), type: z.literal('User'), value: z.string() })),
  meta: scimMeta('Group'),
});
/** A user by name (`display`), or by name or id (`value`). */
const ScimMember = z
  .looseObject({ display: z.string().optional(), value: z.string().optional() })
  .refine(({ display, value }) => display !== undefined || value !== undefined, {
    error: 'Name the member by "display" or "value"',
  });
export type ScimMember = z.infer<typeof ScimMember>;
/** Users of a workspace at most, and so members of a group. */
export const MOST_DATABASE_USERS = 1_000;
const ScimMembers = z.array(ScimMember).max(MOST_DATABASE_USERS);
export const CreateScimGroup = z.looseObject({
  displayName: z.string().min(1),
  members: ScimMembers.optional(),
});
export const PatchScimGroup = z.looseObject({
  Operations: z
    .array(z.looseObject({ op: z.string(), path: z.string().optional(), value: ScimMembers.optional() }))
    .min(1)
    .max(100),
});
/** A page of a list: `startIndex` counts from 1, `count` is how many are wanted at most. */
export const ScimList = z.object({
  filter: text,
  excludedAttributes: text,
  startIndex: z.coerce.number().int().default(1),
  count: z.coerce.number().int().min(0).optional(),
});

export const accessCalls = {
  'GET /gsql/v1/auth/simple': {
    needs: 'signedIn',
    about: "Gives the caller's roles and privileges by graph; `1` stands for the global scope",
    results: SimpleAuth,
    beside: SimpleAuth,
  },

  'POST /api/auth/login': {
    needs: 'public',
    about: 'Signs in by user and password; the answer has a token in place of a cookie',
    body: Login,
    results: z.object({ username: z.string(), isSuperUser: z.boolean(), token: z.string() }),
  },
  'POST /api/auth/logout': { needs: 'signedIn', about: 'Drops the token of the request' },

  'GET /gsql/v1/users': {
    needs: 'signedIn',
    about: 'Lists users: all with READ_USER, else the caller alone',
    parameters: OfGraph,
    results: z.array(DatabaseUser),
  },
  'GET /gsql/v1/users/:name': {
    needs: 'signedIn',
    about: 'Reads a user; others than oneself with READ_USER',
    parameters: OfGraph,
    results: DatabaseUser,
  },
  'POST /gsql/v1/users': {
    needs: 'WRITE_USER',
    about: 'Creates a user, or with `action=delete` drops users',
    parameters: z.object({ action: z.enum(['create', 'delete']).optional() }),
    body: z.union([CreateUser, DropUsers]),
  },
  'PUT /gsql/v1/users': {
    needs: 'signedIn',
    about: "Changes a password: one's own, or with WRITE_USER that of another",
    body: ChangePassword,
  },
  'DELETE /gsql/v1/users/:name': { needs: 'WRITE_USER', about: 'Drops a user' },

  'GET /gsql/v1/roles': {
    needs: 'READ_ROLE',
    about: 'Lists roles',
    parameters: OfGraph,
    results: RoleListing,
  },
  'POST /gsql/v1/roles': {
    needs: 'WRITE_ROLE',
    about: 'Creates roles',
    parameters: OfGraph,
    body: RoleNames,
    results: z.string(),
  },
  'DELETE /gsql/v1/roles': {
    needs: 'WRITE_ROLE',
    about: 'Drops roles',
    parameters: OfGraph.extend({ role: z.string().describe('Names, separated by commas') }),
    results: z.string(),
  },
  'GET /gsql/v1/roles/:name': {
    needs: 'READ_ROLE',
    about: 'Reads a role that was created, with its privileges',
    parameters: OfGraph,
    results: z.looseObject({ roleName: z.string(), isGlobal: z.boolean() }),
  },
  'DELETE /gsql/v1/roles/:name': { needs: 'signedIn', about: 'Drops a role', results: z.string() },
  'POST /gsql/v1/roles/grant': {
    needs: 'WRITE_ROLE',
    about: 'Grants roles to users',
    parameters: OfGraph,
    body: GrantRoles,
    results: z.string(),
  },
  'POST /gsql/v1/roles/revoke': {
    needs: 'WRITE_ROLE',
    about: 'Revokes roles from users',
    parameters: OfGraph,
    body: GrantRoles,
    results: z.string(),
  },
  'GET /gsql/v1/privileges': {
    needs: 'signedIn',
    about: 'Lists all privileges',
    results: z.array(z.object({ privilegeType: z.string(), privilege: z.string() })),
  },
  'POST /gsql/v1/privileges/grant': {
    needs: 'WRITE_ROLE',
    about: 'Grants privileges to roles',
    parameters: OfGraph,
    body: GrantPrivileges,
  },
  'POST /gsql/v1/privileges/revoke': {
    needs: 'WRITE_ROLE',
    about: 'Revokes privileges from roles',
    parameters: OfGraph,
    body: GrantPrivileges,
  },
  'GET /gsql/v1/groups': {
    needs: 'READ_USER',
    about: 'Lists groups, whose rules put people with tokens of an issuer outside into them',
    parameters: OfGraph,
    results: z.array(DatabaseGroup),
  },
  'GET /gsql/v1/groups/:name': { needs: 'READ_USER', about: 'Reads a group', results: DatabaseGroup },
  'POST /gsql/v1/groups': {
    needs: 'WRITE_USER',
    about: 'Creates a group with a rule on a claim, or with `action=delete` drops groups',
    parameters: z.object({ action: z.enum(['create', 'delete']).optional() }),
    body: z.union([CreateGroup, DropGroups]),
    results: DatabaseGroup.nullable(),
  },
  'PUT /gsql/v1/groups': { needs: 'WRITE_USER', about: "Changes a group's rule", body: ChangeGroup },
  'DELETE /gsql/v1/groups/:name': { needs: 'WRITE_USER', about: 'Drops a group' },
  'GET /gsql/scim/v2/Groups': {
    needs: 'READ_USER',
    about: 'Lists groups with their members as SCIM has them',
    answer: 'json',
    parameters: ScimList,
    results: z.looseObject({ totalResults: z.number(), Resources: z.array(ScimGroup.partial()) }),
  },
  'GET /gsql/scim/v2/Groups/:name': {
    needs: 'READ_USER',
    about: 'Reads a group as SCIM has it',
    answer: 'json',
    results: ScimGroup,
  },
  'POST /gsql/scim/v2/Groups': {
    needs: 'WRITE_USER',
    about: 'Creates a group of users, or with `action=delete` drops groups',
    answer: 'json',
    parameters: z.object({ action: z.enum(['create', 'delete']).optional() }),
    body: z.union([CreateScimGroup, DropGroups]),
    results: z.union([ScimGroup, z.object({ error: z.literal(false), message: z.string() })]),
  },
  'PATCH /gsql/scim/v2/Groups/:name': {
    needs: 'WRITE_USER',
    about: 'Adds, removes or replaces the members of a group',
    answer: 'json',
    body: PatchScimGroup,
    results: ScimGroup,
  },
  'DELETE /gsql/scim/v2/Groups/:name': { needs: 'WRITE_USER', about: 'Drops a group' },
  'GET /gsql/scim/v2/Users': {
    needs: 'READ_USER',
    about: 'Lists users as SCIM has them',
    answer: 'json',
    parameters: ScimList,
    results: z.looseObject({ totalResults: z.number(), Resources: z.array(ScimUser.partial()) }),
  },
  'GET /gsql/scim/v2/Users/:name': {
    needs: 'READ_USER',
    about: 'Reads a user as SCIM has it',
    answer: 'json',
    results: ScimUser,
  },
  'POST /gsql/scim/v2/Users': {
    needs: 'WRITE_USER',
    about: 'Creates a user as SCIM has it, or with `action=delete` drops users',
    answer: 'json',
    parameters: z.object({ action: z.enum(['create', 'delete']).optional() }),
    body: z.union([CreateScimUser, DropUsers]),
    results: z.union([ScimUser, z.object({ error: z.literal(false), message: z.string() })]),
  },
  'PUT /gsql/scim/v2/Users/:name': {
    needs: 'WRITE_USER',
    about: "Changes a user's password",
    answer: 'json',
    body: PatchScimUser,
    results: ScimUser,
  },
  'DELETE /gsql/scim/v2/Users/:name': { needs: 'WRITE_USER', about: 'Drops a user' },

  'GET /restpp/requesttoken': {
    needs: 'public',
    about: 'Makes a token for a secret or a password; `lifetime` in seconds',
    parameters: TokenRequest,
    beside: OldToken,
  },
  'POST /restpp/requesttoken': {
    needs: 'public',
    about: 'Makes a token for a secret or a password; `lifetime` in seconds',
    body: TokenRequest,
    beside: OldToken,
  },
  'DELETE /restpp/requesttoken': { needs: 'public', about: 'Drops a token', body: DropOldToken },
  'DELETE /restpp/expiredtoken': {
    needs: 'signedIn',
    about: 'Removes expired tokens: none are stored, so that nothing is left of them in any case',
    body: ExpiredTokens,
  },
  'POST /gsql/v1/tokens': {
    needs: 'public',
    about: 'Makes a token for a secret or a password; `lifetime` in milliseconds',
    body: TokenRequest,
    results: Token,
    beside: Token.extend({ expiration: z.string() }),
  },
  'DELETE /gsql/v1/tokens': {
    needs: 'public',
    about: "Drops tokens, or with `clear=true` all of the caller's",
    parameters: z.object({ clear: z.stringbool().optional() }),
    body: DropTokens,
  },
  'POST /gsql/v1/tokens/check': {
    needs: 'signedIn',
    about: 'Says whether a token is good',
    body: CheckToken,
  },

  'GET /gsql/v1/secrets': {
    needs: 'signedIn',
    about: "Lists the caller's secrets, masked",
    results: z.array(Secret),
  },
  'POST /gsql/v1/secrets': {
    needs: 'signedIn',
    about: 'Makes a secret; the answer alone has it whole',
    parameters: z.object({ userName: text, alias: text, value: text }),
    results: Secret,
  },
  'DELETE /gsql/v1/secrets': {
    needs: 'signedIn',
    about: 'Drops secrets by value or alias',
    body: DropSecrets,
  },
  'GET /gsql/v1/secrets/:alias': { needs: 'signedIn', about: 'Reads a secret, masked', results: Secret },
  'DELETE /gsql/v1/secrets/:alias': { needs: 'signedIn', about: 'Drops a secret' },
} as const satisfies WorkspaceCalls;
