import { expect, it } from 'vitest';
import { placeOf } from './sections.ts';

it.each([
  ['workspace', 'workspace', ''],
  ['workspace/', 'workspace', ''],
  ['org', 'org', ''],
  ['org/o1', 'org', 'o1'],
  ['billing', 'billing', ''],
  ['cloud-providers', 'cloud-providers', ''],
  ['cloud-provider/aws', 'cloud-providers', 'aws'],
  ['grafana', 'grafana', ''],
  ['configurations', 'configurations', ''],
])('finds the page of %s', (address, section, id) => {
  const place = placeOf(address);
  expect([place?.section.path, place?.id]).toEqual([section, id]);
});

it.each(['', 'nowhere', 'workspace/w1', 'cloud-provider', 'cloud-providers/aws', 'org/o1/more', 'grafana/x'])(
  'finds no page of %j',
  (address) => {
    expect(placeOf(address)).toBeUndefined();
  },
);
