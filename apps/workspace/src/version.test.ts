import { expect, it } from 'vitest';
import { versionText } from './version.ts';

it('is read as 4.2 by pyTigerGraph, which skips three lines and the last one', () => {
  const components = versionText('4.2.1')
    .split('\n')
    .slice(3, -1)
    .map((line) => line.split(/\s+/));
  for (const fields of components) expect(fields.length).toBeGreaterThanOrEqual(6);
  const [name, version] = components[0] ?? [];
  expect(name).toBe('product');
  const [, release = ''] = (version ?? '').split('_');
  expect(release.split('.').map(Number)).toEqual([4, 2, 1]);
});
