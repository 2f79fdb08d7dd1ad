import { expect, it } from 'vitest';
import { EngineError } from './errors.ts';
import { nameMatcher } from './shell/name-pattern.ts';
import { writtenPattern } from './written-pattern.ts';

it('matches as the expression does', () => {
  const matches = writtenPattern('^a.*c$', 's');
  expect(['abc', 'a\nc', 'ab'].map(matches)).toEqual([true, true, false]);
  expect(() => writtenPattern('(')).toThrow(SyntaxError);
});

it('ends expressions that would never end', () => {
  const endless = `${'a'.repeat(60)}!`;
  expect(() => writtenPattern('^(a+)+$')(endless)).toThrow(EngineError);
  expect(() => nameMatcher({ expression: '(a|a)*' })(endless)).toThrow(EngineError);
  expect(() => nameMatcher({ pattern: '*a'.repeat(40) })(`${'a'.repeat(5_000)}!`)).toThrow(EngineError);
  // The next one is none the worse for it.
  expect(nameMatcher({ pattern: 'q?_*' })('q1_all')).toBe(true);
});
