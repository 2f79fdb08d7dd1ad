/** Signing up with an e-mail address: nothing is stored of a person before they have proved that it is theirs. */
import { randomUUID } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import type { Database, Db } from '../database/database.ts';
import { accounts, type MailLanguage } from '../database/schema.ts';
import { oneTimeLinks } from '../database/sign-in-tables.ts';
import { postAccountExists, postResetLink, postSignUpLink } from './link-mails.ts';
import { spendLink } from './links.ts';
import { storeProvenPassword } from './set-password.ts';

async function accountWith(db: Db, email: string) {
  const [account] = await db
    .select()
    .from(accounts)
    .where(and(eq(accounts.email, email), eq(accounts.kind, 'person')));
  return account;
}

/**
 * Mails a link to sign up, or, where the address has an account, one that says so.
 * @param email normal form
 * @param language of the browser that asks
 */
export function askToSignUp(
  db: Database['db'],
  publicUrl: string,
  email: string,
  language: MailLanguage | undefined,
): Promise<void> {
  return db.transaction(async (tx) => {
    const account = await accountWith(tx, email);
    if (account === undefined) await postSignUpLink(tx, publicUrl, email, language);
    else await postAccountExists(tx, publicUrl, account, language);
  });
}

/**
 * Mails a link to set a new password; nothing where the address has no account.
 * @param email normal form
 * @param language of the browser that asks
 */
export function askForPassword(
  db: Database['db'],
  publicUrl: string,
  email: string,
  language: MailLanguage | undefined,
): Promise<void> {
  return db.transaction(async (tx) => {
    const account = await accountWith(tx, email);
    if (account !== undefined) await postResetLink(tx, publicUrl, account, language);
  });
}

/**
 * Makes the account of somebody who has confirmed their address; where there is one meanwhile, it gets the name and
 * password, as the address is theirs. @returns undefined when the link was used meanwhile
 */
export function finishSignUp(
  db: Database['db'],
  secret: string,
  { name, hash }: { readonly name: string; readonly hash: string },
): Promise<{ readonly id: string; readonly email: string } | undefined> {
  return db.transaction(async (tx) => {
    const link = await spendLink(tx, secret, 'sign-up');
    if (link === undefined) return undefined;
    await tx
      .delete(oneTimeLinks)
      .where(and(eq(oneTimeLinks.kind, 'sign-up'), eq(oneTimeLinks.email, link.email)));
    const [account] = await tx
      .insert(accounts)
      .values({ id: randomUUID(), email: link.email, name })
      .onConflictDoUpdate({ target: accounts.email, set: { name } })
      .returning();
    if (account === undefined) throw new Error('The account was not stored.');
    await storeProvenPassword(tx, account.id, hash);
    return account;
  });
}
