/** Reads what a directory writes of a person: a whole resource, or the operations of a PATCH. */
import { normalAddress } from '@acacia/contract';
import type { ScimNames } from '../../database/scim-tables.ts';
import { problem } from '../../errors/problem.ts';
import { badValue, fault } from './fault.ts';
import { entriesOf, parsePath, type Operation, type Path } from './patch.ts';

/** The attributes of a person that a request changes; absent ones stay. */
export interface UserInput {
  userName?: string;
  /** Null: there is none any more. */
  externalId?: string | null;
  active?: boolean;
  /** As `normalAddress` gives it. */
  email?: string;
  /** Null: the name is removed. */
  names: { -readonly [Name in keyof ScimNames]?: string | null };
}

const LONGEST = 200;
const LONGEST_USER_NAME = 320;
const NAMES = {
  displayname: 'displayName',
  formatted: 'formatted',
  givenname: 'givenName',
  familyname: 'familyName',
} as const;

export function textOf(attribute: string, value: unknown, longest = LONGEST): string {
  if (typeof value !== 'string') throw badValue(`${attribute} must be a text.`);
  const text = value.replaceAll(/\p{Cc}/gu, ' ').trim();
  if (text.length > longest) throw badValue(`${attribute} can have ${longest} characters.`);
  return text;
}

/** @param value Entra ID writes "True" and "False" unless it is told otherwise */
function flagOf(attribute: string, value: unknown): boolean {
  const text = String(value).toLowerCase();
  if (text !== 'true' && text !== 'false') throw badValue(`${attribute} must be true or false.`);
  return text === 'true';
}

const isRemoved = (value: unknown): boolean => value === undefined || value === null || value === '';

/** @throws ScimFault when no account can have the address */
export function addressOf(value: unknown): string {
  const address = typeof value === 'string' ? normalAddress(value) : null;
  if (address === null) throw fault(problem('scimEmailNeeded'), 'invalidValue');
  return address;
}

function setName(input: UserInput, name: keyof typeof NAMES, value: unknown): void {
  const given = isRemoved(value) ? '' : textOf(NAMES[name], value);
  input.names[NAMES[name]] = given === '' ? null : given;
}

const isName = (name: string): name is keyof typeof NAMES => Object.hasOwn(NAMES, name);

interface Email {
  readonly value?: unknown;
  readonly type?: unknown;
  readonly primary?: unknown;
}

/** The address among several: the primary one, or that of work, or the first. */
function chosenOf(value: unknown): unknown {
  if (!Array.isArray(value))
    return typeof value === 'object' && value !== null ? (value as Email).value : value;
  const emails = value.filter((each): each is Email => typeof each === 'object' && each !== null);
  const chosen =
    emails.find(({ primary }) => String(primary).toLowerCase() === 'true') ??
    emails.find(({ type }) => type === 'work') ??
    emails[0];
  return chosen?.value;
}

/** Whether a condition in brackets is about another address than the one that is kept. */
const isOther = ({ filter }: Path): boolean =>
  filter !== null && filter.kind === 'eq' && filter.attribute === 'type' && filter.value !== 'work';

function setEmails(input: UserInput, path: Path, value: unknown): void {
  // Only one address is kept.
  if (isOther(path) || (path.below !== null && path.below !== 'value')) return;
  const chosen = chosenOf(value);
  // Without addresses the person's stays.
  if (Array.isArray(value) && chosen === undefined) return;
  input.email = addressOf(chosen);
}

/** Sets one attribute; those that are not kept are passed over (RFC 7644, section 3.3). */
function setAttribute(input: UserInput, path: Path, value: unknown): void {
  const { attribute, below } = path;
  if (attribute === 'username') {
    const userName = isRemoved(value) ? '' : textOf('userName', value, LONGEST_USER_NAME);
    if (userName === '') throw badValue('userName must not be empty.');
    input.userName = userName;
  } else if (attribute === 'externalid') {
    input.externalId = isRemoved(value) ? null : textOf('externalId', value);
  } else if (attribute === 'active') {
    if (!isRemoved(value)) input.active = flagOf('active', value);
  } else if (attribute === 'displayname') {
    setName(input, 'displayname', value);
  } else if (attribute === 'name') {
    const parts: [string, unknown][] = below === null ? entriesOf(value) : [[below, value]];
    for (const [key, part] of parts) {
      const name = key.toLowerCase();
      if (isName(name) && name !== 'displayname') setName(input, name, part);
    }
  } else if (attribute === 'emails') {
    setEmails(input, path, value);
  }
}

/** @throws ScimFault naming the attribute that is not as it must be */
export function inputOfResource(body: unknown): UserInput {
  const input: UserInput = { names: {} };
  // Entra ID writes names with dots where a value names the attributes.
  for (const [key, value] of entriesOf(body)) {
    if (key.toLowerCase() !== 'schemas') setAttribute(input, parsePath(key), value);
  }
  return input;
}

/** @throws ScimFault naming the attribute or path that is not as it must be */
export function inputOfOperations(operations: readonly Operation[]): UserInput {
  const input: UserInput = { names: {} };
  for (const { op, path, value } of operations) {
    if (path !== null) setAttribute(input, path, op === 'remove' ? undefined : value);
    else if (op !== 'remove')
      for (const [key, each] of entriesOf(value)) setAttribute(input, parsePath(key), each);
  }
  return input;
}
