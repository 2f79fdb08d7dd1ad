/** The form to sign in with a password, in the midst of a flow that the provider has begun. */
import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { errors, type Provider } from 'oidc-provider';
import { z } from 'zod';
import { isHere } from '../../network/here.ts';
import { normalEmail, type Attempts } from '../attempts.ts';
import { clientOf } from '../client.ts';
import type { DeviceCookie } from '../device-cookie.ts';
import { noticePage } from '../pages/notice.ts';
import { isForeign, refuseForeign, show } from '../pages/show.ts';
import { signInPage } from '../pages/sign-in.ts';
import type { CheckSignIn } from '../sign-in.ts';

interface SignInFormOptions {
  readonly provider: Provider;
  readonly publicUrl: string;
  readonly attempts: Attempts;
  readonly checkSignIn: CheckSignIn;
  readonly devices: DeviceCookie;
  /** Whether nobody but people at this machine can reach it. */
  readonly local: boolean;
  /** The account of the first start and its password, while nobody has chosen another; null otherwise. */
  readonly firstAccount: () => Promise<{ readonly email: string; readonly password: string } | null>;
}

const WRONG_SIGN_IN = 'Wrong e-mail or password.';

const line = (longest: number) =>
  z
    .string()
    .max(longest)
    .regex(/^\P{Cc}*$/u)
    .default('');
const Form = z.object({ email: line(320), password: z.string().max(1024).default('') });

/** Who guesses in a circle is made to wait for the refusal, as far as there is room. */
const HOLD_MS = 1000;
const MOST_HELD = 1000;

const expired = (reply: FastifyReply) =>
  show(
    reply,
    400,
    noticePage(
      'This sign-in has expired',
      'It was begun too long ago, or in another browser.',
      'Start again',
    ),
  );

/** @param forms an instance that reads forms */
export function signInForm(forms: FastifyInstance, options: SignInFormOptions): void {
  const { provider, publicUrl, attempts, devices } = options;

  /** The sign-in under way, by the cookie that the provider gave this browser; undefined: none. */
  const interaction = async (request: FastifyRequest, reply: FastifyReply) => {
    try {
      return await provider.interactionDetails(request.raw, reply.raw);
    } catch (error) {
      if (error instanceof errors.SessionNotFound) return undefined;
      throw error;
    }
  };
  const isLocal = (request: FastifyRequest) => options.local && isHere(request.raw);

  const form = async (
    request: FastifyRequest,
    reply: FastifyReply,
    status: number,
    email: string,
    error: string,
  ): Promise<FastifyReply> => {
    const seeded = isLocal(request) ? await options.firstAccount() : null;
    return show(reply, status, signInPage({ action: request.url, email, error, seeded }));
  };

  let held = 0;
  const hold = async (request: FastifyRequest, reply: FastifyReply, email: string, seconds: number) => {
    if (held < MOST_HELD) {
      held += 1;
      await delay(HOLD_MS).finally(() => (held -= 1));
    }
    const minutes = Math.ceil(seconds / 60);
    const unit = minutes === 1 ? 'minute' : 'minutes';
    reply.header('retry-after', seconds);
    return form(request, reply, 429, email, `Too many attempts. Try again in ${minutes} ${unit}.`);
  };

  forms.get('/oidc/interaction/:uid', async (request, reply) => {
    const details = await interaction(request, reply);
    if (details === undefined) return expired(reply);
    const hint = details.params['login_hint'];
    return form(request, reply, 200, typeof hint === 'string' ? hint : '', '');
  });

  forms.post('/oidc/interaction/:uid', async (request, reply) => {
    // The provider's cookie is SameSite=Lax, so no other site can send this form; browsers that say
    // where a form comes from are held to it as well.
    if (isForeign(request, publicUrl)) return refuseForeign(reply);
    const { email, password } = Form.catch({ email: '', password: '' }).parse(request.body);
    const client = clientOf(request);
    const device = devices.read(request.headers.cookie, normalEmail(email));
    const known = attempts.heldFor({ email: normalEmail(email), address: client.address, device });
    if (known > 0) return hold(request, reply, email, known);

    if ((await interaction(request, reply)) === undefined) return expired(reply);
    const outcome = await options.checkSignIn({
      email,
      password,
      device,
      here: isLocal(request),
      client,
      requestId: request.id,
    });
    switch (outcome.is) {
      case 'held':
        return hold(request, reply, email, outcome.seconds);
      case 'busy':
        reply.header('retry-after', outcome.seconds);
        return form(
          request,
          reply,
          503,
          email,
          'Too many people are signing in at this moment. Try again in a few seconds.',
        );
      case 'wrong':
        return form(request, reply, 401, email, WRONG_SIGN_IN);
      case 'right':
        request.user = outcome.email;
        reply.hijack();
        reply.raw.appendHeader('set-cookie', devices.write(outcome.email));
        await provider.interactionFinished(request.raw, reply.raw, {
          login: { accountId: outcome.userId, remember: true },
        });
        return reply;
    }
  });
}
