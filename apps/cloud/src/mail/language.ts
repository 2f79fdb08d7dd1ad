/** The language of mails: they are written in English, and translated line by line as they are put in the outbox. */
import { translatorOf } from '@acacia/texts/sentences';
import { eq, inArray } from 'drizzle-orm';
import type { Db } from '../database/database.ts';
import { accounts, type MailLanguage } from '../database/schema.ts';
import { postMail, type NewMail } from './outbox.ts';
import sentences from './zh.json' with { type: 'json' };

const toChinese = translatorOf({ sentences, values: sentences });

/** A mail of Acacia's own words in a language. */
export function inLanguage(mail: NewMail, language: MailLanguage): NewMail {
  if (language === 'en') return mail;
  const text = mail.text.split('\n').map(toChinese).join('\n');
  const [, tag = '', subject = ''] = /^(\[Acacia\] )?(.*)$/.exec(mail.subject) ?? [];
  return { ...mail, subject: `${tag}${toChinese(subject)}`, text };
}

/** The language of an account; undefined where it is not known. */
export async function languageOfAccount(tx: Db, id: string): Promise<MailLanguage | undefined> {
  const [account] = await tx
    .select({ language: accounts.language })
    .from(accounts)
    .where(eq(accounts.id, id));
  return account?.language ?? undefined;
}

/** The languages of accounts by their addresses; null where one is not known. */
async function languagesOf(
  tx: Db,
  emails: readonly string[],
): Promise<ReadonlyMap<string, MailLanguage | null>> {
  const known = await tx
    .select({ email: accounts.email, language: accounts.language })
    .from(accounts)
    .where(inArray(accounts.email, [...emails]));
  return new Map(known.map(({ email, language }) => [email, language]));
}

/** The language of a mail to each address, for mails to many people: theirs, or else that of whoever sends them. */
export async function languagesFor(
  tx: Db,
  sender: string,
  emails: readonly string[],
): Promise<(email: string) => MailLanguage> {
  const own = (await languageOfAccount(tx, sender)) ?? 'en';
  const languages = await languagesOf(tx, emails);
  return (email) => languages.get(email) ?? own;
}

/**
 * Puts a mail of Acacia's own words in the outbox, once for each language of its recipients.
 * @param otherwise language for those of whom it is not known: that of whoever caused the mail
 * @returns the ids of the mails
 */
export async function postTranslated(
  tx: Db,
  mail: NewMail,
  now: Date,
  otherwise: MailLanguage = 'en',
): Promise<string[]> {
  if (mail.recipients.length === 0) throw new Error('A mail needs a recipient.');
  const languages = await languagesOf(tx, mail.recipients);
  const groups = Map.groupBy(mail.recipients, (email) => languages.get(email) ?? otherwise);
  const ids: string[] = [];
  for (const [language, recipients] of groups) {
    ids.push(await postMail(tx, inLanguage({ ...mail, recipients }, language), now));
  }
  return ids;
}
