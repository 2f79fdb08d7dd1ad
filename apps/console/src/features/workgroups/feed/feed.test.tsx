import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { consolePath, parseFeed } from './feed.ts';

const item = (title: string, more = '') =>
  `<item><title>${title}</title><description>About ${title}</description><link>https://console.test/${title}</link>${more}</item>`;
const rss = (...items: string[]) =>
  `<?xml version="1.0"?><rss version="2.0"><channel><title>Acacia</title><link>https://console.test/</link>${items.join('')}</channel></rss>`;

describe('parseFeed', () => {
  it('reads title, description, link and image of each item', () => {
    const image = '<enclosure url="https://console.test/a.svg" type="image/svg+xml" length="0"/>';
    expect(parseFeed(rss(item('a', image))).featured).toEqual({
      title: 'a',
      description: 'About a',
      link: 'https://console.test/a',
      image: 'https://console.test/a.svg',
      featured: false,
    });
  });

  it('takes the featured item, and seven others', () => {
    const names = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j'];
    const feed = parseFeed(
      rss(...names.map((name) => item(name, name === 'c' ? '<category>featured</category>' : ''))),
    );
    expect(feed.featured?.title).toBe('c');
    expect(feed.others.map(({ title }) => title)).toEqual(['a', 'b', 'd', 'e', 'f', 'g', 'h']);
  });

  it('leaves out what is not whole, and links that are no addresses of pages', () => {
    const bad = '<item><title>x</title><link>javascript:alert(1)</link></item>';
    expect(parseFeed(rss(bad, item('a'))).featured?.title).toBe('a');
    expect(parseFeed(rss())).toEqual({ featured: undefined, others: [] });
  });

  it.each(['', 'not xml', '<html><body/></html>', '<rss><channel>'])('refuses %j', (text) => {
    expect(() => parseFeed(text)).toThrow('The feed is no RSS.');
  });

  it('reads the feed that the cloud serves', () => {
    const file = path.join(import.meta.dirname, '../../../../../cloud/src/resources/config/feed.xml');
    const text = readFileSync(file, 'utf8').replaceAll(/(<link>|url=")\//g, '$1https://console.test/');
    const feed = parseFeed(text);
    expect(feed.featured?.link).toBe('https://console.test/groups?tab=solution');
    expect(feed.others).toHaveLength(7);
  });
});

describe('consolePath', () => {
  const at = (link: string) => consolePath(link, 'https://console.test', 'g1');
  it('keeps pages of the console, with the tab of the workgroup that is looked at', () => {
    expect(at('https://console.test/explore')).toBe('/explore');
    expect(at('https://console.test/groups?tab=monitor')).toBe('/groups/g1?tab=monitor');
    expect(at('https://console.test/groups')).toBe('/groups');
  });
  it('knows what is elsewhere', () => {
    expect(at('https://example.org/explore')).toBeNull();
  });
});
