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
const HOLD_MS = 2000;
const MOST_HELD = 1000;

/** Attempts of strangers, and of known browsers, that are looked at at the same time: no more fit in the queue. */
const MOST_LOOKED_AT = 16;
const BUSY_SECONDS = 5;
const BUSY = 'Too many people are signing in at this moment. Try again in a few seconds.';

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
  /** Answers after a while, as far as there is room. */
  const hold = async (
    request: FastifyRequest,
    reply: FastifyReply,
    refusal: { status: number; email: string; error: string; seconds: number },
  ) => {
    if (held < MOST_HELD) {
      held += 1;
      // Not all of them at the same moment.
      await delay(HOLD_MS * (0.5 + Math.random())).finally(() => (held -= 1));
    }
    reply.header('retry-after', refusal.seconds);
    return form(request, reply, refusal.status, refusal.email, refusal.error);
  };
  const tooMany = (request: FastifyRequest, reply: FastifyReply, email: string, seconds: number) => {
    const minutes = Math.ceil(seconds / 60);
    const error = `Too many attempts. Try again in ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}.`;
    return hold(request, reply, { status: 429, email, error, seconds });
  };
  const busy = (request: FastifyRequest, reply: FastifyReply, email: string) =>
    hold(request, reply, { status: 503, email, error: BUSY, seconds: BUSY_SECONDS });

  const lookedAt = { known: 0, strange: 0 };
  /** The outcome of an attempt; undefined when no sign-in is under way. */
  const look = async (
    request: FastifyRequest,
    reply: FastifyReply,
    typed: Pick<Parameters<CheckSignIn>[0], 'email' | 'password' | 'device' | 'client'>,
  ) => {
    if ((await interaction(request, reply)) === undefined) return undefined;
    return options.checkSignIn({ ...typed, here: isLocal(request), requestId: request.id });
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
    if (known > 0) return tooMany(request, reply, email, known);

    // Before the database is asked anything: a flood must not fill its queue either.
    const kind = device === null ? 'strange' : 'known';
    if (lookedAt[kind] >= MOST_LOOKED_AT) return busy(request, reply, email);
    lookedAt[kind] += 1;
    const outcome = await look(request, reply, { email, password, device, client }).finally(
      () => (lookedAt[kind] -= 1),
    );
    if (outcome === undefined) return expired(reply);
    switch (outcome.is) {
      case 'held':
        return tooMany(request, reply, email, outcome.seconds);
      case 'busy':
        return busy(request, reply, email);
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
