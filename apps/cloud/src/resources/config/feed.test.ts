import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import fastify from 'fastify';
import { expect, test } from 'vitest';
import { feedRoutes } from './feed.ts';

const PUBLIC = path.join(import.meta.dirname, '../../../../console/public');

async function read() {
  const app = fastify();
  feedRoutes(app, 'https://acacia.example:8443/', null);
  const answer = await app.inject('/api/config/feed');
  const all = (pattern: RegExp) => [...answer.body.matchAll(pattern)].map((match) => match[1] ?? '');
  return { answer, all };
}

test('is RSS that needs no sign-in and is kept for a while', async () => {
  const { answer } = await read();
  expect(answer.statusCode).toBe(200);
  expect(answer.headers['content-type']).toBe('application/rss+xml; charset=utf-8');
  expect(answer.headers['cache-control']).toBe('public, max-age=3600');
  expect(answer.body).toMatch(/^<\?xml version="1.0"[\s\S]+<rss version="2.0">/);
});

test('has one featured item and seven others, each with title, description, link and image', async () => {
  const { all } = await read();
  const items = all(/<item>([\s\S]*?)<\/item>/g);
  expect(items).toHaveLength(8);
  for (const item of items) {
    expect(item).toMatch(/<title>[^<]+<\/title>/);
    expect(item).toMatch(/<description>[^<]+<\/description>/);
  }
  expect(items.filter((item) => item.includes('<category>featured</category>'))).toHaveLength(1);
});

test('leads nowhere but to the console, with pictures that are there', async () => {
  const { all } = await read();
  const links = all(/<link>([^<]+)<\/link>/g);
  const pictures = all(/url="([^"]+)"/g);
  expect(pictures).toHaveLength(8);
  for (const address of [...links, ...pictures]) {
    expect(address.startsWith('https://acacia.example:8443/'), address).toBe(true);
  }
  for (const picture of pictures) {
    const file = path.join(PUBLIC, new URL(picture).pathname);
    expect(existsSync(file), file).toBe(true);
    const svg = readFileSync(file, 'utf8');
    expect(svg).toMatch(/^<svg xmlns=/);
    // Nothing is fetched from other sites.
    expect(svg).not.toMatch(/href|url\(http|<script/);
  }
});
