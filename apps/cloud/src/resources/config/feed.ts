/** `GET /api/config/feed`: articles about Acacia, as RSS (specification part 2, section 7). */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { FastifyInstance } from 'fastify';

const FILE = path.join(import.meta.dirname, 'feed.xml');

/** Seconds for which browsers cache the feed. */
const FRESH_SECONDS = 3600;

/** @param publicUrl origin of the console, with which its links in the feed begin */
export function feedRoutes(app: FastifyInstance, publicUrl: string): void {
  const root = new URL(publicUrl).origin;
  const feed = readFileSync(FILE, 'utf8').replaceAll(
    /(<link>|url=")\//g,
    (_, before: string) => `${before}${root}/`,
  );
  app.get('/api/config/feed', (_request, reply) =>
    reply
      .type('application/rss+xml; charset=utf-8')
      .header('cache-control', `public, max-age=${FRESH_SECONDS}`)
      .send(feed),
  );
}
