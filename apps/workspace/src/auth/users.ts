/** Users of the workspace itself: who signs in here with a password, and not in the organisation. */
import { hashPassword, PasswordsBusy } from '@acacia/passwords';
import { Problem } from '../http/problem.ts';
import type { Caller } from './caller.ts';
import { SUPERUSER, type Credentials } from './credentials.ts';
import type { CredentialsFile } from './credentials-file.ts';
import { missingPrivilege } from './privileges.ts';
import { rolesAt } from './rights.ts';
import { isKnown, knownRole, rightsOf } from './standing.ts';

const GLOBALLY = { graph: null } as const;

const refuse = (status: number, message: string): Problem => new Problem(status, '', message);

const noUser = (name: string): Problem => refuse(404, `The user "${name}" does not exist.`);

/** Everyone whose credentials are taken: users of the workspace, and people of the organisation. */
export const userNames = (credentials: Credentials): string[] =>
  [SUPERUSER, ...Object.keys(credentials.current.users), ...credentials.people.names()].filter(
    (name, index, all) => all.indexOf(name) === index && isKnown(credentials, name),
  );

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

async function hashed(password: string): Promise<string> {
  try {
    return await hashPassword(password);
  } catch (error) {
    if (!(error instanceof PasswordsBusy)) throw error;
    throw new Problem(503, 'REST-14000', error.message, error.retryAfterSeconds);
  }
}

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
  if (credentials.people.isPerson(name))
    throw refuse(400, `"${name}" cannot be made here: names with @ are those of the organisation's members.`);
  if (password === '') throw refuse(400, 'A password cannot be empty.');
  const hash = await hashed(password);
  await credentials.update((before) => {
    const taken = name === SUPERUSER || Object.hasOwn(before.users, name);
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
    throw credentials.people.isPerson(name) || name === caller.name
      ? refuse(404, `The password of '${name}' is not kept here: they sign in to the organisation.`)
      : noUser(name);
  }
  demandRank(credentials, caller, name);
  if (password === '') throw refuse(400, 'A password cannot be empty.');
  const hash = await hashed(password);
  await credentials.update((before) => {
    if (name === SUPERUSER) return { ...before, password: hash };
    if (!Object.hasOwn(before.users, name)) throw noUser(name);
    return { ...before, users: { ...before.users, [name]: hash } };
  });
}
