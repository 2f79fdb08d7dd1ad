import { isValidElement } from 'react';
import { expect, it } from 'vitest';
import { nodes } from './nodes.ts';
import { t, text } from './text.ts';

it('puts values into their places', () => {
  const name = 'a {0}';
  expect(t`Delete ${name} of ${2n}?`).toBe('Delete a {0} of 2?');
  expect(text('{1} before {0}', 'a', 'b')).toBe('b before a');
  expect(t`Nothing`).toBe('Nothing');
  expect(t.of('edge')`From ${name}`).toBe('From a {0}');
});

it('puts elements among words', () => {
  const made = nodes('Go to {0} now', 'there');
  expect(isValidElement<{ children: unknown }>(made) && made.props.children).toEqual([
    'Go to ',
    'there',
    ' now',
  ]);
});
