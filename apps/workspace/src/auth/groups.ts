/**
 * Groups of users of the workspace, and of people who sign in by tokens of an issuer outside. A group's rule names a
 * claim and its value. Its members, and whoever has a token with that claim, have the roles that were granted to the
 * group (TigerGraph, "Create user groups with proxy rules" and "SCIM APIs for users/groups").
 */
import { writtenPattern } from '@acacia/engine';
import { problem } from '../errors/problem.ts';
import type { Caller } from './caller.ts';
import { SUPERUSER, type Credentials } from './credentials.ts';
import type { CredentialsFile } from './credentials-file.ts';
import type { OutsideClaims } from './outside-tokens.ts';
import { privilegesOfBuiltIn } from './privileges.ts';
import { ownValue } from './rights.ts';
import { demandHeld } from './roles.ts';

const NAME = /^[A-Za-z]\w{0,127}$/;
/** Groups of one workspace at most: each token is matched against all of them. */
const MOST_GROUPS = 200;

/** `group=hr-department`, or `regex: group=^hr-` with an expression that matches a part of the value. */
const RULE = /^(?<regex>regex:\s*)?(?<claim>[\w:./-]{1,200})=(?<value>.{1,500})$/s;

/** Whether a value of a claim fits a rule. @throws Problem for a text that is no rule */
function parseRule(rule: string): { readonly claim: string; readonly fits: (value: string) => boolean } {
  const { regex, claim = '', value = '' } = RULE.exec(rule.trim())?.groups ?? {};
  if (claim === '') throw problem('groupRule', { rule });
  if (regex === undefined) return { claim, fits: (given) => given === value };
  try {
    return { claim, fits: writtenPattern(value) };
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw problem('groupRule', { rule });
  }
}

/** The values of a claim, which may be a list. `nameid` is the subject, as TigerGraph calls it. */
function valuesOf(claims: OutsideClaims, claim: string): readonly string[] {
  const value = ownValue(claims, claim) ?? (claim === 'nameid' ? claims.sub : undefined);
  return (Array.isArray(value) ? value : [value]).filter((each) => typeof each === 'string');
}

/** Names of the groups that a token puts its owner into. */
export const groupsOf = ({ current }: Credentials, claims: OutsideClaims): readonly string[] =>
  Object.entries(current.groups)
    .filter(([, rule]) => {
      if (rule === '') return false;
      const { claim, fits } = parseRule(rule);
      return valuesOf(claims, claim).some(fits);
    })
    .map(([name]) => name);

function demandWriteUser(caller: Caller): void {
  if (!caller.may('WRITE_USER', { graph: null }))
    throw problem('privilegeMissing', { name: caller.name, privilege: 'WRITE_USER' });
}

function demandGroup(file: CredentialsFile, name: string): void {
  if (!Object.hasOwn(file.groups, name)) throw problem('noGroup', { name });
}

/** Who belongs to a new group: by a rule, or by name. */
type Belonging = { readonly rule: string } | { readonly members: readonly string[] };

/** Users who were created here: people of the organisation have their roles there. */
function demandUsers({ users }: CredentialsFile, names: readonly string[]): void {
  const other = names.find((name) => !Object.hasOwn(users, name));
  if (other !== undefined) throw problem('groupMember', { name: other });
}

/** @throws Problem when the name is taken or cannot be used, the rule is none, or a member is no user */
export async function createGroup(
  credentials: Credentials,
  caller: Caller,
  name: string,
  belonging: Belonging,
): Promise<void> {
  demandWriteUser(caller);
  if (!NAME.test(name)) throw problem('groupName', { name });
  const { rule, members } = { rule: '', members: [], ...belonging };
  if ('rule' in belonging) parseRule(rule);
  await credentials.update((before) => {
    const isTaken =
      name === SUPERUSER ||
      privilegesOfBuiltIn(name) !== undefined ||
      [before.users, before.definedRoles, before.groups].some((record) => Object.hasOwn(record, name));
    if (isTaken) throw problem('groupThere', { name });
    if (Object.keys(before.groups).length >= MOST_GROUPS)
      throw problem('tooManyGroups', { most: MOST_GROUPS });
    demandUsers(before, members);
    // Rights that a caller of that name got for what they created are not the group's.
    const { [name]: _, ...rights } = before.rights;
    const groups = { ...before.groups, [name]: rule.trim() };
    return { ...before, rights, groups, members: { ...before.members, [name]: [...members] } };
  });
}

/**
 * @param change gives the names of the members after the change
 * @throws Problem when there is no such group, a new member is no user, or the group has rights that the caller lacks
 */
export async function changeMembers(
  credentials: Credentials,
  caller: Caller,
  name: string,
  change: (before: readonly string[]) => readonly string[],
): Promise<void> {
  demandWriteUser(caller);
  await credentials.update((before) => {
    demandGroup(before, name);
    demandHeld(before, caller, name);
    const members = [...new Set(change(ownValue(before.members, name) ?? []))];
    demandUsers(before, members);
    return { ...before, members: { ...before.members, [name]: members } };
  });
}

/** @throws Problem when there is no such group, or it has rights that the caller lacks */
export async function changeRule(
  credentials: Credentials,
  caller: Caller,
  name: string,
  rule: string,
): Promise<void> {
  demandWriteUser(caller);
  parseRule(rule);
  await credentials.update((before) => {
    demandGroup(before, name);
    demandHeld(before, caller, name);
    return { ...before, groups: { ...before.groups, [name]: rule.trim() } };
  });
}

/** Drops all of the groups, or none, with their rights. @throws Problem when there is no such group */
export async function dropGroups(
  credentials: Credentials,
  caller: Caller,
  names: readonly string[],
): Promise<void> {
  demandWriteUser(caller);
  await credentials.update((before) => {
    for (const name of names) demandGroup(before, name);
    const kept = <T>(record: Readonly<Record<string, T>>): Record<string, T> =>
      Object.fromEntries(Object.entries(record).filter(([name]) => !names.includes(name)));
    const { groups, members, rights } = before;
    return { ...before, groups: kept(groups), members: kept(members), rights: kept(rights) };
  });
}
