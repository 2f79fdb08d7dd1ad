/** The second step of a sign-in, and signing in with a passkey alone. */
import { Assertion, passkeysImpossible } from '@acacia/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Provider } from 'oidc-provider';
import { z } from 'zod';
import type { Db } from '../../database/database.ts';
import type { accounts } from '../../database/schema.ts';
import { clientOf } from '../client.ts';
import type { DeviceCookie } from '../device-cookie.ts';
import type { CheckFactors } from '../factors/check.ts';
import { findApp } from '../factors/authenticator-app.ts';
import { askForPasskey, challengeOf, passkeysOf } from '../factors/passkeys.ts';
import { noticePage } from '../pages/notice.ts';
import { PASSKEY_HASH, type PasskeyForm } from '../pages/passkey-form.ts';
import { secondStepPage } from '../pages/second-step.ts';
import { isForeign, refuseExpired, refuseForeign, show } from '../pages/show.ts';
import type { Hold } from './hold.ts';
import { findUnderWay, finish, pathOf, type Place, type UnderWay } from './under-way.ts';
import { waitText } from './wait-text.ts';

interface SecondStepOptions {
  readonly db: Db;
  readonly provider: Provider;
  readonly publicUrl: string;
  readonly hold: Hold;
  readonly devices: DeviceCookie;
  /** Secret key of this installation, from which challenges are derived. */
  readonly key: string;
  readonly check: CheckFactors;
}

type Account = typeof accounts.$inferSelect;
type Kind = 'app' | 'recovery';

/** Shows the page after the password. */
export type ShowSecondStep = (
  reply: FastifyReply,
  underWay: UnderWay,
  account: Account,
  kind: Kind,
  refusal?: { readonly status: number; readonly error: string },
) => Promise<FastifyReply>;

const WRONG = {
  app: 'This code is wrong, or it was used already. Wait for the next one.',
  recovery: 'This is none of your recovery codes, or it was used already.',
  passkey: 'This passkey is not known here, or it was not used for this sign-in.',
} as const;

const CodeForm = z.object({
  kind: z.enum(['app', 'recovery']).catch('app'),
  code: z.string().max(100).catch(''),
});
const PasskeyAnswer = z.object({
  credential: z
    .string()
    .max(100_000)
    .transform((text, context) => {
      try {
        return JSON.parse(text) as unknown;
      } catch {
        context.addIssue({ code: 'custom', message: 'no JSON' });
        return z.NEVER;
      }
    })
    .pipe(Assertion),
});

/** @param forms a Fastify instance that parses forms */
export function secondStep(
  forms: FastifyInstance,
  { db, provider, publicUrl, hold, devices, key, check }: SecondStepOptions,
): { readonly show: ShowSecondStep; readonly passkeyAlone: (uid: string) => PasskeyForm | null } {
  const possible = passkeysImpossible(publicUrl) === null;
  const passkeyAction = (uid: string): string => `${pathOf(uid)}/passkey`;
  const triedBy = (request: FastifyRequest) => ({ client: clientOf(request), requestId: request.id });

  const showPage: ShowSecondStep = async (reply, { uid }, account, kind, refusal) => {
    const own = possible ? await passkeysOf(db, account.id) : [];
    const options = askForPasskey(publicUrl, challengeOf(key, uid), own);
    const passkey = own.length > 0 ? { action: passkeyAction(uid), options } : null;
    const body = secondStepPage({
      path: pathOf(uid),
      email: account.email,
      kind,
      app: (await findApp(db, account.id)) !== undefined,
      passkey,
      error: refusal?.error ?? '',
    });
    return show(reply, refusal?.status ?? 200, body, PASSKEY_HASH);
  };

  forms.post<{ Params: Place }>('/oidc/interaction/:uid/code', async (request, reply) => {
    if (isForeign(request, publicUrl)) return refuseForeign(reply);
    const { kind, code } = CodeForm.catch({ kind: 'app', code: '' }).parse(request.body);
    const underWay = await findUnderWay(db, provider, request, reply);
    if (underWay?.first === undefined) return refuseExpired(reply);
    const { first } = underWay;
    const digits = kind === 'app' ? code.replaceAll(/\s/g, '') : code;
    const outcome = await check.code(first, kind, digits, triedBy(request));
    switch (outcome.is) {
      case 'held':
        await hold(reply, outcome.seconds);
        return showPage(reply, underWay, first, kind, {
          status: 429,
          error: waitText(outcome.seconds),
        });
      case 'wrong':
        return showPage(reply, underWay, first, kind, { status: 401, error: WRONG[kind] });
      case 'right': {
        const { account, way } = outcome;
        return finish(provider, request, reply, { account, way, cookie: devices.write(account.email) });
      }
    }
  });

  forms.post<{ Params: Place; Querystring: { alone?: unknown } }>(
    '/oidc/interaction/:uid/passkey',
    async (request, reply) => {
      if (isForeign(request, publicUrl)) return refuseForeign(reply);
      const underWay = await findUnderWay(db, provider, request, reply);
      if (underWay === undefined) return refuseExpired(reply);
      const { uid } = underWay;
      // From the first page, the passkey may be that of somebody else than whose password was given before.
      const first = request.query.alone === undefined ? underWay.first : undefined;
      const refuse = (status: number, error: string) =>
        first === undefined
          ? show(reply, status, noticePage('Sign-in could not go on', error, 'Start again'))
          : showPage(reply, underWay, first, 'app', { status, error });
      const answer = PasskeyAnswer.safeParse(request.body);
      if (!answer.success) return refuse(400, WRONG.passkey);
      const challenge = challengeOf(key, uid);
      const outcome = await check.passkey(first ?? null, challenge, answer.data.credential, triedBy(request));
      switch (outcome.is) {
        case 'held':
          await hold(reply, outcome.seconds);
          return refuse(429, waitText(outcome.seconds));
        case 'wrong':
          return refuse(401, WRONG.passkey);
        case 'right': {
          const { account, way } = outcome;
          return finish(provider, request, reply, { account, way, cookie: devices.write(account.email) });
        }
      }
    },
  );

  return {
    show: showPage,
    passkeyAlone: (uid) =>
      possible
        ? {
            action: `${passkeyAction(uid)}?alone`,
            options: askForPasskey(publicUrl, challengeOf(key, uid), []),
          }
        : null,
  };
}
