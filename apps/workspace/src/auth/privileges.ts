/** Privileges of each built-in role: one table for all calls and for the statements of GSQL texts. */
import { Privilege } from '@acacia/contract';

const OBSERVER: readonly Privilege[] = ['READ_SCHEMA', 'READ_LOADINGJOB'];
const QUERY_READER: readonly Privilege[] = [...OBSERVER, 'EXECUTE_LOADINGJOB', 'READ_DATA'];
const QUERY_WRITER: readonly Privilege[] = [
  ...QUERY_READER,
  'READ_QUERY',
  'CREATE_QUERY',
  'CREATE_DATA',
  'UPDATE_DATA',
  'DELETE_DATA',
];
const DESIGNER: readonly Privilege[] = [...QUERY_WRITER, 'WRITE_SCHEMA', 'WRITE_LOADINGJOB'];
const ADMIN: readonly Privilege[] = [
  ...DESIGNER,
  'WRITE_DATASOURCE',
  'READ_ROLE',
  'WRITE_ROLE',
  'READ_USER',
  'APP_ACCESS_DATA',
  'OWNERSHIP',
];

/** Privileges of members of the organisation: they read everything and change nothing. */
const GLOBAL_OBSERVER: readonly Privilege[] = [...OBSERVER, 'READ_QUERY', 'EXECUTE_QUERY', 'READ_DATA'];

const LOCAL_ROLES = {
  observer: OBSERVER,
  queryreader: QUERY_READER,
  querywriter: QUERY_WRITER,
  designer: DESIGNER,
  admin: ADMIN,
} as const;

const GLOBAL_ROLES = {
  globalobserver: GLOBAL_OBSERVER,
  globaldesigner: DESIGNER,
  superuser: Privilege.options,
} as const;

export const BUILT_IN_ROLES = { local: Object.keys(LOCAL_ROLES), global: Object.keys(GLOBAL_ROLES) };

const TABLE: ReadonlyMap<string, readonly Privilege[]> = new Map(
  Object.entries({ ...LOCAL_ROLES, ...GLOBAL_ROLES }),
);

/** Undefined for a role that is not built in. */
export const privilegesOfBuiltIn = (role: string): readonly Privilege[] | undefined => TABLE.get(role);

/** Privileges that are about one query: whoever owns it has them. */
const QUERY_PRIVILEGES: ReadonlySet<Privilege> = new Set([
  'READ_QUERY',
  'UPDATE_QUERY',
  'DROP_QUERY',
  'INSTALL_QUERY',
  'EXECUTE_QUERY',
  'OWNERSHIP',
] satisfies Privilege[]);

export const isAboutQuery = (privilege: Privilege): boolean => QUERY_PRIVILEGES.has(privilege);

/** Privileges that are the global scope's alone (TigerGraph, list of privileges). */
const GLOBAL_ONLY: ReadonlySet<Privilege> = new Set([
  'WRITE_USER',
  'READ_FILE',
  'WRITE_FILE',
  'EXPORT_GRAPH',
  'CLEAR_GRAPHSTORE',
  'DROP_ALL',
] satisfies Privilege[]);

export const isGlobalOnly = (privilege: Privilege): boolean => GLOBAL_ONLY.has(privilege);

/** Privileges whose use changes something: refused by a read-only workspace. */
const READING: ReadonlySet<Privilege> = new Set([
  ...GLOBAL_OBSERVER,
  'READ_FILE',
  'READ_ROLE',
  'READ_USER',
] satisfies Privilege[]);

export const changesSomething = (privilege: Privilege): boolean => !READING.has(privilege);
