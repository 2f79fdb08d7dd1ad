/**
 * The forms that mail a link: to sign up, and to set a forgotten password. Their answer and its time are the same for
 * every address, so that nobody learns from them who has an account.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { isServiceEmail, normalEmail } from '@acacia/contract';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { z } from 'zod';
import type { Database } from '../../database/database.ts';
import type { MailLanguage } from '../../database/schema.ts';
import type { Strangers } from '../../settings.ts';
import type { Attempt, Attempts } from '../attempts.ts';
import { clientOf } from '../client.ts';
import type { DeviceCookie } from '../device-cookie.ts';
import { askMailPage, sentMailPage } from '../pages/ask-mail.ts';
import { languageAsked } from '../pages/language.ts';
import { noticePage } from '../pages/notice.ts';
import { isForeign, refuseForeign, show } from '../pages/show.ts';
import { askForPassword, askToSignUp } from '../sign-up.ts';
import { isWelcome } from '../strangers.ts';
import { waitText } from './wait-text.ts';

interface MailFormsOptions {
  readonly db: Database['db'];
  readonly publicUrl: string;
  readonly attempts: Attempts;
  readonly devices: DeviceCookie;
  readonly strangers: Strangers;
  /** Whether a mail server is configured; otherwise mails are files in the data folder. */
  readonly hasMailServer: boolean;
  /** Sends mails now, since one may have been added to the outbox. */
  readonly kickMails: () => void;
}

/** Milliseconds that every answer takes at least: longer than the work for any address. */
const LEAST_MS = 500;
/** Limit of forms that are being answered at a time. */
const MOST_AT_ONCE = 32;
const BUSY_SECONDS = 5;

const WRONG_EMAIL = 'Please enter a valid email address';
const BUSY = 'Too many people are asking for mails at this moment. Try again in a few seconds.';
const NOT_WELCOME = 'People with addresses of this domain can have an account by invitation only.';

const Email = z
  .string()
  .max(320)
  .transform(normalEmail)
  .pipe(z.email())
  .refine((email) => !isServiceEmail(email));
const Form = z.object({ email: z.string().max(1000).catch('') });

/** One of the two forms. */
interface MailForm {
  readonly path: string;
  readonly title: string;
  readonly text: string;
  readonly button: string;
  /** The sentence on the page that follows. */
  readonly sent: (email: string) => string;
  /** Why the address cannot be used, whether it has an account or not; null when it can. */
  readonly refuses: (email: string) => string | null;
  readonly ask: (email: string, language: MailLanguage | undefined) => Promise<void>;
}

/** @param forms a Fastify instance that parses forms */
export function mailForms(forms: FastifyInstance, options: MailFormsOptions): void {
  const { db, publicUrl, attempts, devices, strangers, hasMailServer, kickMails } = options;
  const outbox = hasMailServer
    ? ''
    : ' This Acacia has no mail server: whoever runs it finds the mail in the folder mail of its data folder.';
  let answering = 0;

  function add(form: MailForm): void {
    const again = (reply: FastifyReply, status: number, email: string, error: string, seconds?: number) => {
      if (seconds !== undefined) reply.header('retry-after', seconds);
      return show(reply, status, askMailPage({ ...form, action: form.path, email, error }));
    };

    /** Counts the mail and asks for it; resolves with the seconds to wait when there were too many, 0 otherwise. */
    async function ask(attempt: Attempt, language: MailLanguage | undefined): Promise<number> {
      const counted = await attempts.countMail(attempt);
      if ('seconds' in counted) return counted.seconds;
      if (counted.allowed) {
        await form.ask(attempt.email, language);
        kickMails();
      }
      return 0;
    }

    forms.get(form.path, async (_request, reply) => again(reply, 200, '', ''));

    forms.post(form.path, async (request, reply) => {
      if (isForeign(request, publicUrl)) return refuseForeign(reply);
      const { email: typed } = Form.catch({ email: '' }).parse(request.body);
      const parsed = Email.safeParse(typed);
      if (!parsed.success) return again(reply, 400, typed, WRONG_EMAIL);
      const email = parsed.data;
      const refusal = form.refuses(email);
      if (refusal !== null) return again(reply, 400, email, refusal);
      const { address } = clientOf(request);
      const attempt = { email, address, device: devices.read(request.headers.cookie, email) };
      const tooMany = (seconds: number) => again(reply, 429, email, waitText(seconds), seconds);
      // Before it takes the room of others.
      const known = attempts.mailsHeldFor(attempt);
      if (known > 0) return tooMany(known);
      if (answering >= MOST_AT_ONCE) return again(reply, 503, email, BUSY, BUSY_SECONDS);
      answering += 1;
      try {
        const [seconds] = await Promise.all([ask(attempt, languageAsked(request.headers)), delay(LEAST_MS)]);
        if (seconds > 0) return tooMany(seconds);
      } finally {
        answering -= 1;
      }
      const text = `${form.sent(email)} If it does not come, look among your spam. An address gets at most five mails in an hour.${outbox}`;
      return show(reply, 200, sentMailPage({ text, action: form.path, email }));
    });
  }

  add({
    path: '/oidc/forgotten',
    title: 'Set a new password',
    text: 'Type the e-mail address of your account. A mail with a link comes to it.',
    button: 'Send the link',
    sent: (email) => `If ${email} has an account here, a mail with a link is on its way, good for one hour.`,
    refuses: () => null,
    ask: (email, language) => askForPassword(db, publicUrl, email, language),
  });

  if (strangers === 'invited') {
    forms.get('/oidc/sign-up', async (_request, reply) =>
      show(
        reply,
        403,
        noticePage(
          'By invitation only',
          'An administrator of an organisation can invite you to this Acacia.',
          'To the sign-in',
        ),
      ),
    );
    return;
  }
  add({
    path: '/oidc/sign-up',
    title: 'Create an account',
    text: 'Type your e-mail address. You get a mail with a link, where you choose a name and a password.',
    button: 'Send the link',
    sent: (email) => `A mail with a link is on its way to ${email}. Open the link to go on.`,
    refuses: (email) => (isWelcome(strangers, email) ? null : NOT_WELCOME),
    ask: (email, language) => askToSignUp(db, publicUrl, email, language),
  });
}
