/** What each role may do. One table for all calls and for the statements of GSQL texts. */
import { Privilege, type DatabaseRole } from '@acacia/contract';

const OBSERVER: readonly Privilege[] = [
  'READ_SCHEMA',
  'READ_LOADINGJOB',
  'READ_QUERY',
  'EXECUTE_QUERY',
  'READ_DATA',
];

export const ROLE_PRIVILEGES: Readonly<Record<DatabaseRole, readonly Privilege[]>> = {
  superuser: Privilege.options,
  globalobserver: OBSERVER,
};

/** Privileges whose use changes something: refused by a read-only workspace. */
const READING: ReadonlySet<Privilege> = new Set([...OBSERVER, 'READ_FILE'] satisfies Privilege[]);

export const changesSomething = (privilege: Privilege): boolean => !READING.has(privilege);

export const hasPrivilege = (role: DatabaseRole, privilege: Privilege): boolean =>
  ROLE_PRIVILEGES[role].includes(privilege);

export const missingPrivilege = (name: string, privilege: Privilege): string =>
  `User '${name}' does not have the privilege ${privilege} that this needs.`;
