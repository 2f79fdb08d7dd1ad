/** Secrets: long-lived words that stand for a user, for programs. */
import { randomInt } from 'node:crypto';
import type { Secret } from '@acacia/contract';
import { Problem } from '../http/problem.ts';
import type { Credentials, StoredSecret } from './credentials.ts';
import type { Caller } from './caller.ts';

const ALPHABET = 'abcdefghijklmnopqrstuvwxyz0123456789';
const randomText = (length: number): string =>
  Array.from({ length }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');

const shown = ({ alias, value }: StoredSecret): Secret => ({ alias, value });

export const secretsOf = (credentials: Credentials, owner: string): Secret[] =>
  credentials.current.secrets.filter((secret) => secret.owner === owner).map(shown);

export function secretByAlias(credentials: Credentials, owner: string, alias: string): Secret {
  const secret = credentials.current.secrets.find(
    (candidate) => candidate.owner === owner && candidate.alias === alias,
  );
  if (secret === undefined) throw new Problem(404, '', `The secret with alias '${alias}' does not exist.`);
  return shown(secret);
}

/** An alias is made when none is given; a value may be brought along (32 characters otherwise). */
export async function createSecret(
  credentials: Credentials,
  caller: Pick<Caller, 'name' | 'role'>,
  given: { readonly alias?: string | undefined; readonly value?: string | undefined },
): Promise<Secret> {
  const alias = given.alias?.trim() || `AUTO_GENERATED_ALIAS_${randomText(7)}`;
  const secret = { alias, value: given.value || randomText(32), owner: caller.name };
  await credentials.update((before) => {
    if (before.secrets.some((other) => other.owner === caller.name && other.alias === alias)) {
      throw new Problem(409, '', `The secret with alias '${alias}' already exists.`);
    }
    if (before.secrets.some((other) => other.value === secret.value)) {
      throw new Problem(409, '', 'A secret with this value already exists.');
    }
    return {
      ...before,
      secrets: [...before.secrets, secret],
      roles: caller.role === null ? before.roles : { ...before.roles, [caller.name]: caller.role },
    };
  });
  return shown(secret);
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
      const secret = before.secrets.find(
        (candidate) => candidate.owner === owner && (candidate.alias === name || candidate.value === name),
      );
      if (secret === undefined) throw new Problem(404, '', `The secret '${name}' does not exist.`);
      dropped.add(secret);
    }
    return { ...before, secrets: before.secrets.filter((secret) => !dropped.has(secret)) };
  });
}
