/** Secrets: random words that stand for a user, for programs. Shown once when they are made, and stored as hashes. */
import { randomInt } from 'node:crypto';
import type { DatabaseRole, Secret } from '@acacia/contract';
import { problem } from '../errors/problem.ts';
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

/** @throws Problem when there is none */
export function secretByAlias(credentials: Credentials, owner: string, alias: string): Secret {
  const secret = credentials.current.secrets.find(
    (candidate) => candidate.owner === owner && candidate.alias === alias,
  );
  if (secret === undefined) throw problem('noSecretOfAlias', { alias });
  return shown(secret);
}

/** The secret with this value; undefined when there is none, or it has expired. */
export function secretOfValue({ current }: Credentials, value: string): StoredSecret | undefined {
  const digest = digestOf(value);
  const secret = current.secrets.find((candidate) => candidate.digest === digest);
  return secret === undefined || secret.expires <= secondNow() ? undefined : secret;
}

/** The user for whom a secret is made; as in `Caller`. */
interface SecretOwner {
  readonly name: string;
  /** Role that follows from the organisation; null: a user of the workspace alone. */
  readonly role: DatabaseRole | null;
  /** Unix second in which the credentials expire by which it is made. */
  readonly until?: number | undefined;
}

/**
 * The workspace chooses the value: a person would choose a weak one, or learn that somebody else has it. An alias is
 * generated when none is given.
 * @throws Problem when a value is given, or the owner has no access of their own
 */
export async function createSecret(
  credentials: Credentials,
  owner: SecretOwner,
  given: { readonly alias?: string | undefined; readonly value?: string | undefined },
): Promise<Secret> {
  if (given.value !== undefined && given.value !== '') {
    throw problem('secretValueGiven');
  }
  if (!isKnown(credentials, owner.name)) {
    throw problem('noAccessOfTheirOwn', owner);
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
      throw problem('secretThere', { alias });
    }
    if (own.length >= MOST) throw problem('tooManySecrets', { most: MOST });
    return { ...before, secrets: [...living, secret] };
  });
  return shown(secret, value);
}

/** Drops secrets by alias or value. @throws Problem 404 when one does not exist; then none is dropped */
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
      if (secret === undefined) throw problem('noSecret', { name });
      dropped.add(secret);
    }
    return { ...before, secrets: before.secrets.filter((secret) => !dropped.has(secret)) };
  });
}
