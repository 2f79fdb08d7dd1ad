/** `GET /metrics`: what Prometheus and others like it read. */
import { createHash, timingSafeEqual } from 'node:crypto';
import { can } from '@acacia/contract';
import type { FastifyInstance } from 'fastify';
import { collectDefaultMetrics, Registry } from 'prom-client';
import type { Db } from '../database/database.ts';
import type { Driver } from '../drivers/driver.ts';
import { Problem } from '../http/problem.ts';
import { bearerToken, type Authenticate } from '../identity/actor.ts';
import type { Latest } from './collector.ts';
import { expose } from './exposition.ts';

interface ScrapeOptions {
  readonly db: Db;
  readonly driver: Pick<Driver, 'condition'>;
  readonly latest: () => ReadonlyMap<string, Latest>;
  readonly authenticate: Authenticate;
  /** The monitoring system's own; null: there is none. */
  readonly token: string | null;
}

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/** Takes equally long whatever is given. */
const same = (given: string, token: string): boolean => timingSafeEqual(digest(given), digest(token));

const REFUSED = 'Reading metrics needs ACACIA_METRICS_TOKEN, or the access token of an organisation admin.';

export function metricsRoutes(app: FastifyInstance, options: ScrapeOptions): void {
  const process = new Registry();
  collectDefaultMetrics({ register: process });

  /** The organisation that the caller may read of; null: all. */
  const readable = async (header: string | undefined): Promise<string | null> => {
    const given = bearerToken(header);
    if (options.token !== null && same(given, options.token)) return null;
    const actor = await options.authenticate(given);
    if (!can(actor.grants, 'metrics.scrape')) throw new Problem('Unauthorized', REFUSED);
    return actor.orgId;
  };

  app.get('/metrics', async (request, reply) => {
    const orgId = await readable(request.headers.authorization);
    const text = `${await expose(options, orgId)}\n${await process.metrics()}`;
    return reply.header('cache-control', 'no-store').type(process.contentType).send(text);
  });
}
