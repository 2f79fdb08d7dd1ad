/** Checks an attempt at a second factor, or at a passkey alone: counts it, looks at it and writes the audit log. */
import type { Assertion } from '@acacia/contract';
import { eq } from 'drizzle-orm';
import type { Db } from '../../database/database.ts';
import { accounts } from '../../database/schema.ts';
import type { Sealer } from '../../database/seal.ts';
import type { Attempts, FactorKind } from '../attempts.ts';
import type { Client } from '../client.ts';
import type { SignInAudit } from '../sign-in-audit.ts';
import { spendAppCode } from './authenticator-app.ts';
import { tellPerson } from './mails.ts';
import { checkPasskey } from './passkeys.ts';
import { codesLeft, spendCode } from './recovery-codes.ts';
import { WAYS, type Way } from './ways.ts';

type Account = typeof accounts.$inferSelect;

interface Tried {
  readonly client: Client;
  readonly requestId: string;
}

type Outcome =
  | { readonly is: 'right'; readonly account: Account; readonly way: Way }
  | { readonly is: 'wrong' }
  /** There were too many attempts; `seconds` until the next one is allowed. */
  | { readonly is: 'held'; readonly seconds: number };

export interface CheckFactors {
  /** @param account whose password was given */
  code(account: Account, kind: 'app' | 'recovery', code: string, tried: Tried): Promise<Outcome>;
  /** @param account whose password was given; null: the passkey alone signs in */
  passkey(account: Account | null, challenge: string, assertion: Assertion, tried: Tried): Promise<Outcome>;
}

const WRONG: Readonly<Record<FactorKind, string>> = {
  app: 'Wrong code of the authenticator app.',
  recovery: 'Wrong recovery code.',
  passkey: 'Wrong passkey.',
};
const TOO_MANY = 'Too many attempts at the second step.';
const COPIED = 'The passkey was used elsewhere since: it may have been copied.';

interface Parts {
  readonly db: Db;
  readonly attempts: Attempts;
  readonly audit: SignInAudit;
  readonly publicUrl: string;
  readonly sealer: Sealer;
}

export function createCheckFactors({ db, attempts, audit, publicUrl, sealer }: Parts): CheckFactors {
  /** @param outcome the way in which the person signed in, or why they did not */
  const record = (account: Account | null, outcome: Way | string, { client, requestId }: Tried) =>
    audit({
      action: 'signIn',
      user: account,
      email: account?.email ?? '',
      ...(typeof outcome === 'string' ? { refused: outcome } : { amr: outcome.amr }),
      client,
      requestId,
    });

  /** Counts an attempt of a person whose password was given. */
  const count = async (account: Account, kind: FactorKind, tried: Tried) => {
    const counted = await attempts.countFactor(account.id, kind);
    if ('seconds' in counted && counted.first) {
      await record(account, TOO_MANY, tried);
      await tellPerson(db, account.email, 'held', publicUrl);
    }
    return counted;
  };

  return {
    async code(account, kind, code, tried) {
      const counted = await count(account, kind, tried);
      if ('seconds' in counted) return { is: 'held', seconds: counted.seconds };
      const right = await (kind === 'app'
        ? spendAppCode(db, sealer, account.id, code)
        : spendCode(db, account.id, code));
      if (!right) {
        await record(account, WRONG[kind], tried);
        return { is: 'wrong' };
      }
      await counted.right();
      await record(account, WAYS[kind], tried);
      if (kind === 'recovery') {
        const left = await codesLeft(db, account.id);
        await tellPerson(db, account.email, 'codeUsed', publicUrl, `Codes that are left: ${left}.`);
      }
      return { is: 'right', account, way: WAYS[kind] };
    },

    async passkey(account, challenge, assertion, tried) {
      const counted =
        account === null
          ? // By network: the signature of a passkey cannot be guessed, and nobody must be locked out by strangers.
            await attempts.count({ email: 'passkey', address: tried.client.address, device: null })
          : await count(account, 'passkey', tried);
      if ('seconds' in counted) return { is: 'held', seconds: counted.seconds };
      const judged = await checkPasskey(db, publicUrl, challenge, assertion);
      const [owner] =
        judged.passkey === undefined
          ? []
          : await db.select().from(accounts).where(eq(accounts.id, judged.passkey.accountId));
      const own = owner !== undefined && (account === null || owner.id === account.id);
      if (judged.is === 'right' && own) {
        await counted.right();
        const way = account === null ? WAYS.passkey : WAYS.passwordAndPasskey;
        await record(owner, way, tried);
        return { is: 'right', account: owner, way };
      }
      if (judged.is === 'copied' && owner !== undefined) {
        await tellPerson(db, owner.email, 'copied', publicUrl, `Passkey: ${judged.passkey.name}`);
      }
      await record(account ?? owner ?? null, judged.is === 'copied' ? COPIED : WRONG.passkey, tried);
      return { is: 'wrong' };
    },
  };
}
