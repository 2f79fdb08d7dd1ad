/** Tables of sign-in: the embedded provider, attempts, links, sessions. A change here needs a migration too. */
import { index, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { created, moment } from './columns.ts';
import { accounts, organizations } from './schema.ts';

/** Storage of the embedded OpenID Connect provider: sessions, grants, tokens, interactions. */
export const oidcPayloads = pgTable(
  'oidc_payloads',
  {
    model: text('model').notNull(),
    id: text('id').notNull(),
    payload: jsonb('payload').$type<Record<string, unknown>>().notNull(),
    grantId: text('grant_id'),
    uid: text('uid'),
    userCode: text('user_code'),
    consumedAt: moment('consumed_at'),
    expiresAt: moment('expires_at'),
  },
  (table) => [
    primaryKey({ columns: [table.model, table.id] }),
    index('oidc_payloads_grant').on(table.grantId),
    index('oidc_payloads_uid').on(table.uid),
    index('oidc_payloads_expiry').on(table.expiresAt),
  ],
);

/** Counts of attempts to sign in (identity/attempts.ts). */
export const signInAttempts = pgTable(
  'sign_in_attempts',
  {
    /** Hash of the kind of the count with its account, network or device. */
    key: text('key').primaryKey(),
    count: integer('count').notNull(),
    /** When the count expires. */
    endsAt: moment('ends_at').notNull(),
  },
  (table) => [index('sign_in_attempts_end').on(table.endsAt)],
);

/** One-time links (identity/links.ts). */
export const oneTimeLinks = pgTable(
  'one_time_links',
  {
    /** Hash of the link's secret. */
    hash: text('hash').primaryKey(),
    kind: text('kind').$type<'first-password' | 'reset-password' | 'sign-up' | 'invitation'>().notNull(),
    /** The account that the link is for; null: there is none yet with the address. */
    accountId: text('account_id').references(() => accounts.id, { onDelete: 'cascade' }),
    /** As `normalEmail` gives it. */
    email: text('email').notNull(),
    /** The organisation of an invitation; null otherwise. */
    orgId: text('org_id').references(() => organizations.id, { onDelete: 'cascade' }),
    expiresAt: moment('expires_at').notNull(),
  },
  (table) => [
    index('one_time_links_account').on(table.accountId),
    index('one_time_links_email').on(table.email),
    index('one_time_links_expiry').on(table.expiresAt),
  ],
);

/** Sessions of people: one for each sign-in, and one for each token that was issued without one. */
export const sessions = pgTable(
  'sessions',
  {
    /** The claim `sid` of its access tokens; a hash for a session of an outside issuer. */
    sid: text('sid').primaryKey(),
    accountId: text('account_id')
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    /** The organisation in which it was used last; null: none. */
    orgId: text('org_id').references(() => organizations.id, { onDelete: 'set null' }),
    client: text('client').$type<'browser' | 'device' | 'commandLine' | 'program'>().notNull(),
    /** Address and User-Agent header at its beginning; empty: not known. */
    address: text('address').notNull(),
    agent: text('agent').notNull(),
    createdAt: created(),
    lastSeenAt: moment('last_seen_at').notNull().defaultNow(),
    /** When it was ended; null: it was not. */
    endedAt: moment('ended_at'),
    expiresAt: moment('expires_at').notNull(),
    /** How the person signed in (identity/factors/ways.ts), and when; null: not here. */
    amr: text('amr').array(),
    acr: text('acr'),
    authenticatedAt: moment('authenticated_at'),
  },
  (table) => [index('sessions_account').on(table.accountId), index('sessions_expiry').on(table.expiresAt)],
);

/** Cookies of browsers that are signed in to the console. */
export const browserSessions = pgTable(
  'browser_sessions',
  {
    /** Hash of the browser's cookie. */
    id: text('id').primaryKey(),
    sid: text('sid')
      .notNull()
      .references(() => sessions.sid, { onDelete: 'cascade' }),
    /** An outside issuer's tokens, encrypted with the cookie; null: the embedded provider signed the person in. */
    sealed: text('sealed'),
    createdAt: created(),
  },
  (table) => [index('browser_sessions_session').on(table.sid)],
);
