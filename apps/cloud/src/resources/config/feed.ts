/**
 * `GET /api/config/feed`: news of the operator, or else articles about Acacia, as RSS (specification part 2, section 7).
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { FastifyInstance } from 'fastify';
import { notFound } from '../../errors/problem.ts';
import { PICTURES, type News } from './news.ts';

const FILE = path.join(import.meta.dirname, 'feed.xml');

/** Seconds for which browsers cache the feed. */
const FRESH_SECONDS = 3600;

/**
 * @param publicUrl origin of the console, with which its links in the feed begin
 * @param news of the operator, where there is a feed of it: it is shown as soon as it was fetched once
 */
export function feedRoutes(app: FastifyInstance, publicUrl: string, news: News | null): void {
  const root = new URL(publicUrl).origin;
  const own = readFileSync(FILE, 'utf8').replaceAll(
    /(<link>|url=")\//g,
    (_, before: string) => `${before}${root}/`,
  );
  app.get('/api/config/feed', (_request, reply) =>
    reply
      .type('application/rss+xml; charset=utf-8')
      .header('cache-control', `public, max-age=${FRESH_SECONDS}`)
      .send(news?.feed() ?? own),
  );
  app.get<{ Params: { hash: string } }>(`${PICTURES}:hash`, (request, reply) => {
    const picture = news?.picture(request.params.hash);
    if (picture === undefined) throw notFound('picture');
    return (
      reply
        .type(picture.type)
        // The address changes with the content.
        .header('cache-control', 'public, max-age=86400, immutable')
        .header('content-security-policy', "default-src 'none'; sandbox")
        .send(picture.content)
    );
  });
}
