/** Identity of a workspace's caller, secrets and tokens. */
import { z } from 'zod';
import { recordOf } from '../record-of.ts';

/** Role in a workspace that follows from roles in the organisation; the workspace's own roles are added to it. */
export const DatabaseRole = z.enum(['superuser', 'globalobserver']);
export type DatabaseRole = z.infer<typeof DatabaseRole>;

/** Privileges that a call of a workspace can need, by TigerGraph's names. */
export const Privilege = z.enum([
  'READ_SCHEMA',
  'WRITE_SCHEMA',
  'READ_LOADINGJOB',
  'EXECUTE_LOADINGJOB',
  'WRITE_LOADINGJOB',
  'WRITE_DATASOURCE',
  'READ_QUERY',
  'CREATE_QUERY',
  'UPDATE_QUERY',
  'DROP_QUERY',
  'INSTALL_QUERY',
  'EXECUTE_QUERY',
  'OWNERSHIP',
  'READ_DATA',
  'CREATE_DATA',
  'UPDATE_DATA',
  'DELETE_DATA',
  'READ_FILE',
  'WRITE_FILE',
  'APP_ACCESS_DATA',
  'DROP_GRAPH',
  'EXPORT_GRAPH',
  'CLEAR_GRAPHSTORE',
  'DROP_ALL',
  'READ_USER',
  'WRITE_USER',
  'READ_ROLE',
  'WRITE_ROLE',
]);
export type Privilege = z.infer<typeof Privilege>;

/** The graph name under which privileges and roles for everything stand. */
export const GLOBAL_SCOPE = '1';

/** GET /gsql/v1/auth/simple: maps are from graph name (`1`: global). */
export const SimpleAuth = z
  .object({
    name: z.string(),
    isSuperUser: z.boolean(),
    roles: z.record(z.string(), z.array(z.string())),
    privileges: z.record(
      z.string(),
      z.object({
        privileges: z.array(z.string()),
        /** Privileges on single queries of the graph, beyond those on all. */
        queries: recordOf(z.object({ privileges: z.array(z.string()) })).optional(),
      }),
    ),
  })
  .meta({ id: 'SimpleAuth' });
export type SimpleAuth = z.infer<typeof SimpleAuth>;

/** `value` is whole in the answer that makes the secret, and masked (`ab…yz`) in all others. */
export const Secret = z.object({ alias: z.string(), value: z.string(), expiration: z.iso.datetime() });
export type Secret = z.infer<typeof Secret>;

/**
 * `lifetime` as a number or as text; clients send both. In milliseconds for /gsql/v1/tokens (GSQL endpoints,
 * "create new JWT token"), in seconds for /restpp/requesttoken.
 */
export const TokenRequest = z.object({
  secret: z.string().optional(),
  graph: z.string().optional(),
  lifetime: z
    .union([
      z.number().nonnegative('lifetime must be a number, 0 or more'),
      z.string().regex(/^\d*$/, 'lifetime must be a number, 0 or more'),
    ])
    .optional(),
});

export const TokenAnswer = z.object({
  error: z.literal(false),
  message: z.string(),
  token: z.string(),
  /** As text (`Wed Jul 10 06:12:47 UTC 2024`) from /gsql/v1/tokens, as Unix seconds from /restpp/requesttoken. */
  expiration: z.union([z.string(), z.number()]),
  results: z.object({ token: z.string() }).optional(),
});
export type TokenAnswer = z.infer<typeof TokenAnswer>;

/** Where the request names no caller, a secret identifies its owner. */
export const DropTokens = z.object({ tokens: z.string().optional(), secret: z.string().optional() });
/** PUT /gsql/v1/users: a new password for a user of the workspace itself; TigerGraph's own calls say `name`. */
export const ChangePassword = z
  .object({
    username: z.string().optional(),
    name: z.string().optional(),
    password: z.string(),
  })
  .transform(({ username, name, password }) => ({ username: username ?? name ?? '', password }));

export const CreateUser = z.object({ username: z.string(), password: z.string() });
export const DropUsers = z.object({ userNames: z.array(z.string()).min(1) });
export const RoleNames = z.object({ roles: z.array(z.string()).min(1) });
export const GrantRoles = z.object({ roles: z.array(z.string()).min(1), users: z.array(z.string()).min(1) });
/** `roles` may name users too. */
export const GrantPrivileges = z.strictObject({
  privileges: z.array(Privilege).min(1),
  roles: z.array(z.string()).min(1),
  /** One query of the graph that the address names, for privileges about queries. */
  queryName: z.string().min(1).optional(),
});

/** GET /gsql/v1/roles: names of roles; those that people made by graph (`1`: global). */
export const RoleListing = z.object({
  builtIn: z.object({ global: z.array(z.string()), local: z.array(z.string()) }),
  userDefinedRoles: recordOf(z.array(z.string())),
});
export type RoleListing = z.infer<typeof RoleListing>;

/** GET /gsql/v1/users: maps are from graph name (`1`: global). */
export const DatabaseUser = SimpleAuth.extend({
  /** False for members of the organisation, who sign in there. */
  hasPassword: z.boolean(),
  /** Aliases. */
  secrets: z.array(z.string()),
  lastSuccessLogin: z.string().nullable(),
  /** When the user may sign in again: at once, since wrong passwords are counted by address and lock nobody out. */
  nextValidLogin: z.string().nullable(),
  /** Whether the user cannot sign in: a person who has left the organisation is not listed at all. */
  disabled: z.boolean(),
  failedAttempts: z.number(),
});
export type DatabaseUser = z.infer<typeof DatabaseUser>;

/** A group: people with tokens of an issuer outside who have a claim with a value, and users of the workspace. */
export const DatabaseGroup = SimpleAuth.extend({
  /** `claim=value`, or `regex: claim=expression`; '' for none. */
  rule: z.string(),
  /** Names of users. */
  members: z.array(z.string()),
});
export type DatabaseGroup = z.infer<typeof DatabaseGroup>;
export const CreateGroup = z.object({ groupName: z.string().min(1), proxyRule: z.string().min(1) });
export const ChangeGroup = z.object({ name: z.string().min(1), rule: z.string().min(1) });
export const DropGroups = z.object({ groupNames: z.array(z.string().min(1)).min(1) });

export const CheckToken = z.object({ token: z.string() });
export const DropSecrets = z.object({ secrets: z.array(z.string()) });
