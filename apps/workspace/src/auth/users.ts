/** Users of the workspace itself, who sign in here with a password and not through the organisation. */
import { MOST_DATABASE_USERS, passwordFault, userNameFault } from '@acacia/contract';
import { hashPassword, PasswordsBusy } from '@acacia/passwords';
import { problem, type Problem } from '../errors/problem.ts';
import type { Caller } from './caller.ts';
import { SUPERUSER, type Credentials } from './credentials.ts';
import type { CredentialsFile } from './credentials-file.ts';
import { rolesAt } from './rights.ts';
import { isKnown, knownRole, rightsOf } from './standing.ts';

const GLOBALLY = { graph: null } as const;

const noUser = (name: string): Problem => problem('noUser', { name });

/** Everyone whose credentials are taken: users of the workspace, and people of the organisation. */
export const userNames = (credentials: Credentials): string[] =>
  [SUPERUSER, ...Object.keys(credentials.current.users), ...credentials.people.names()].filter(
    (name, index, all) => all.indexOf(name) === index && isKnown(credentials, name),
  );

const isSuperuserNamed = (credentials: Credentials, name: string): boolean =>
  rolesAt(rightsOf(credentials, name, knownRole(credentials, name)), null).includes('superuser');

/** A user who is no superuser cannot become one by changing a superuser's password. */
function demandRank(credentials: Credentials, caller: Caller, name: string): void {
  if (isSuperuserNamed(credentials, name) && !caller.isSuperuser() && name !== caller.name)
    throw problem('superuserOnly', { name });
}

function demandWriteUser(caller: Caller): void {
  if (!caller.may('WRITE_USER', GLOBALLY))
    throw problem('privilegeMissing', { name: caller.name, privilege: 'WRITE_USER' });
}

async function hashed(password: string): Promise<string> {
  try {
    return await hashPassword(password);
  } catch (error) {
    if (!(error instanceof PasswordsBusy)) throw error;
    throw problem('passwordsBusy', { reason: error.message }).after(error.retryAfterSeconds);
  }
}

function demandPassword(password: string, name: string): void {
  const reason = passwordFault(password, [name]);
  if (reason !== null) throw problem('passwordRefused', { reason });
}

/** @throws Problem when the name or the password cannot be used */
export async function createUser(
  credentials: Credentials,
  caller: Caller,
  name: string,
  password: string,
): Promise<void> {
  demandWriteUser(caller);
  const reason = userNameFault(name);
  if (reason !== null) throw problem('userName', { reason });
  if (credentials.people.isPerson(name)) throw problem('memberName', { name });
  demandPassword(password, name);
  const hash = await hashed(password);
  await credentials.update((before) => {
    const taken =
      name === SUPERUSER || Object.hasOwn(before.users, name) || Object.hasOwn(before.groups, name);
    if (taken) throw problem('userThere', { name });
    // Each change writes all of them.
    if (Object.keys(before.users).length >= MOST_DATABASE_USERS)
      throw problem('tooManyUsers', { most: MOST_DATABASE_USERS });
    // Rights that a token of an issuer outside got under this name stay with nobody.
    const rights = without(before.rights, [name]);
    return { ...before, rights, users: { ...before.users, [name]: hash } };
  });
}

const without = <T>(record: Readonly<Record<string, T>>, names: readonly string[]): Record<string, T> =>
  Object.fromEntries(Object.entries(record).filter(([name]) => !names.includes(name)));

/** Drops all of the users, or none; their secrets, tokens and rights are removed with them. */
export async function dropUsers(
  credentials: Credentials,
  caller: Caller,
  names: readonly string[],
): Promise<void> {
  demandWriteUser(caller);
  const now = Math.floor(Date.now() / 1000) + 1;
  await credentials.update((before): CredentialsFile => {
    for (const name of names) {
      if (name === SUPERUSER) throw problem('userStays', { name });
      if (!Object.hasOwn(before.users, name)) throw noUser(name);
      demandRank(credentials, caller, name);
    }
    return {
      ...before,
      users: without(before.users, names),
      members: Object.fromEntries(
        Object.entries(before.members).map(([group, members]) => [
          group,
          members.filter((member) => !names.includes(member)),
        ]),
      ),
      rights: without(before.rights, names),
      secrets: before.secrets.filter(({ owner }) => !names.includes(owner)),
      droppedBefore: { ...before.droppedBefore, ...Object.fromEntries(names.map((name) => [name, now])) },
    };
  });
}

/**
 * Everyone may change their own password; those with WRITE_USER also that of others.
 * @throws Problem when the caller may not, or the password is one that cannot be chosen
 */
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
      ? problem('passwordElsewhere', { name })
      : noUser(name);
  }
  demandRank(credentials, caller, name);
  demandPassword(password, name);
  const hash = await hashed(password);
  await credentials.update((before) => {
    if (name === SUPERUSER) return { ...before, password: hash };
    if (!Object.hasOwn(before.users, name)) throw noUser(name);
    return { ...before, users: { ...before.users, [name]: hash } };
  });
}
