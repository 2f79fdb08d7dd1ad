/** Handlers of calls on how the signed-in person signs in besides the password. */
import { MOST_PASSKEYS, passkeysImpossible, type Passkey } from '@acacia/contract';
import { and, eq } from 'drizzle-orm';
import type { Db } from '../../database/database.ts';
import { authenticatorApps, passkeys } from '../../database/factor-tables.ts';
import { accounts } from '../../database/schema.ts';
import type { Sealer } from '../../database/seal.ts';
import { badField, notFound, problem } from '../../errors/problem.ts';
import type { HandlersOf } from '../../http/call.ts';
import type { Attempts } from '../../identity/attempts.ts';
import { findApp, storeApp } from '../../identity/factors/authenticator-app.ts';
import { beginEnrolment, takeEnrolment } from '../../identity/factors/enrolments.ts';
import {
  codesForFirst,
  factorsOf,
  forgetUselessCodes,
  needsSecondStep,
} from '../../identity/factors/factors.ts';
import { tellPerson } from '../../identity/factors/mails.ts';
import { offerPasskey, passkeysOf, readNewPasskey, storePasskey } from '../../identity/factors/passkeys.ts';
import { codesLeft, renewCodes } from '../../identity/factors/recovery-codes.ts';
import { base32, newTotpSecret, stepOfCode, totpUri } from '../../identity/factors/totp.ts';
import type { Person } from '../../identity/person.ts';
import { endSessions } from '../../identity/sessions.ts';
import { withPassword } from './password.ts';

interface FactorSetting {
  readonly attempts: Attempts;
  readonly publicUrl: string;
  /** False where an outside issuer signs people in. */
  readonly kept: boolean;
  readonly sealer: Sealer;
}

type FactorCall =
  | 'getMySignInMethods'
  | 'beginAuthenticatorApp'
  | 'confirmAuthenticatorApp'
  | 'removeAuthenticatorApp'
  | 'beginPasskey'
  | 'addPasskey'
  | 'renamePasskey'
  | 'removePasskey'
  | 'renewRecoveryCodes';

const presentPasskey = (row: typeof passkeys.$inferSelect): Passkey => ({
  passkey_id: row.id,
  name: row.name,
  created_at: row.createdAt.toISOString(),
  last_used_at: row.lastUsedAt?.toISOString() ?? null,
  synced: row.synced,
});

/** Locks the account's row until the transaction ends, so that two tabs cannot add or remove factors at once. */
async function lockAccount(tx: Db, id: string): Promise<typeof accounts.$inferSelect> {
  const [row] = await tx.select().from(accounts).where(eq(accounts.id, id)).for('update');
  if (row === undefined) throw notFound('user');
  return row;
}

/** Before a first second factor is stored: ends the person's other sessions, which a password alone may have begun. */
async function endOneFactorSessions(tx: Db, { userId, sid }: Person): Promise<void> {
  if (!needsSecondStep(await factorsOf(tx, userId))) await endSessions(tx, userId, sid);
}

export function factorHandlers({ attempts, publicUrl, kept, sealer }: FactorSetting): HandlersOf<FactorCall> {
  const demandKept = (): void => {
    if (!kept) throw problem('factorsElsewhere');
  };
  const impossible = passkeysImpossible(publicUrl);
  const demandPasskeys = (): void => {
    demandKept();
    if (impossible !== null) throw problem('passkeysImpossible', { reason: impossible });
  };
  const isThis = (accountId: string, id: string) =>
    and(eq(passkeys.id, id), eq(passkeys.accountId, accountId));

  return {
    getMySignInMethods: async ({ actor: { userId: id }, db }) => {
      const [user] = await db.select().from(accounts).where(eq(accounts.id, id));
      return {
        password_set_at: user?.passwordSetAt?.toISOString() ?? null,
        authenticator_app_since: (await findApp(db, id))?.createdAt.toISOString() ?? null,
        passkeys: (await passkeysOf(db, id)).map(presentPasskey),
        recovery_codes_left: await codesLeft(db, id),
        passkeys_refused: impossible,
      };
    },

    beginAuthenticatorApp: async ({ actor, body, address, db, changed }) => {
      demandKept();
      const secret = newTotpSecret();
      await withPassword(db, actor, body.current_password, address, attempts, () =>
        beginEnrolment(db, sealer, actor.userId, 'authenticatorApp', secret.toString('base64url')),
      );
      changed({ resource: `user/${actor.userId}`, after: { authenticator_app: 'begun' } });
      return {
        secret: (base32(secret).match(/.{4}/g) ?? []).join(' '),
        uri: totpUri(secret, actor.email),
      };
    },

    confirmAuthenticatorApp: async ({ actor, body, db, changed }) => {
      demandKept();
      const { userId: id, email } = actor;
      await lockAccount(db, id);
      const begun = await takeEnrolment(db, sealer, id, 'authenticatorApp');
      if (begun === null) throw problem('enrolmentGone');
      const secret = Buffer.from(begun, 'base64url');
      const step = stepOfCode(secret, body.code, Date.now());
      if (step === null) throw badField('code', 'appCodeWrong');
      await endOneFactorSessions(db, actor);
      await storeApp(db, sealer, id, secret, step);
      await tellPerson(db, email, 'appSet', publicUrl);
      changed({ resource: `user/${id}`, after: { authenticator_app: true } });
      return { recovery_codes: await codesForFirst(db, id) };
    },

    removeAuthenticatorApp: async ({ actor, body, address, db, changed }) => {
      demandKept();
      const { userId: id, email } = actor;
      await withPassword(db, actor, body.current_password, address, attempts, () =>
        db.transaction(async (tx) => {
          await lockAccount(tx, id);
          const removed = await tx
            .delete(authenticatorApps)
            .where(eq(authenticatorApps.accountId, id))
            .returning({ id: authenticatorApps.accountId });
          if (removed.length === 0) throw notFound('authenticator app');
          await forgetUselessCodes(tx, id);
          await tellPerson(tx, email, 'appRemoved', publicUrl);
        }),
      );
      changed({ resource: `user/${id}`, before: { authenticator_app: true } });
      return {};
    },

    beginPasskey: async ({ actor, body, address, db, changed }) => {
      demandPasskeys();
      const { userId: id, email, name } = actor;
      const offer = await withPassword(db, actor, body.current_password, address, attempts, async () => {
        if ((await factorsOf(db, id)).passkeys >= MOST_PASSKEYS) throw problem('tooManyPasskeys');
        const made = await offerPasskey(db, publicUrl, { id, email, name });
        await beginEnrolment(db, sealer, id, 'passkey', made.challenge);
        return made;
      });
      changed({ resource: `user/${id}`, after: { passkey: 'begun' } });
      return { options: { ...offer.options } };
    },

    addPasskey: async ({ actor, body, db, changed }) => {
      demandPasskeys();
      const { userId: id, email } = actor;
      await lockAccount(db, id);
      const challenge = await takeEnrolment(db, sealer, id, 'passkey');
      if (challenge === null) throw problem('enrolmentGone');
      const passkey = await readNewPasskey(body.credential, publicUrl, challenge);
      if (passkey === null) throw badField('credential', 'passkeyNotAccepted');
      if ((await factorsOf(db, id)).passkeys >= MOST_PASSKEYS) throw problem('tooManyPasskeys');
      await endOneFactorSessions(db, actor);
      const row = await storePasskey(db, id, body.name, passkey);
      if (row === undefined) throw badField('credential', 'passkeyKnown');
      await tellPerson(db, email, 'passkeyAdded', publicUrl, `Passkey: ${row.name}`);
      changed({ resource: `user/${id}`, after: { passkey: { id: row.id, name: row.name } } });
      return { recovery_codes: await codesForFirst(db, id) };
    },

    renamePasskey: async ({ actor: { userId: id }, params, body, db, changed }) => {
      demandKept();
      await lockAccount(db, id);
      const which = isThis(id, params.passkey_id);
      const [before] = await db.select().from(passkeys).where(which);
      const [after] = await db.update(passkeys).set({ name: body.name }).where(which).returning();
      if (before === undefined || after === undefined) throw notFound('passkey');
      changed({
        resource: `user/${id}`,
        before: { passkey: { id: before.id, name: before.name } },
        after: { passkey: { id: after.id, name: after.name } },
      });
      return presentPasskey(after);
    },

    removePasskey: async ({ actor, params, body, address, db, changed }) => {
      demandKept();
      const { userId: id, email } = actor;
      const removed = await withPassword(db, actor, body.current_password, address, attempts, () =>
        db.transaction(async (tx) => {
          await lockAccount(tx, id);
          const [row] = await tx.delete(passkeys).where(isThis(id, params.passkey_id)).returning();
          if (row === undefined) throw notFound('passkey');
          await forgetUselessCodes(tx, id);
          await tellPerson(tx, email, 'passkeyRemoved', publicUrl, `Passkey: ${row.name}`);
          return row;
        }),
      );
      changed({ resource: `user/${id}`, before: { passkey: { id: removed.id, name: removed.name } } });
      return {};
    },

    renewRecoveryCodes: async ({ actor, body, address, db, changed }) => {
      demandKept();
      const { userId: id, email } = actor;
      const codes = await withPassword(db, actor, body.current_password, address, attempts, () =>
        db.transaction(async (tx) => {
          await lockAccount(tx, id);
          if (!needsSecondStep(await factorsOf(tx, id))) throw problem('noFactor');
          await tellPerson(tx, email, 'codesRenewed', publicUrl);
          return renewCodes(tx, id);
        }),
      );
      changed({ resource: `user/${id}`, after: { recovery_codes: codes.length } });
      return { recovery_codes: codes };
    },
  };
}
