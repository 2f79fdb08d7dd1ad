/** Storage of the OpenID Connect provider in PostgreSQL: sessions and tokens survive a restart. */
import { unstorableText } from '@acacia/contract';
import { and, eq, gt, isNull, lt, or } from 'drizzle-orm';
import type { Adapter, AdapterPayload } from 'oidc-provider';
import type { Db } from '../../database/database.ts';
import { oidcPayloads } from '../../database/sign-in-tables.ts';

type Row = typeof oidcPayloads.$inferSelect;

const payloadOf = (row: Row | undefined): AdapterPayload | undefined =>
  row === undefined
    ? undefined
    : {
        ...row.payload,
        ...(row.consumedAt === null ? {} : { consumed: Math.floor(row.consumedAt.getTime() / 1000) }),
      };

/**
 * The storage of one of the provider's models (Session, Grant, RefreshToken …).
 * @param ended called with a grant that has ended
 */
export function createAdapter(
  db: Db,
  model: string,
  ended: (grantId: string) => Promise<void> = async () => undefined,
): Adapter {
  const one = async (condition: ReturnType<typeof eq>): Promise<AdapterPayload | undefined> => {
    const alive = or(isNull(oidcPayloads.expiresAt), gt(oidcPayloads.expiresAt, new Date()));
    const rows = await db
      .select()
      .from(oidcPayloads)
      .where(and(eq(oidcPayloads.model, model), condition, alive))
      .limit(1);
    return payloadOf(rows[0]);
  };
  const thisOne = (id: string) => and(eq(oidcPayloads.model, model), eq(oidcPayloads.id, id));
  return {
    async upsert(id, payload, expiresIn) {
      const values = {
        payload: { ...payload },
        grantId: payload.grantId ?? null,
        uid: payload.uid ?? null,
        userCode: payload.userCode ?? null,
        expiresAt: expiresIn ? new Date(Date.now() + expiresIn * 1000) : null,
      };
      await db
        .insert(oidcPayloads)
        .values({ model, id, ...values })
        .onConflictDoUpdate({ target: [oidcPayloads.model, oidcPayloads.id], set: values });
    },
    // An id that PostgreSQL cannot store was never issued; a query with it would fail.
    find: async (id) => (unstorableText(id) === null ? one(eq(oidcPayloads.id, id)) : undefined),
    findByUid: async (uid) => (unstorableText(uid) === null ? one(eq(oidcPayloads.uid, uid)) : undefined),
    findByUserCode: async (userCode) =>
      unstorableText(userCode) === null ? one(eq(oidcPayloads.userCode, userCode)) : undefined,
    async consume(id) {
      await db.update(oidcPayloads).set({ consumedAt: new Date() }).where(thisOne(id));
    },
    async destroy(id) {
      await db.delete(oidcPayloads).where(thisOne(id));
      if (model === 'Grant') await ended(id);
    },
    async revokeByGrantId(grantId) {
      await db.delete(oidcPayloads).where(eq(oidcPayloads.grantId, grantId));
    },
  };
}

/** Deletes expired rows. */
export async function sweepExpired(db: Db): Promise<void> {
  await db.delete(oidcPayloads).where(lt(oidcPayloads.expiresAt, new Date()));
}
