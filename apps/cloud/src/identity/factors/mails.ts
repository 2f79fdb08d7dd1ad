/** Mails that tell a person what happened to the ways in which they sign in. */
import type { Db } from '../../database/database.ts';
import type { MailLanguage } from '../../database/schema.ts';
import { postTranslated } from '../../mail/language.ts';

/** Subject, and what happened in sentences. */
export const NEWS = {
  appSet: ['An authenticator app was set up', 'An authenticator app was set up for your account.'],
  appRemoved: ['The authenticator app was removed', 'The authenticator app of your account was removed.'],
  passkeyAdded: ['A passkey was added', 'A passkey was added to your account.'],
  passkeyRemoved: ['A passkey was removed', 'A passkey of your account was removed.'],
  emailChanged: [
    'Your e-mail address was changed',
    'The directory of your organization changed the e-mail address of your account. Sign in with the new one. Your password, app and passkeys are the same; tokens and secrets that you made in workspaces have ended.',
  ],
  codesRenewed: [
    'New recovery codes were made',
    'New recovery codes were made for your account. The earlier ones are good no longer.',
  ],
  factorsReset: [
    'Your second factors were removed',
    'An administrator of your organization removed the authenticator app, the passkeys and the recovery codes of your account, and signed you out everywhere. Your password alone signs you in now. Set up another app or passkey.',
  ],
  codeUsed: ['A recovery code was used', 'Somebody signed in with one of your recovery codes.'],
  held: [
    'Sign-in was refused too often',
    'Somebody gave your password, and then too many wrong answers to the second step. They are kept out for an hour.',
  ],
  copied: [
    'A passkey may have been copied',
    'A passkey of your account was used that has been used elsewhere since. The sign-in was refused. Remove the passkey.',
  ],
} as const satisfies Record<string, readonly [subject: string, text: string]>;

const UNEXPECTED =
  'If that was not you, choose another password and look at Security in the menu of the organization.';

/** Puts a mail about the account into the outbox. @param detail a name or number, for a line of its own @param otherwise language where the address has no account */
export async function tellPerson(
  tx: Db,
  email: string,
  news: keyof typeof NEWS,
  publicUrl: string,
  detail = '',
  otherwise?: MailLanguage,
): Promise<void> {
  const [subject, text] = NEWS[news];
  const lines = [text, ...(detail === '' ? [] : [detail]), '', UNEXPECTED, '', `${publicUrl}/`];
  const mail = { recipients: [email], subject: `[Acacia] ${subject}`, text: `${lines.join('\n')}\n` };
  await postTranslated(tx, mail, new Date(), otherwise);
}
