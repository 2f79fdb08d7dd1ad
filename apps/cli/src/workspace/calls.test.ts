import { expect, test } from 'vitest';
import { callOf, WORKSPACE_CALLS } from './calls.ts';

test.each(WORKSPACE_CALLS)('%s is found by its method and path', (name) => {
  const [method = '', path = ''] = name.split(' ');
  const filled = path.replaceAll(/:\w+/g, 'x.y').replace('*', 'Person/Ann/_');
  expect(callOf(method, filled)).toBe(name);
  expect(callOf('HEAD', filled)).toBeUndefined();
});

test('a path that is none finds nothing', () => {
  for (const path of ['/', '/nothing', '/internal/status', '/gsql/v1/queries/a/b/c']) {
    expect(callOf('GET', path)).toBeUndefined();
  }
});
