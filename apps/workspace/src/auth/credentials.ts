/**
 * The workspace's users: passwords and secrets as hashes, roles and their holders, the key that signs tokens, and
 * revoked tokens. One file in the data folder, readable by its owner alone.
 */
import { randomBytes } from 'node:crypto';
import { hashPassword, unmatchable } from '@acacia/passwords';
import { z } from 'zod';
import { describeZodError } from '../errors/failures.ts';
import { startError } from '../errors/start.ts';
import type { KeptFiles } from '../storage/kept-files.ts';
import { readCredentials, type CredentialsFile } from './credentials-file.ts';
import type { People } from './people.ts';

/** The superuser that every workspace has. */
export const SUPERUSER = 'tigergraph';

/** Name of the file among the kept files. */
export const CREDENTIALS_FILE = 'credentials.json';
export const DAY_SECONDS = 24 * 3600;

/** The Unix second. */
export const secondNow = (): number => Math.floor(Date.now() / 1000);

export interface Credentials {
  readonly people: People;
  /** Seconds for which a token or a secret may be valid at most. */
  readonly longestSeconds: number;
  readonly current: CredentialsFile;
  /** Applies a change and resolves when it is on disk; changes are written one after the other. */
  update(change: (before: CredentialsFile) => CredentialsFile): Promise<void>;
}

export interface CredentialsOptions {
  /** Password of `tigergraph` when the folder is new; null: nobody can sign in as `tigergraph` until one is set. */
  readonly firstPassword: string | null;
  readonly people: People;
  /** Days for which a token or a secret may be valid at most. */
  readonly days: number;
  /** Id of the database in the folder, which may be a copy of another one; undefined: it has no id. */
  readonly database: string | undefined;
  /** Called with a sentence about credentials that were changed on opening. */
  readonly tell: (sentence: string) => void;
}

/** A file of an earlier version is brought to this one. @throws StartError when it is damaged */
export async function openCredentials(files: KeptFiles, options: CredentialsOptions): Promise<Credentials> {
  const save = (content: CredentialsFile): Promise<void> =>
    files.write(
      CREDENTIALS_FILE,
      `${JSON.stringify(content, null, 2)}
`,
    );
  const longestSeconds = options.days * DAY_SECONDS;

  const stored = await files.read(CREDENTIALS_FILE);
  let current: CredentialsFile;
  if (stored === undefined) {
    const { firstPassword, database = null } = options;
    const password = firstPassword === null ? unmatchable() : await hashPassword(firstPassword);
    current = { ...newCredentials(password), database };
    await save(current);
  } else {
    const { content, changes } = ofDatabase(readStored(stored, longestSeconds), options.database);
    current = content;
    if (changes.length > 0) await save(current);
    for (const sentence of changes) options.tell(sentence);
  }

  let lastWrite: Promise<void> = Promise.resolve();
  return {
    people: options.people,
    longestSeconds,
    get current() {
      return current;
    },
    update(change) {
      const result = lastWrite.then(async () => {
        const next = change(current);
        if (next === current) return;
        await save(next);
        current = next;
      });
      lastWrite = result.catch(() => undefined);
      return result;
    },
  };
}

const damaged = (why: string) =>
  startError('credentialsDamaged', { file: `server/${CREDENTIALS_FILE}`, why });

/**
 * Without the file nobody could sign in, and with a new one everybody could as before.
 * @throws StartError when it is damaged
 */
function readStored(text: string, longestSeconds: number): ReturnType<typeof readCredentials> {
  try {
    return readCredentials(text, { now: secondNow(), longestSeconds });
  } catch (error) {
    if (error instanceof SyntaxError) throw damaged('it is no JSON').causedBy(error);
    if (error instanceof z.ZodError) throw damaged(describeZodError(error)).causedBy(error);
    throw error;
  }
}

/**
 * A copy of another database gets a key of its own: with the copied one each would trust the other's tokens, and copies
 * go to people who may not open the original.
 */
function ofDatabase(
  { content, changes }: ReturnType<typeof readCredentials>,
  database: string | undefined,
): ReturnType<typeof readCredentials> {
  if (database === undefined || content.database === database) return { content, changes };
  // An earlier version did not write it.
  if (content.database === null) return { content: { ...content, database }, changes };
  const told = 'The database is a copy of another one: tokens that were made there are not valid here.';
  return {
    content: { ...content, database, signingKey: newKey(), droppedTokens: {} },
    changes: [...changes, told],
  };
}

const newKey = (): string => randomBytes(32).toString('base64');

/** The credentials of a new workspace. @param password of the superuser, stored */
export function newCredentials(password: string): CredentialsFile {
  return {
    password,
    signingKey: newKey(),
    database: null,
    users: {},
    definedRoles: {},
    groups: {},
    members: {},
    rights: {},
    secrets: [],
    people: {},
    limitedSince: secondNow(),
    droppedTokens: {},
    droppedBefore: {},
  };
}
