/** The form to sign in with a password, within a flow that the provider has begun. */
import { normalEmail } from '@acacia/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Provider } from 'oidc-provider';
import { z } from 'zod';
import type { Db } from '../../database/database.ts';
import { isHere } from '../../network/here.ts';
import type { Attempts } from '../attempts.ts';
import { clientOf } from '../client.ts';
import type { DeviceCookie } from '../device-cookie.ts';
import { WAYS } from '../factors/ways.ts';
import { isForeign, refuseExpired, refuseForeign, show } from '../pages/show.ts';
import { PASSKEY_HASH, type PasskeyForm } from '../pages/passkey-form.ts';
import { signInPage } from '../pages/sign-in.ts';
import type { CheckSignIn } from '../sign-in.ts';
import type { Hold } from './hold.ts';
import type { ShowSecondStep } from './second-step.ts';
import { findUnderWay, finish, goOn, pathOf, type Place } from './under-way.ts';
import { waitText } from './wait-text.ts';

interface SignInFormOptions {
  readonly db: Db;
  readonly provider: Provider;
  readonly publicUrl: string;
  readonly attempts: Attempts;
  readonly checkSignIn: CheckSignIn;
  readonly devices: DeviceCookie;
  /** Whether people can sign up by themselves. */
  readonly signUp: boolean;
  readonly hold: Hold;
  /** Shows the page after the password. */
  readonly secondStep: ShowSecondStep;
  /** The form to sign in with a passkey alone; null where passkeys cannot be used. */
  readonly passkeyAlone: (uid: string) => PasskeyForm | null;
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

/** Limit of concurrent attempts, for strangers and for known browsers each: no more fit in the queue. */
const MOST_LOOKED_AT = 16;
const BUSY_SECONDS = 5;
const BUSY = 'Too many people are signing in at this moment. Try again in a few seconds.';

/** @param forms a Fastify instance that parses forms */
export function signInForm(forms: FastifyInstance, options: SignInFormOptions): void {
  const { db, provider, publicUrl, attempts, devices } = options;

  const isLocal = (request: FastifyRequest) => options.local && isHere(request.raw);

  const form = async (
    request: FastifyRequest,
    reply: FastifyReply,
    status: number,
    email: string,
    error: string,
  ): Promise<FastifyReply> => {
    const seeded = isLocal(request) ? await options.firstAccount() : null;
    const { uid } = request.params as Place;
    const passkey = options.passkeyAlone(uid);
    const body = signInPage({ action: pathOf(uid), email, error, seeded, passkey, signUp: options.signUp });
    return show(reply, status, body, passkey === null ? undefined : PASSKEY_HASH);
  };

  /** Sends a refusal after a delay. */
  const refuse = async (
    request: FastifyRequest,
    reply: FastifyReply,
    refusal: { status: number; email: string; error: string; seconds: number },
  ) => {
    await options.hold(reply, refusal.seconds);
    return form(request, reply, refusal.status, refusal.email, refusal.error);
  };
  const tooMany = (request: FastifyRequest, reply: FastifyReply, email: string, seconds: number) =>
    refuse(request, reply, { status: 429, email, error: waitText(seconds), seconds });
  const busy = (request: FastifyRequest, reply: FastifyReply, email: string) =>
    refuse(request, reply, { status: 503, email, error: BUSY, seconds: BUSY_SECONDS });

  const lookedAt = { known: 0, strange: 0 };
  /** The outcome of an attempt; undefined when no sign-in is under way. */
  const look = async (
    request: FastifyRequest,
    reply: FastifyReply,
    typed: Pick<Parameters<CheckSignIn>[0], 'email' | 'password' | 'device' | 'client'>,
  ) => {
    if ((await findUnderWay(db, provider, request, reply)) === undefined) return undefined;
    return options.checkSignIn({ ...typed, here: isLocal(request), requestId: request.id });
  };

  forms.get<{ Params: Place; Querystring: { with?: unknown } }>(
    '/oidc/interaction/:uid',
    async (request, reply) => {
      const underWay = await findUnderWay(db, provider, request, reply);
      if (underWay === undefined) return refuseExpired(reply);
      const { first } = underWay;
      if (first === undefined || request.query.with === 'password') {
        return form(request, reply, 200, underWay.hint, '');
      }
      return options.secondStep(
        reply,
        underWay,
        first,
        request.query.with === 'recovery' ? 'recovery' : 'app',
      );
    },
  );

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
        if (outcome.second) return goOn(provider, request, reply, outcome.account);
        return finish(provider, request, reply, {
          account: outcome.account,
          way: WAYS.password,
          cookie: devices.write(outcome.account.email),
        });
    }
  });
}
