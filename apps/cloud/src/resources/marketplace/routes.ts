/** Handlers of the calls on subscriptions of marketplaces (specification part 1, section 4.1; part 3, section 7). */
import { createHash } from 'node:crypto';
import { MarketplaceProvider, SUBSCRIPTIONS_MOST, type MarketplaceSubscription } from '@acacia/contract';
import { desc, eq } from 'drizzle-orm';
import { marketplaceSubscriptions } from '../../database/organization-tables.ts';
import { organizations } from '../../database/schema.ts';
import { badField, notFound, problem } from '../../errors/problem.ts';
import type { HandlersOf } from '../../http/call.ts';

type Row = typeof marketplaceSubscriptions.$inferSelect;

const present = ({ provider, creator, createdAt }: Row): MarketplaceSubscription => ({
  provider,
  status: 'pending',
  creator,
  created_at: createdAt.toISOString(),
});

/** Tokens open a subscription at the marketplace: Acacia keeps none. */
const hashOf = (provider: MarketplaceProvider, token: string): string =>
  createHash('sha256').update(`${provider} ${token}`).digest('hex');

export const marketplaceHandlers: HandlersOf<'associateMarketplace' | 'listMarketplaceSubscriptions'> = {
  associateMarketplace: async ({ actor, params, body, db, changed }) => {
    const { orgId, email: creator } = actor;
    const { data: provider } = MarketplaceProvider.safeParse(params.provider);
    if (provider === undefined) throw notFound('marketplace');
    const hash = hashOf(provider, body.token);
    // The subscriptions of the organisation are counted: one is added after the other.
    await db
      .select({ id: organizations.id })
      .from(organizations)
      .where(eq(organizations.id, orgId))
      .for('update');
    const held = await db.$count(marketplaceSubscriptions, eq(marketplaceSubscriptions.orgId, orgId));
    const [made] =
      held >= SUBSCRIPTIONS_MOST
        ? []
        : await db
            .insert(marketplaceSubscriptions)
            .values({ hash, orgId, provider, creator })
            .onConflictDoNothing()
            .returning();
    const [row] =
      made === undefined
        ? await db.select().from(marketplaceSubscriptions).where(eq(marketplaceSubscriptions.hash, hash))
        : [made];
    if (row === undefined) throw problem('tooManySubscriptions', { most: SUBSCRIPTIONS_MOST });
    if (row.orgId !== orgId) throw badField('token', 'subscriptionTaken');
    const resource = `organization/${orgId}`;
    const after = { marketplace: provider, status: 'pending' };
    changed({ resource, after, ...(made === undefined ? { quiet: true } : {}) });
    return present(row);
  },

  listMarketplaceSubscriptions: async ({ actor, db }) => {
    const rows = await db
      .select()
      .from(marketplaceSubscriptions)
      .where(eq(marketplaceSubscriptions.orgId, actor.orgId))
      .orderBy(desc(marketplaceSubscriptions.createdAt));
    return rows.map(present);
  },
};
