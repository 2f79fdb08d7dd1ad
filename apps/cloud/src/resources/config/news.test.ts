import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createSourceNetwork } from '@acacia/object-stores';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createNews, parseNews } from './news.ts';

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

const item = (inner: string): string =>
  `<rss version="2.0"><channel><title>T</title>${inner}</channel></rss>`;

describe('a feed of news', () => {
  it('is read as RSS: text without tags, at most eight items, those without a title or an address left out', () => {
    const xml = item(
      `<item><title><![CDATA[Faster <b>loads</b>]]></title><description>&lt;p&gt;Twice &amp;amp; more&lt;/p&gt;</description>
       <link>https://news.example/1</link><category>featured</category>
       <enclosure url="https://news.example/1.png" type="image/png" length="1"/></item>
       <item><title>Elsewhere</title><link>javascript:alert(1)</link></item>
       <item><title></title><link>https://news.example/2</link></item>
       ${'<item><title>More</title><link>https://news.example/3</link></item>'.repeat(20)}`,
    );
    const found = parseNews(`<?xml version="1.0"?>\n<!-- news -->${xml}`);
    expect(found).toHaveLength(8);
    expect(found[0]).toEqual({
      title: 'Faster loads',
      description: 'Twice & more',
      link: 'https://news.example/1',
      featured: true,
      image: 'https://news.example/1.png',
    });
    expect(found[1]).toMatchObject({ title: 'More', featured: false, image: null });
  });

  it('is read as Atom', () => {
    const xml = `<feed xmlns="http://www.w3.org/2005/Atom"><title>T</title><entry>
      <title type="html">Faster</title><summary>Twice</summary><category term="featured"/>
      <link rel="self" href="https://news.example/self"/><link href="https://news.example/1"/></entry></feed>`;
    expect(parseNews(xml)).toEqual([
      { title: 'Faster', description: 'Twice', link: 'https://news.example/1', featured: true, image: null },
    ]);
  });

  it.each([
    ['a page of HTML', '<!doctype html><html><body><rss></rss></body></html>'],
    ['HTML that begins like XML', '<html><channel><item/></channel></html>'],
    ['JSON', '{"rss":{}}'],
    ['nothing', ''],
    ['RSS without a channel', '<rss version="2.0"></rss>'],
    [
      'entities that grow',
      `<!DOCTYPE rss [<!ENTITY a "${'x'.repeat(99)}"><!ENTITY b "${'&a;'.repeat(99)}">]><rss/>`,
    ],
  ])('is refused where it is %s', (_what, text) => {
    expect(() => parseNews(text)).toThrow('The feed of news is neither RSS nor Atom.');
  });

  it('is cut where texts are long', () => {
    const [found] = parseNews(
      item(`<item><title>${'t'.repeat(999)}</title><link>https://n.example/</link></item>`),
    );
    expect(found?.title).toHaveLength(200);
  });
});

describe('news of the operator', () => {
  let server: Server;
  let address: string;
  let answers: Record<string, () => { readonly type: string; readonly body: Buffer | string }>;
  const asked: string[] = [];
  beforeAll(async () => {
    server = createServer((request, response) => {
      asked.push(request.url ?? '');
      const given = answers[request.url ?? '']?.();
      if (given === undefined) return response.writeHead(404).end();
      return response.writeHead(200, { 'content-type': given.type }).end(given.body);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(() => new Promise((resolve) => server.close(resolve)));

  const signal = new AbortController().signal;
  const newsFrom = (path: string, allowed = '127.0.0.1') =>
    createNews(`${address}${path}`, 'https://acacia.example', createSourceNetwork({ allowed }));

  it('are fetched with their pictures, which have addresses of this server', async () => {
    const withPictures = ['a.png', 'page.html', 'gone.png']
      .map(
        (name) => `<item><title>${name}</title><link>https://n.example/${name}</link>
        <enclosure url="${address}/${name}" type="image/png" length="0"/></item>`,
      )
      .join('');
    answers = {
      '/feed': () => ({ type: 'text/xml', body: item(withPictures) }),
      '/a.png': () => ({ type: 'text/plain', body: PNG }),
      '/page.html': () => ({ type: 'image/png', body: '<script>alert(1)</script>' }),
    };
    const news = newsFrom('/feed');
    expect(news.feed()).toBeNull();
    await news.refresh(signal);
    const pictures = [...(news.feed() ?? '').matchAll(/enclosure url="([^"]+)"/g)].map(
      ([, url]) => url ?? '',
    );
    expect(pictures).toHaveLength(1);
    expect(pictures[0]).toMatch(/^https:\/\/acacia\.example\/api\/config\/feed\/pictures\/[0-9a-f]{64}$/);
    expect(news.picture(pictures[0]?.split('/').at(-1) ?? '')).toEqual({ type: 'image/png', content: PNG });
    expect(news.picture('another')).toBeUndefined();
    // What was there stays when the next time fails.
    answers = { '/feed': () => ({ type: 'text/html', body: '<html></html>' }) };
    const before = news.feed();
    await expect(news.refresh(signal)).rejects.toThrow('neither RSS nor Atom');
    expect(news.feed()).toBe(before);
  });

  it('are not read from a private address that is not allowed, nor are pictures', async () => {
    asked.length = 0;
    await expect(newsFrom('/feed', '').refresh(signal)).rejects.toThrow();
    expect(asked).toEqual([]);
    const elsewhere = '<enclosure url="http://169.254.169.254/latest/a.png" type="image/png" length="0"/>';
    answers = {
      '/feed': () => ({
        type: 'text/xml',
        body: item(`<item><title>A</title><link>https://n.example/</link>${elsewhere}</item>`),
      }),
    };
    const news = newsFrom('/feed');
    await news.refresh(signal);
    expect(news.feed()).not.toContain('enclosure');
  });

  it('are refused above 1 MiB', async () => {
    const long = `<item><title>A</title><link>https://n.example/</link><description>${'x'.repeat(2 ** 20)}</description></item>`;
    answers = { '/feed': () => ({ type: 'text/xml', body: item(long) }) };
    const news = newsFrom('/feed');
    await expect(news.refresh(signal)).rejects.toThrow();
    expect(news.feed()).toBeNull();
  });
});
