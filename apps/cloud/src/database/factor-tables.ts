/** Tables of second factors; those of accounts and sessions are in `schema.ts`. A change here needs a migration too. */
import { bigint, boolean, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { created, moment } from './columns.ts';
import { accounts } from './schema.ts';

const ofAccount = () =>
  text('account_id')
    .notNull()
    .references(() => accounts.id, { onDelete: 'cascade' });

/** Authenticator apps (identity/factors/authenticator-app.ts). */
export const authenticatorApps = pgTable('authenticator_apps', {
  accountId: ofAccount().primaryKey(),
  /** The secret, encrypted for its account. */
  sealed: text('sealed').notNull(),
  /** Time step of the last code that was accepted: no code of it, or of an earlier one, is accepted again. */
  lastStep: integer('last_step').notNull(),
  createdAt: created(),
});

/** Passkeys (identity/factors/passkeys.ts). */
export const passkeys = pgTable(
  'passkeys',
  {
    id: text('id').primaryKey(),
    accountId: ofAccount(),
    /** The authenticator's id, in base64url. */
    credentialId: text('credential_id').notNull().unique(),
    /** COSE key, in base64url. */
    publicKey: text('public_key').notNull(),
    /** Signatures that the authenticator has made, as it said last; 0: it does not count. */
    counter: bigint('counter', { mode: 'number' }).notNull(),
    transports: text('transports').array().notNull(),
    synced: boolean('synced').notNull(),
    name: text('name').notNull(),
    createdAt: created(),
    lastUsedAt: moment('last_used_at'),
  },
  (table) => [index('passkeys_account').on(table.accountId)],
);

/** Recovery codes that were not used yet. */
export const recoveryCodes = pgTable(
  'recovery_codes',
  { accountId: ofAccount(), hash: text('hash').notNull() },
  (table) => [primaryKey({ columns: [table.accountId, table.hash] })],
);

/** Second factors that a person is setting up: one of each kind at a time. */
export const enrolments = pgTable(
  'enrolments',
  {
    accountId: ofAccount(),
    kind: text('kind').$type<'authenticatorApp' | 'passkey'>().notNull(),
    /** The app's secret or the passkey's challenge, encrypted for the account. */
    sealed: text('sealed').notNull(),
    expiresAt: moment('expires_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.accountId, table.kind] })],
);
