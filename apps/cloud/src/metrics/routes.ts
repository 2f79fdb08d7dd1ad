/** `GET /metrics`, for Prometheus and similar systems. */
import { createHash, timingSafeEqual } from 'node:crypto';
import { grantsFor } from '@acacia/contract';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Registry } from 'prom-client';
import type { Db } from '../database/database.ts';
import type { Driver } from '../drivers/driver.ts';
import { problem } from '../errors/problem.ts';
import { credentialOf, type Authenticate } from '../identity/actor.ts';
import { actorOf } from '../identity/person.ts';
import type { GrantUses } from '../policies/grant-uses.ts';
import type { Latest } from './collector.ts';
import { expose } from './exposition.ts';

interface ScrapeOptions {
  readonly db: Db;
  readonly driver: Pick<Driver, 'condition'>;
  readonly latest: () => ReadonlyMap<string, Latest>;
  readonly authenticate: Authenticate;
  /** Metrics of the control plane itself. */
  readonly registry: Registry;
  /** Called with the roles that allow it. */
  readonly used: GrantUses['used'];
  /** Bearer token of the monitoring system; null: there is none. */
  readonly token: string | null;
}

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/** Compares in constant time. */
const same = (given: string, token: string): boolean => timingSafeEqual(digest(given), digest(token));

export function metricsRoutes(app: FastifyInstance, options: ScrapeOptions): void {
  /** The organisation whose metrics the caller may read; null: all. @throws Problem when they may read none */
  const readable = async ({ headers }: FastifyRequest): Promise<string | null> => {
    const credential = credentialOf(headers);
    if (options.token !== null && same(credential, options.token)) return null;
    const actor = actorOf(await options.authenticate(credential));
    const given = grantsFor(actor.grants, 'metrics.scrape');
    if (given.length === 0) throw problem('metricsNotAllowed');
    options.used(actor.membershipId, given);
    return actor.orgId;
  };

  app.get('/metrics', async (request, reply) => {
    const orgId = await readable(request);
    const text = `${await expose(options, orgId)}\n${await options.registry.metrics()}`;
    return reply.header('cache-control', 'no-store').type(options.registry.contentType).send(text);
  });
}
