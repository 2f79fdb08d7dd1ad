/**
 * What the workspace knows of its users: passwords, secrets, roles and who has them, the key that signs
 * tokens and the tokens that were taken back. One file in the data folder, readable by its owner alone.
 */
import { randomBytes } from 'node:crypto';
import { DatabaseRole } from '@acacia/contract';
import { z } from 'zod';
import type { KeptFiles } from '../storage/kept-files.ts';
import { hashPassword, PasswordHash } from './password.ts';
import { DefinedRole, Rights } from './rights.ts';

/** The superuser that every workspace has. */
export const SUPERUSER = 'tigergraph';

const FILE = 'credentials.json';

const StoredSecret = z.object({ alias: z.string(), value: z.string(), owner: z.string() });
export type StoredSecret = z.infer<typeof StoredSecret>;

const CredentialsFile = z.object({
  password: PasswordHash,
  /** Passwords of the users that were made here. */
  users: z.record(z.string(), PasswordHash).default({}),
  definedRoles: z.record(z.string(), DefinedRole).default({}),
  /** What was granted to whom; to users of the organisation too, on top of what they are. */
  rights: z.record(z.string(), Rights).default({}),
  /** Base64 of the HS256 key. */
  signingKey: z.string(),
  secrets: z.array(StoredSecret),
  /** What each owner of secrets was last known to be in the organisation. */
  roles: z.record(z.string(), DatabaseRole),
  /** Ids of dropped tokens, with the Unix second in which they would have expired. */
  droppedTokens: z.record(z.string(), z.number()),
  /** Tokens of a user issued before this Unix second are dropped. */
  droppedBefore: z.record(z.string(), z.number()),
});
export type CredentialsFile = z.infer<typeof CredentialsFile>;

export interface Credentials {
  /** Behind the gateway of an organisation: its members' names are addresses. */
  readonly ofOrganisation: boolean;
  readonly current: CredentialsFile;
  /** Applies a change and resolves when it is on disk; changes are written one after the other. */
  update(change: (before: CredentialsFile) => CredentialsFile): Promise<void>;
}

/** @param firstPassword password of `tigergraph` when the folder is new */
export async function openCredentials(
  files: KeptFiles,
  firstPassword: string,
  ofOrganisation: boolean,
): Promise<Credentials> {
  const save = (content: CredentialsFile): Promise<void> =>
    files.write(FILE, `${JSON.stringify(content, null, 2)}\n`, 0o600);

  const stored = await files.read(FILE);
  let current: CredentialsFile;
  if (stored === undefined) {
    current = {
      password: await hashPassword(firstPassword),
      signingKey: randomBytes(32).toString('base64'),
      users: {},
      definedRoles: {},
      rights: {},
      secrets: [],
      roles: {},
      droppedTokens: {},
      droppedBefore: {},
    };
    await save(current);
  } else {
    current = CredentialsFile.parse(JSON.parse(stored));
  }

  let lastWrite: Promise<void> = Promise.resolve();
  return {
    ofOrganisation,
    get current() {
      return current;
    },
    update(change) {
      const result = lastWrite.then(async () => {
        const next = change(current);
        await save(next);
        current = next;
      });
      lastWrite = result.catch(() => undefined);
      return result;
    },
  };
}
