/** The page and form of a link to set a password. */
import { passwordFault } from '@acacia/contract';
import { hashPassword, PasswordsBusy } from '@acacia/passwords';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { z } from 'zod';
import type { Database } from '../../database/database.ts';
import { clientOf } from '../client.ts';
import { userOfLink } from '../first-password.ts';
import { noticePage } from '../pages/notice.ts';
import { setPasswordPage } from '../pages/set-password.ts';
import { isForeign, refuseForeign, show } from '../pages/show.ts';
import { setPasswordByLink } from '../set-password.ts';
import type { SignInAudit } from '../sign-in-audit.ts';

interface PasswordFormOptions {
  readonly db: Database['db'];
  readonly publicUrl: string;
  readonly audit: SignInAudit;
  /** Called when a person's tokens have been revoked. */
  readonly ended: () => void;
}

const Secret = z
  .string()
  .regex(/^[\w-]{43}$/)
  .catch('');
const Query = z.object({ secret: Secret });
const Form = z.object({
  secret: Secret,
  password: z.string().max(4096).catch(''),
  again: z.string().max(4096).catch(''),
});

const gone = (reply: FastifyReply) =>
  show(
    reply,
    410,
    noticePage(
      'This link is no longer good',
      'It was used, it has expired, or there is a newer one. Acacia shows another when it is started again.',
      'To the sign-in',
    ),
  );

/** @param forms a Fastify instance that parses forms */
export function passwordForm(forms: FastifyInstance, options: PasswordFormOptions): void {
  const { db, publicUrl, audit, ended } = options;

  forms.get('/oidc/password', async (request, reply) => {
    const { secret } = Query.parse(request.query);
    const user = await userOfLink(db, secret);
    if (user === undefined) return gone(reply);
    return show(reply, 200, setPasswordPage({ secret, email: user.email, error: '' }));
  });

  forms.post('/oidc/password', async (request, reply) => {
    if (isForeign(request, publicUrl)) return refuseForeign(reply);
    const { secret, password, again } = Form.catch({ secret: '', password: '', again: '' }).parse(
      request.body,
    );
    const user = await userOfLink(db, secret);
    if (user === undefined) return gone(reply);
    const { email } = user;
    const fault = password === again ? passwordFault(password, email) : 'The two passwords are not the same.';
    if (fault !== null) return show(reply, 400, setPasswordPage({ secret, email, error: fault }));
    let hash: string;
    try {
      hash = await hashPassword(password);
    } catch (error) {
      if (!(error instanceof PasswordsBusy)) throw error;
      reply.header('retry-after', error.retryAfterSeconds);
      return show(reply, 503, setPasswordPage({ secret, email, error: error.message }));
    }
    if (!(await setPasswordByLink(db, secret, user.id, hash))) return gone(reply);
    ended();
    await audit({ action: 'setPassword', user, email, client: clientOf(request), requestId: request.id });
    request.user = email;
    return show(reply, 200, noticePage('Your password is set', `Sign in as ${email}.`, 'Sign in'));
  });
}
