/** Secrets: random words that stand for a user, for programs. Shown when they are made, and kept as hashes. */
import { randomInt } from 'node:crypto';
import type { Secret } from '@acacia/contract';
import { Problem } from '../http/problem.ts';
import type { Caller } from './caller.ts';
import { secondNow, type Credentials } from './credentials.ts';
import { digestOf, maskOf, type CredentialsFile, type StoredSecret } from './credentials-file.ts';
import { isKnown } from './standing.ts';

const ALPHABET = 'abcdefghijklmnopqrstuvwxyz0123456789';
const randomText = (length: number): string =>
  Array.from({ length }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');

/** Secrets that one user may have. */
const MOST = 100;

const shown = ({ alias, masked, expires }: StoredSecret, value = masked): Secret => ({
  alias,
  value,
  expiration: new Date(expires * 1000).toISOString(),
});

export const secretsOf = (credentials: Credentials, owner: string): Secret[] =>
  credentials.current.secrets.filter((secret) => secret.owner === owner).map((secret) => shown(secret));

export function secretByAlias(credentials: Credentials, owner: string, alias: string): Secret {
  const secret = credentials.current.secrets.find(
    (candidate) => candidate.owner === owner && candidate.alias === alias,
  );
  if (secret === undefined) throw new Problem(404, '', `The secret with alias '${alias}' does not exist.`);
  return shown(secret);
}

/** The secret with this value; undefined when there is none, or it has ended. */
export function secretOfValue({ current }: Credentials, value: string): StoredSecret | undefined {
  const digest = digestOf(value);
  const secret = current.secrets.find((candidate) => candidate.digest === digest);
  return secret === undefined || secret.expires <= secondNow() ? undefined : secret;
}

/**
 * The value is the workspace's to make: whoever chose one would choose a weak one, or learn that somebody else has it.
 * An alias is made when none is given.
 */
export async function createSecret(
  credentials: Credentials,
  owner: Pick<Caller, 'name' | 'role' | 'until'>,
  given: { readonly alias?: string | undefined; readonly value?: string | undefined },
): Promise<Secret> {
  if (given.value !== undefined && given.value !== '') {
    throw new Problem(400, 'REST-30000', 'value: the workspace makes the values of secrets. Leave it out.');
  }
  if (!isKnown(credentials, owner.name)) {
    throw new Problem(403, 'REST-10016', `"${owner.name}" has no access to this workspace of their own.`);
  }
  const alias = given.alias?.trim() || `AUTO_GENERATED_ALIAS_${randomText(7)}`;
  const value = randomText(32);
  const now = secondNow();
  const secret: StoredSecret = {
    alias,
    owner: owner.name,
    digest: digestOf(value),
    masked: maskOf(value),
    role: credentials.people.isPerson(owner.name) ? owner.role : null,
    expires: Math.min(now + credentials.longestSeconds, owner.until ?? Infinity),
  };
  await credentials.update((before): CredentialsFile => {
    const living = before.secrets.filter(({ expires }) => expires > now);
    const own = living.filter((other) => other.owner === owner.name);
    if (own.some((other) => other.alias === alias)) {
      throw new Problem(409, '', `The secret with alias '${alias}' already exists.`);
    }
    if (own.length >= MOST)
      throw new Problem(409, '', `There are ${MOST} secrets of yours. Drop some first.`);
    return { ...before, secrets: [...living, secret] };
  });
  return shown(secret, value);
}

/** Drops secrets by alias or value. Throws a 404 when one is not there, and drops none then. */
export async function dropSecrets(
  credentials: Credentials,
  owner: string,
  names: readonly string[],
): Promise<void> {
  await credentials.update((before) => {
    const dropped = new Set<StoredSecret>();
    for (const name of names) {
      const digest = digestOf(name);
      const secret = before.secrets.find(
        (candidate) => candidate.owner === owner && (candidate.alias === name || candidate.digest === digest),
      );
      if (secret === undefined) throw new Problem(404, '', `The secret '${name}' does not exist.`);
      dropped.add(secret);
    }
    return { ...before, secrets: before.secrets.filter((secret) => !dropped.has(secret)) };
  });
}
