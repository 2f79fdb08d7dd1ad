/** The form to sign in with a password, within a flow that the provider has begun. */
import { setTimeout as delay } from 'node:timers/promises';
import { normalEmail } from '@acacia/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { errors, type Provider } from 'oidc-provider';
import { z } from 'zod';
import { isHere } from '../../network/here.ts';
import type { Attempts } from '../attempts.ts';
import { clientOf } from '../client.ts';
import type { DeviceCookie } from '../device-cookie.ts';
import { isForeign, refuseExpired, refuseForeign, show } from '../pages/show.ts';
import { signInPage } from '../pages/sign-in.ts';
import type { CheckSignIn } from '../sign-in.ts';
import { waitText } from './wait-text.ts';

interface SignInFormOptions {
  readonly provider: Provider;
  readonly publicUrl: string;
  readonly attempts: Attempts;
  readonly checkSignIn: CheckSignIn;
  readonly devices: DeviceCookie;
  /** Whether people can sign up by themselves. */
  readonly signUp: boolean;
  /** Whether only people at this machine can reach the control plane. */
  readonly local: boolean;
  /** The account of the first start and its password, until another one is chosen; null afterwards. */
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

/** Refusals are delayed to slow guessing down: by about `HOLD_MS` milliseconds, at most `MOST_HELD` of them at once. */
const HOLD_MS = 2000;
const MOST_HELD = 1000;

/** Limit of concurrent attempts, for strangers and for known browsers each: no more fit in the queue. */
const MOST_LOOKED_AT = 16;
const BUSY_SECONDS = 5;
const BUSY = 'Too many people are signing in at this moment. Try again in a few seconds.';

/** @param forms a Fastify instance that parses forms */
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
    return show(
      reply,
      status,
      signInPage({ action: request.url, email, error, seeded, signUp: options.signUp }),
    );
  };

  let held = 0;
  /** Sends a refusal after a delay; at once when too many are delayed already. */
  const hold = async (
    request: FastifyRequest,
    reply: FastifyReply,
    refusal: { status: number; email: string; error: string; seconds: number },
  ) => {
    if (held < MOST_HELD) {
      held += 1;
      // Random, so that they are not all sent at the same moment.
      await delay(HOLD_MS * (0.5 + Math.random())).finally(() => (held -= 1));
    }
    reply.header('retry-after', refusal.seconds);
    return form(request, reply, refusal.status, refusal.email, refusal.error);
  };
  const tooMany = (request: FastifyRequest, reply: FastifyReply, email: string, seconds: number) => {
    return hold(request, reply, { status: 429, email, error: waitText(seconds), seconds });
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
    if (details === undefined) return refuseExpired(reply);
    const hint = details.params['login_hint'];
    return form(request, reply, 200, typeof hint === 'string' ? hint : '', '');
  });

  forms.post('/oidc/interaction/:uid', async (request, reply) => {
    // The provider's cookie is SameSite=Lax, so no other site can send this form; the Origin header is
    // checked as well where the browser sends it.
    if (isForeign(request, publicUrl)) return refuseForeign(reply);
    const { email, password } = Form.catch({ email: '', password: '' }).parse(request.body);
    const client = clientOf(request);
    const device = devices.read(request.headers.cookie, normalEmail(email));
    const known = attempts.heldFor({ email: normalEmail(email), address: client.address, device });
    if (known > 0) return tooMany(request, reply, email, known);

    // Before any query to the database: a flood must not fill its queue either.
    const kind = device === null ? 'strange' : 'known';
    if (lookedAt[kind] >= MOST_LOOKED_AT) return busy(request, reply, email);
    lookedAt[kind] += 1;
    const outcome = await look(request, reply, { email, password, device, client }).finally(
      () => (lookedAt[kind] -= 1),
    );
    if (outcome === undefined) return refuseExpired(reply);
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
