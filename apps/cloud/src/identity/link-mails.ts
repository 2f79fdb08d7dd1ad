/** Mails of the embedded provider: those with a one-time link, and the one that tells of a new password. */
import type { Db } from '../database/database.ts';
import type { MailLanguage } from '../database/schema.ts';
import { inLanguage, postTranslated } from '../mail/language.ts';
import { postMail } from '../mail/outbox.ts';
import { LINK_HOURS, makeLink, type LinkKind } from './links.ts';

/** Longest text of a person's in a mail. */
const LONGEST = 80;

/** A person's text for one line of a mail. */
function line(text: string): string {
  const plain = text.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim();
  return plain.length > LONGEST ? `${plain.slice(0, LONGEST - 1)}…` : plain;
}

/** How long a link of the kind is good, in words. */
function goodFor(kind: LinkKind): string {
  const hours = LINK_HOURS[kind];
  if (hours > 48) return `${hours / 24} days`;
  return hours === 1 ? 'one hour' : `${hours} hours`;
}

const HOUR = 3_600_000;

interface LinkMail {
  readonly kind: LinkKind;
  readonly accountId: string | null;
  readonly email: string;
  readonly orgId?: string;
  /** Language of the mail; absent: that of the recipient. */
  readonly language?: MailLanguage | undefined;
  /** Language of whoever caused the mail, for somebody whose own is not known. */
  readonly otherwise?: MailLanguage | undefined;
  /** Path of the page that the link opens. */
  readonly page: string;
  readonly subject: string;
  /** The text before the link and after it. */
  readonly before: string;
  readonly after: string;
}

/** Makes a link, and puts the mail with it in the outbox; the mail is not sent after the link has expired. */
async function postLink(tx: Db, publicUrl: string, mail: LinkMail): Promise<void> {
  const secret = await makeLink(tx, mail);
  const now = new Date();
  const once = `The link is good for ${goodFor(mail.kind)} and for one use.`;
  const text = `${mail.before}\n\n${publicUrl}${mail.page}?secret=${secret}\n\n${once} ${mail.after}\n\nAcacia at ${publicUrl}\n`;
  const linkExpiresAt = new Date(now.getTime() + LINK_HOURS[mail.kind] * HOUR);
  const { email, subject, language, otherwise } = mail;
  const letter = { recipients: [email], subject, text, linkExpiresAt };
  if (language === undefined) await postTranslated(tx, letter, now, otherwise);
  else await postMail(tx, inLanguage(letter, language), now);
}

/** The mail to somebody who wants to sign up, and has no account. */
export const postSignUpLink = (
  tx: Db,
  publicUrl: string,
  email: string,
  otherwise: MailLanguage | undefined,
): Promise<void> =>
  postLink(tx, publicUrl, {
    otherwise,
    kind: 'sign-up',
    accountId: null,
    email,
    page: '/oidc/sign-up/finish',
    subject: 'Confirm your e-mail address for Acacia',
    before:
      'Somebody, most likely you, wants to sign up at Acacia with this address. Open this link to confirm it, and to choose a name and a password:',
    after: 'If it was not you, do nothing: no account is made.',
  });

interface Addressee {
  readonly id: string;
  readonly email: string;
}

/** The mail to somebody who has forgotten their password. */
export const postResetLink = (
  tx: Db,
  publicUrl: string,
  { id, email }: Addressee,
  otherwise?: MailLanguage,
): Promise<void> =>
  postLink(tx, publicUrl, {
    otherwise,
    kind: 'reset-password',
    accountId: id,
    email,
    page: '/oidc/password',
    subject: 'Set a new password for Acacia',
    before:
      'Somebody, most likely you, has forgotten the password of this account. Open this link to set a new one:',
    after: 'If it was not you, do nothing: your password stays.',
  });

/** The mail to somebody who wants to sign up, and has an account already. */
export const postAccountExists = (
  tx: Db,
  publicUrl: string,
  { id, email }: Addressee,
  otherwise?: MailLanguage,
): Promise<void> =>
  postLink(tx, publicUrl, {
    otherwise,
    kind: 'reset-password',
    accountId: id,
    email,
    page: '/oidc/password',
    subject: 'You have an account at Acacia',
    before: `Somebody, most likely you, wants to sign up at Acacia with this address, which has an account already. Sign in at ${publicUrl}, or open this link to set a new password:`,
    after: 'If it was not you, do nothing: your account stays as it is.',
  });

export interface Invitation extends Addressee {
  readonly orgId: string;
  /** Display name of the organisation. */
  readonly orgName: string;
  /** Name or e-mail of the person who invites. */
  readonly inviter: string;
  /** Language of the mail; absent: that of the invited person, or English. */
  readonly language?: MailLanguage;
}

export function postInvitationLink(tx: Db, publicUrl: string, invitation: Invitation): Promise<void> {
  const { id, email, orgId, language } = invitation;
  const [inviter, orgName] = [line(invitation.inviter), line(invitation.orgName)];
  return postLink(tx, publicUrl, {
    language,
    kind: 'invitation',
    accountId: id,
    email,
    orgId,
    page: '/oidc/invitation',
    subject: `Invitation to ${orgName} at Acacia`,
    before: `${inviter} invites you to the organisation ${orgName} at Acacia. Open this link to accept:`,
    after: 'If you do not know why, do nothing.',
  });
}

/** The invitation where an outside issuer signs people in: who signs in with the address has accepted. */
export async function postInvitationNotice(tx: Db, publicUrl: string, invitation: Invitation): Promise<void> {
  const [inviter, orgName] = [line(invitation.inviter), line(invitation.orgName)];
  const subject = `Invitation to ${orgName} at Acacia`;
  const text = `${inviter} invites you to the organisation ${orgName} at Acacia. Sign in with this address to accept:\n\n${publicUrl}\n`;
  const mail = { recipients: [invitation.email], subject, text };
  if (invitation.language === undefined) await postTranslated(tx, mail, new Date());
  else await postMail(tx, inLanguage(mail, invitation.language), new Date());
}

/** Tells a person that their password was changed, so that they notice it when it was not them. */
export async function postPasswordChanged(tx: Db, publicUrl: string, email: string): Promise<void> {
  const subject = 'Your password for Acacia was changed';
  const text = `The password of this account was changed, and all other sessions were signed out.\n\nIf it was not you, set another one at once: ${publicUrl}/oidc/forgotten\n\nAcacia at ${publicUrl}\n`;
  await postTranslated(tx, { recipients: [email], subject, text }, new Date());
}
