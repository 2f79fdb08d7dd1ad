/**
 * The addresses to which marketplaces send people who have subscribed: AWS and Google Cloud by a form, Azure by a link.
 * Nothing is stored here, since anybody may call them. The token goes on in the fragment of the address, which browsers
 * send to nobody; the console keeps it until the person has signed in.
 */
import formbody from '@fastify/formbody';
import { MarketplaceToken, type MarketplaceProvider } from '@acacia/contract';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { z } from 'zod';
import { badField } from '../../errors/problem.ts';

/** Fields of the forms, as the marketplaces name them. */
const FORMS = { aws: 'x-amzn-marketplace-token', gcp: 'x-gcp-marketplace-token' } as const;

/** @throws Problem naming the field when it holds no token */
function goOn(reply: FastifyReply, provider: MarketplaceProvider, field: string, fields: unknown) {
  const token = MarketplaceToken.safeParse(z.record(z.string(), z.unknown()).safeParse(fields).data?.[field]);
  if (!token.success) throw badField(field, 'marketplaceToken');
  const fragment = new URLSearchParams({ provider, token: token.data }).toString();
  return reply.header('cache-control', 'no-store').redirect(`/marketplace/association#${fragment}`, 303);
}

export async function marketplaceArrivals(app: FastifyInstance): Promise<void> {
  await app.register(async (forms) => {
    await forms.register(formbody);
    for (const provider of ['aws', 'gcp'] as const)
      forms.post(`/marketplace/arrive/${provider}`, async ({ body }, reply) =>
        goOn(reply, provider, FORMS[provider], body),
      );
  });
  app.get('/marketplace/arrive/azure', async ({ query }, reply) => goOn(reply, 'azure', 'token', query));
}
