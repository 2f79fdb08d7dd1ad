import { expect, it } from 'vitest';
import type { KeptFiles } from '../storage/kept-files.ts';
import { openSettings } from './settings.ts';

/** One file in memory. */
function memory(content?: string): KeptFiles & { readonly content: string | undefined } {
  let kept = content;
  return {
    get content() {
      return kept;
    },
    read: () => Promise.resolve(kept),
    write: (_name, text) => {
      kept = text;
      return Promise.resolve();
    },
    remove: () => Promise.resolve(false),
    copyTo: () => Promise.resolve(),
  };
}

it('leaves out what another version may have stored and this one cannot use', async () => {
  const stored = { 'No.Such': '1', 'Nginx.ClientMaxBodySize': '5000', 'KafkaLoader.ReplicaNumber': '3' };
  const settings = await openSettings(memory(JSON.stringify(stored)));
  expect(settings.number('Nginx.ClientMaxBodySize')).toBe(200);
  expect(settings.number('KafkaLoader.ReplicaNumber')).toBe(3);
});

it('acts when all services of a key were restarted after the last change', async () => {
  const files = memory();
  const settings = await openSettings(files);
  const key = 'RESTPP.Factory.QueryMemoryLimitMB';
  expect(await settings.save({ [key]: '10' })).toEqual(['restpp', 'gpe']);
  settings.restarted('gpe');
  expect(settings.number(key)).toBe(0);
  // Changed again: earlier restarts do not count.
  expect(await settings.save({ [key]: '20' })).toEqual(['restpp', 'gpe']);
  settings.restarted('restpp');
  expect(settings.number(key)).toBe(0);
  settings.restarted('gpe');
  expect(settings.number(key)).toBe(20);
  expect((await openSettings(files)).number(key)).toBe(20);
});

it('saves changes that come together one after the other', async () => {
  const files = memory();
  const settings = await openSettings(files);
  const one = settings.save({ 'GSQL.GithubPath': 'a' });
  const bad = settings.save({ 'GSQL.GithubPath': 'b', 'No.Such': 'x' });
  const two = settings.save({ 'GSQL.GithubUrl': 'https://example.com' });
  await expect(bad).rejects.toThrow("There is no configuration key 'No.Such'.");
  expect([await one, await two]).toEqual([['gsql'], ['gsql']]);
  expect(settings.saved(['GSQL.GithubPath', 'GSQL.GithubUrl'])).toEqual({
    'GSQL.GithubPath': 'a',
    'GSQL.GithubUrl': 'https://example.com',
  });
});
