/** Users of the workspace itself: who signs in here with a password, and not in the organisation. */
import { Problem } from '../http/problem.ts';
import { knownRole, type Caller } from './caller.ts';
import { SUPERUSER, type Credentials, type CredentialsFile } from './credentials.ts';
import { hashPassword } from './password.ts';
import { missingPrivilege } from './privileges.ts';
import { rolesAt } from './rights.ts';
import { rightsOf } from './caller.ts';

const GLOBALLY = { graph: null } as const;

const refuse = (status: number, message: string): Problem => new Problem(status, '', message);

const noUser = (name: string): Problem => refuse(404, `The user "${name}" does not exist.`);

/** Everyone that is known here: with a password, with secrets, or with rights. */
export const userNames = ({ current }: Credentials): string[] => [
  ...new Set([
    SUPERUSER,
    ...Object.keys(current.users),
    ...Object.keys(current.roles),
    ...Object.keys(current.rights),
  ]),
];

/** Whether a name is one of a member of the organisation, whom the workspace may not have met yet. */
const isMember = ({ ofOrganisation }: Credentials, name: string): boolean =>
  ofOrganisation && name.includes('@');

/** Whether rights can be given to someone of this name. */
export const isUserName = (credentials: Credentials, name: string): boolean =>
  userNames(credentials).includes(name) || isMember(credentials, name);

const isSuperuserNamed = (credentials: Credentials, name: string): boolean =>
  rolesAt(rightsOf(credentials, name, knownRole(credentials, name)), null).includes('superuser');

/** Whoever is no superuser cannot become one by way of one's password. */
const demandRank = (credentials: Credentials, caller: Caller, name: string): void => {
  if (isSuperuserNamed(credentials, name) && !caller.isSuperuser() && name !== caller.name)
    throw refuse(403, `"${name}" is a superuser: only superusers change or drop them.`);
};

const demandWriteUser = (caller: Caller): void => {
  if (!caller.may('WRITE_USER', GLOBALLY))
    throw new Problem(403, 'REST-10016', missingPrivilege(caller.name, 'WRITE_USER'));
};

/** Any signs but space, controls and the colon, which ends a name in Basic (TigerGraph 4.2, user management). */
// eslint-disable-next-line no-control-regex
const STRANGE = /[\s\u0000-\u001f\u007f:]/u;

export async function createUser(
  credentials: Credentials,
  caller: Caller,
  name: string,
  password: string,
): Promise<void> {
  demandWriteUser(caller);
  if (name === '' || STRANGE.test(name) || name.startsWith('__'))
    throw refuse(400, `"${name}" cannot be the name of a user.`);
  if (isMember(credentials, name))
    throw refuse(400, `"${name}" cannot be made here: names with @ are those of the organisation's members.`);
  if (password === '') throw refuse(400, 'A password cannot be empty.');
  const hash = await hashPassword(password);
  await credentials.update((before) => {
    const taken =
      name === SUPERUSER || Object.hasOwn(before.users, name) || Object.hasOwn(before.roles, name);
    if (taken) throw refuse(409, `The user "${name}" already exists.`);
    return { ...before, users: { ...before.users, [name]: hash } };
  });
}

const without = <T>(record: Readonly<Record<string, T>>, names: readonly string[]): Record<string, T> =>
  Object.fromEntries(Object.entries(record).filter(([name]) => !names.includes(name)));

/** All of them, or none; their secrets, tokens and rights go with them. */
export async function dropUsers(
  credentials: Credentials,
  caller: Caller,
  names: readonly string[],
): Promise<void> {
  demandWriteUser(caller);
  const now = Math.floor(Date.now() / 1000) + 1;
  await credentials.update((before): CredentialsFile => {
    for (const name of names) {
      if (name === SUPERUSER) throw refuse(400, `The user "${SUPERUSER}" cannot be dropped.`);
      if (!Object.hasOwn(before.users, name)) throw noUser(name);
      demandRank(credentials, caller, name);
    }
    return {
      ...before,
      users: without(before.users, names),
      rights: without(before.rights, names),
      roles: without(before.roles, names),
      secrets: before.secrets.filter(({ owner }) => !names.includes(owner)),
      droppedBefore: { ...before.droppedBefore, ...Object.fromEntries(names.map((name) => [name, now])) },
    };
  });
}

/** Everyone may change the own password; those of others who may WRITE_USER. */
export async function changePassword(
  credentials: Credentials,
  caller: Caller,
  name: string,
  password: string,
): Promise<void> {
  const { current } = credentials;
  if (name !== caller.name || name === SUPERUSER) demandWriteUser(caller);
  if (name !== SUPERUSER && !Object.hasOwn(current.users, name)) {
    throw Object.hasOwn(current.roles, name) || name === caller.name
      ? refuse(404, `The password of '${name}' is not kept here: they sign in to the organisation.`)
      : noUser(name);
  }
  demandRank(credentials, caller, name);
  if (password === '') throw refuse(400, 'A password cannot be empty.');
  const hash = await hashPassword(password);
  await credentials.update((before) => {
    if (name === SUPERUSER) return { ...before, password: hash };
    if (!Object.hasOwn(before.users, name)) throw noUser(name);
    return { ...before, users: { ...before.users, [name]: hash } };
  });
}
