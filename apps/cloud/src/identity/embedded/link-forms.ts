/** The pages of one-time links: a password, a confirmed address, an invitation. */
import { PASSWORD_LEAST } from '@acacia/contract';
import { hashPassword, PasswordsBusy } from '@acacia/passwords';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Database } from '../../database/database.ts';
import type { Strangers } from '../../settings.ts';
import { chosenPasswordFault } from '../chosen-password.ts';
import { clientOf } from '../client.ts';
import { acceptInvitation, findInvitation } from '../invitations.ts';
import { accountOfLink, findLink, SECRET } from '../links.ts';
import { acceptPage } from '../pages/accept.ts';
import { noticePage } from '../pages/notice.ts';
import { setPasswordPage } from '../pages/set-password.ts';
import { isForeign, refuseForeign, show } from '../pages/show.ts';
import { setPasswordByLink } from '../set-password.ts';
import type { SignInAudit } from '../sign-in-audit.ts';
import { finishSignUp } from '../sign-up.ts';
import { isWelcome } from '../strangers.ts';

interface LinkFormsOptions {
  readonly db: Database['db'];
  readonly publicUrl: string;
  readonly strangers: Strangers;
  readonly audit: SignInAudit;
  /** Called when a person's tokens have been revoked, or their memberships have changed. */
  readonly ended: () => void;
  /** Sends mails now, since one may have been added to the outbox. */
  readonly kickMails: () => void;
}

const Secret = z.string().regex(SECRET).catch('');
const Query = z.object({ secret: Secret });
const Form = z.object({
  secret: Secret,
  name: z.string().max(1000).catch(''),
  password: z.string().max(4096).catch(''),
  again: z.string().max(4096).catch(''),
});
const NO_FORM = { secret: '', name: '', password: '', again: '' };
type Typed = z.infer<typeof Form>;

const NAME_MOST = 100;
const NAME_RULE = `Type a name of at most ${NAME_MOST} characters.`;
const LENGTH_RULE = `The password must have at least ${PASSWORD_LEAST} characters.`;

/** A fault of one typed field. */
interface Fault {
  readonly field: 'name' | 'password';
  readonly text: string;
}

type Page = Omit<Parameters<typeof setPasswordPage>[0], 'error'>;

/** Refuses a link that was used or withdrawn, has expired, or never existed. */
const gone = (reply: FastifyReply, more: string, link = 'To the sign-in', href = '/') =>
  show(
    reply,
    410,
    noticePage(
      'This link is no longer good',
      `It was used, it has expired, or it was replaced. ${more}`,
      link,
      href,
    ),
  );

/** @param forms a Fastify instance that parses forms */
export function linkForms(forms: FastifyInstance, options: LinkFormsOptions): void {
  const { db, publicUrl, strangers, audit, ended, kickMails } = options;

  const secretOf = (request: FastifyRequest): string => Query.parse(request.query).secret;
  const typedIn = (request: FastifyRequest): Typed => Form.catch(NO_FORM).parse(request.body);

  /** The hash of the chosen password; undefined when the page was sent again with what is wrong. */
  async function hashOf(
    reply: FastifyReply,
    page: Page,
    accountId: string | null,
    { name, password, again }: Typed,
  ): Promise<{ readonly name: string; readonly hash: string } | undefined> {
    const refuse = (status: number, error: Fault) => {
      show(reply, status, setPasswordPage({ ...page, name: page.name === null ? null : name, error }));
      return undefined;
    };
    const chosen = name.trim();
    const noName = chosen === '' || [...chosen].length > NAME_MOST || /\p{Cc}/u.test(chosen);
    if (page.name !== null && noName) return refuse(400, { field: 'name', text: NAME_RULE });
    const person = { id: accountId, email: page.email, name: chosen };
    const text =
      password === again
        ? await chosenPasswordFault(db, person, password)
        : 'The two passwords are not the same.';
    if (text !== null) return refuse(400, { field: 'password', text });
    try {
      return { name: chosen, hash: await hashPassword(password) };
    } catch (error) {
      if (!(error instanceof PasswordsBusy)) throw error;
      reply.header('retry-after', error.retryAfterSeconds);
      return refuse(503, { field: 'password', text: error.message });
    }
  }

  /** Records the use of a link, and shows the page that follows. */
  async function done(
    request: FastifyRequest,
    reply: FastifyReply,
    { id, email }: { readonly id: string; readonly email: string },
    action: Parameters<SignInAudit>[0]['action'],
    title: string,
  ): Promise<FastifyReply> {
    ended();
    kickMails();
    await audit({
      action,
      user: { id, email },
      email,
      client: clientOf(request),
      requestId: request.id,
    });
    request.user = email;
    // Somebody else may be signed in at this browser.
    const signIn = `/session/sign-in?as=${encodeURIComponent(email)}`;
    return show(reply, 200, noticePage(title, `Sign in as ${email}.`, 'Sign in', signIn));
  }

  const passwordPage = (secret: string, email: string): Page => ({
    title: 'Set your password',
    text: `For ${email}. ${LENGTH_RULE}`,
    action: '/oidc/password',
    button: 'Set password',
    secret,
    email,
    name: null,
  });
  const passwordGone = (reply: FastifyReply) =>
    gone(reply, 'Another one comes by mail.', 'Send another link', '/oidc/forgotten');

  forms.get('/oidc/password', async (request, reply) => {
    const secret = secretOf(request);
    const account = await accountOfLink(db, secret, 'first-password', 'reset-password');
    if (account === undefined) return passwordGone(reply);
    return show(reply, 200, setPasswordPage({ ...passwordPage(secret, account.email), error: null }));
  });
  forms.post('/oidc/password', async (request, reply) => {
    if (isForeign(request, publicUrl)) return refuseForeign(reply);
    const typed = typedIn(request);
    const account = await accountOfLink(db, typed.secret, 'first-password', 'reset-password');
    if (account === undefined) return passwordGone(reply);
    const page = passwordPage(typed.secret, account.email);
    const chosen = await hashOf(reply, page, account.id, { ...typed, name: account.name });
    if (chosen === undefined) return reply;
    if (!(await setPasswordByLink(db, publicUrl, typed.secret, account, chosen.hash)))
      return passwordGone(reply);
    return done(request, reply, account, 'setPassword', 'Your password is set');
  });

  const signUpPage = (secret: string, email: string): Page => ({
    title: 'Create your account',
    text: `For ${email}. ${LENGTH_RULE}`,
    action: '/oidc/sign-up/finish',
    button: 'Create account',
    secret,
    email,
    name: '',
  });
  const signUpGone = (reply: FastifyReply) =>
    gone(reply, 'If you have chosen a password, sign in.', 'To the sign-in');

  const signUpLink = async (secret: string) => {
    const link = await findLink(db, secret, 'sign-up');
    // The setting may have changed since it was mailed.
    return link !== undefined && isWelcome(strangers, link.email) ? link : undefined;
  };

  forms.get('/oidc/sign-up/finish', async (request, reply) => {
    const secret = secretOf(request);
    const link = await signUpLink(secret);
    if (link === undefined) return signUpGone(reply);
    return show(reply, 200, setPasswordPage({ ...signUpPage(secret, link.email), error: null }));
  });
  forms.post('/oidc/sign-up/finish', async (request, reply) => {
    if (isForeign(request, publicUrl)) return refuseForeign(reply);
    const typed = typedIn(request);
    const link = await signUpLink(typed.secret);
    if (link === undefined) return signUpGone(reply);
    const chosen = await hashOf(reply, signUpPage(typed.secret, link.email), null, typed);
    if (chosen === undefined) return reply;
    const account = await finishSignUp(db, typed.secret, chosen);
    if (account === undefined) return signUpGone(reply);
    return done(request, reply, account, 'signUp', 'Your account is ready');
  });

  const invitationPage = (secret: string, email: string, organisation: string): Page => ({
    title: `Join ${organisation}`,
    text: `As ${email}. ${LENGTH_RULE}`,
    action: '/oidc/invitation',
    button: 'Accept',
    secret,
    email,
    name: '',
  });
  const invitationGone = (reply: FastifyReply) =>
    gone(reply, 'If you have accepted, sign in; otherwise ask for another invitation.');

  forms.get('/oidc/invitation', async (request, reply) => {
    const secret = secretOf(request);
    const found = await findInvitation(db, secret);
    if (found === undefined) return invitationGone(reply);
    const { account, organization } = found;
    const { displayName } = organization;
    if (account.passwordHash !== null) {
      const text = `You are invited to ${displayName} as ${account.email}, with the account that you have.`;
      return show(reply, 200, acceptPage({ title: `Join ${displayName}`, text, secret }));
    }
    const page = invitationPage(secret, account.email, displayName);
    return show(reply, 200, setPasswordPage({ ...page, error: null }));
  });
  forms.post('/oidc/invitation', async (request, reply) => {
    if (isForeign(request, publicUrl)) return refuseForeign(reply);
    const typed = typedIn(request);
    const { secret } = typed;
    const found = await findInvitation(db, secret);
    if (found === undefined) return invitationGone(reply);
    const { account, organization } = found;
    const title = `You have joined ${organization.displayName}`;
    if (account.passwordHash !== null) {
      if (!(await db.transaction((tx) => acceptInvitation(tx, secret, null)))) return invitationGone(reply);
      return done(request, reply, account, 'acceptInvitation', title);
    }
    const page = invitationPage(secret, account.email, organization.displayName);
    const chosen = await hashOf(reply, page, account.id, typed);
    if (chosen === undefined) return reply;
    if (!(await db.transaction((tx) => acceptInvitation(tx, secret, chosen)))) return invitationGone(reply);
    return done(request, reply, account, 'acceptInvitation', title);
  });
}
