/** A sign-in that is under way: the provider's interaction, and who has given the password in it. */
import { eq } from 'drizzle-orm';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { errors, type Provider } from 'oidc-provider';
import { z } from 'zod';
import type { Db } from '../../database/database.ts';
import { accounts } from '../../database/schema.ts';
import type { Way } from '../factors/ways.ts';

type Account = typeof accounts.$inferSelect;

export interface UnderWay {
  readonly uid: string;
  /** E-mail that the client has asked for; '' without one. */
  readonly hint: string;
  /** The person whose password was given, when a second factor is still to come; undefined otherwise. */
  readonly first: Account | undefined;
}

const First = z.object({
  accountId: z.string(),
  /** Milliseconds since 1970. */
  at: z.number(),
  /** When the password was chosen; a password that is changed meanwhile ends the sign-in. */
  passwordSetAt: z.number().nullable(),
});

/** Time for the second step. */
const MINUTES = 10;

/** Parameters of the paths below `pathOf`. */
export interface Place {
  readonly uid: string;
}

export const pathOf = (uid: string): string => `/oidc/interaction/${encodeURIComponent(uid)}`;

const chosenAt = ({ passwordSetAt }: Account): number | null => passwordSetAt?.getTime() ?? null;

async function accountOf(db: Db, result: unknown): Promise<Account | undefined> {
  const first = z.object({ first: First }).safeParse(result).data?.first;
  if (first === undefined || first.at + MINUTES * 60_000 <= Date.now()) return undefined;
  const [account] = await db.select().from(accounts).where(eq(accounts.id, first.accountId));
  return account !== undefined && chosenAt(account) === first.passwordSetAt ? account : undefined;
}

/** The sign-in under way, by the cookie that the provider gave this browser; undefined: none. */
export async function findUnderWay(
  db: Db,
  provider: Provider,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<UnderWay | undefined> {
  try {
    const { uid, params, result } = await provider.interactionDetails(request.raw, reply.raw);
    const hint = params['login_hint'];
    return { uid, hint: typeof hint === 'string' ? hint : '', first: await accountOf(db, result) };
  } catch (error) {
    if (error instanceof errors.SessionNotFound) return undefined;
    throw error;
  }
}

/** Remembers that the password was right, and sends the browser to the second step. */
export async function goOn(
  provider: Provider,
  request: FastifyRequest,
  reply: FastifyReply,
  account: Account,
): Promise<FastifyReply> {
  const first: z.infer<typeof First> = {
    accountId: account.id,
    at: Date.now(),
    passwordSetAt: chosenAt(account),
  };
  await provider.interactionResult(request.raw, reply.raw, { first }, { mergeWithLastSubmission: false });
  const { uid } = request.params as Place;
  return reply.header('cache-control', 'no-store').redirect(pathOf(uid), 303);
}

/** Signs the person in. @param cookie Set-Cookie header by which the browser is known from now on */
export async function finish(
  provider: Provider,
  request: FastifyRequest,
  reply: FastifyReply,
  { account, way, cookie }: { readonly account: Account; readonly way: Way; readonly cookie: string },
): Promise<FastifyReply> {
  request.user = account.email;
  reply.hijack();
  reply.raw.appendHeader('set-cookie', cookie);
  await provider.interactionFinished(
    request.raw,
    reply.raw,
    { login: { accountId: account.id, remember: true, amr: [...way.amr], acr: way.acr } },
    { mergeWithLastSubmission: false },
  );
  return reply;
}
