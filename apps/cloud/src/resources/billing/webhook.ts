/**
 * Events of the payment provider, at `POST /api/v2/billing/webhooks/stripe`. They come in any order, late and more than
 * once: an event only makes Acacia ask the provider how the thing stands.
 */
import { eq } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { stripeEvents } from '../../database/billing-tables.ts';
import type { Database } from '../../database/database.ts';
import { problem } from '../../errors/problem.ts';
import { lookAtInvoice } from './charge.ts';
import { settleSession } from './payment.ts';
import type { Provider, ProviderEvent } from './provider.ts';

const BODY_BYTES = 256 * 1024;

interface WebhookOptions {
  readonly db: Database['db'];
  readonly provider: Provider;
  /** Called when something may be to be charged, or the gate to be judged again. */
  readonly changed: () => void;
}

async function handle({ db, provider, changed }: WebhookOptions, event: ProviderEvent): Promise<void> {
  const { type, objectId } = event;
  if (objectId === null) return;
  if (type === 'checkout.session.completed' || type === 'checkout.session.expired') {
    await settleSession(db, provider, objectId);
    changed();
  } else if (type.startsWith('invoice.')) {
    await lookAtInvoice(db, provider, objectId);
  }
}

export async function stripeWebhook(app: FastifyInstance, options: WebhookOptions): Promise<void> {
  const { db, provider } = options;
  await app.register(async (scope) => {
    // The signature is of the bytes.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: BODY_BYTES }, (_request, body, done) =>
      done(null, { bytes: body }),
    );
    scope.post('/api/v2/billing/webhooks/stripe', { bodyLimit: BODY_BYTES }, async (request, reply) => {
      const { bytes } = (request.body ?? {}) as { readonly bytes?: unknown };
      const signature = request.headers['stripe-signature'];
      if (!Buffer.isBuffer(bytes) || typeof signature !== 'string') throw problem('webhookUnsigned');
      const event = provider.event(bytes, signature);
      const handled = await db.$count(stripeEvents, eq(stripeEvents.id, event.id));
      if (handled === 0) {
        await handle(options, event);
        await db.insert(stripeEvents).values({ id: event.id }).onConflictDoNothing();
      }
      return reply.header('cache-control', 'no-store').send({ received: true });
    });
  });
}
