/** Content of `credentials.json`, and the conversion of an earlier version of it. */
import { createHash } from 'node:crypto';
import { DatabaseRole } from '@acacia/contract';
import { z } from 'zod';
import { DefinedRole, Rights } from './rights.ts';

/** Hashes in the format of @acacia/passwords, or of earlier workspaces. */
const StoredPassword = z.union([
  z.string(),
  z.object({ salt: z.string(), hash: z.string(), cost: z.number().int() }),
]);

export const StoredSecret = z.object({
  alias: z.string(),
  owner: z.string(),
  /** SHA-256 of the value in base64: values are random, so that none can be guessed from it. */
  digest: z.string(),
  /** The part that is shown: both ends. */
  masked: z.string(),
  /**
   * Role of the owner in the organisation when the secret was made; the secret never gives more. Null: the owner is no
   * person of the organisation.
   */
  role: DatabaseRole.nullable(),
  /** Unix second. */
  expires: z.number(),
});
export type StoredSecret = z.infer<typeof StoredSecret>;

const Common = z.object({
  password: StoredPassword,
  /** Passwords of the users that were made here. */
  users: z.record(z.string(), StoredPassword).default({}),
  definedRoles: z.record(z.string(), DefinedRole).default({}),
  /** Rules of groups by name (`groups.ts`), '' for none; their rights stand below `rights`. */
  groups: z.record(z.string(), z.string()).default({}),
  /** Names of the users in groups that have any, by group. */
  members: z.record(z.string(), z.array(z.string())).default({}),
  /** Granted roles and privileges by name; people of the organisation have theirs in addition to their role there. */
  rights: z.record(z.string(), Rights).default({}),
  /** Base64 of the HS256 key. */
  signingKey: z.string(),
  /** Id of the database that the key was made for; null: of none, or by an earlier version. */
  database: z.string().nullable().default(null),
  /** Ids of dropped tokens, with the Unix second in which they would have expired. */
  droppedTokens: z.record(z.string(), z.number()),
  /** Tokens of a user issued before this Unix second are dropped. */
  droppedBefore: z.record(z.string(), z.number()),
});

export const CredentialsFile = Common.extend({
  secrets: z.array(StoredSecret),
  /**
   * The people who had access by the last list, with their roles; whoever is missing in the next list has gone. Null: an
   * earlier version kept the names alone.
   */
  people: z.union([
    z.record(z.string(), DatabaseRole.nullable()),
    z.array(z.string()).transform((names) => Object.fromEntries(names.map((name) => [name, null]))),
  ]),
  /** Unix second from which on lifetimes are limited: tokens issued before count from then. */
  limitedSince: z.number(),
});
export type CredentialsFile = z.infer<typeof CredentialsFile>;

/** Format before lifetimes were limited: secrets in clear text, without expiry. */
const EarlierFile = Common.extend({
  secrets: z.array(z.object({ alias: z.string(), value: z.string(), owner: z.string() })),
  /** The last known role in the organisation of each owner of secrets. */
  roles: z.record(z.string(), DatabaseRole),
});

export const digestOf = (value: string): string => createHash('sha256').update(value).digest('base64');
export const maskOf = (value: string): string => `${value.slice(0, 3)}****${value.slice(-3)}`;

/** Shorter ones were chosen by people and can be guessed. */
const LEAST_VALUE = 32;

interface Limits {
  /** Unix second. */
  readonly now: number;
  readonly longestSeconds: number;
}

/** @returns the content and a sentence for each change that an earlier version needed. */
export function readCredentials(
  text: string,
  limits: Limits,
): { readonly content: CredentialsFile; readonly changes: readonly string[] } {
  const json: unknown = JSON.parse(text);
  const present = CredentialsFile.safeParse(json);
  if (present.success) return { content: present.data, changes: [] };
  const earlier = EarlierFile.safeParse(json);
  // The error describes the fault by the present version's schema.
  if (!earlier.success) throw present.error;
  const { secrets, roles, ...rest } = earlier.data;
  const expires = limits.now + limits.longestSeconds;
  const days = Math.round(limits.longestSeconds / 86_400);
  const kept = secrets.filter(({ value }) => value.length >= LEAST_VALUE);
  const weak = secrets.filter(({ value }) => value.length < LEAST_VALUE);
  const content: CredentialsFile = {
    ...rest,
    secrets: kept.map(({ alias, owner, value }) => ({
      alias,
      owner,
      digest: digestOf(value),
      masked: maskOf(value),
      role: Object.hasOwn(roles, owner) ? (roles[owner] ?? null) : null,
      expires,
    })),
    people: Object.fromEntries(Object.entries(roles).filter(([name]) => name.includes('@'))),
    limitedSince: limits.now,
  };
  return {
    content,
    changes: [
      `Secrets are kept as hashes from now on. The ${kept.length} secrets that there are, and all tokens, end in ${days} days at the latest.`,
      ...weak.map(
        ({ alias, owner }) =>
          `The secret "${alias}" of "${owner}" has ended: its value is short enough to be guessed. Make another one.`,
      ),
    ],
  };
}
