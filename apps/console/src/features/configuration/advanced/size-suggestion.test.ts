import { describe, expect, it } from 'vitest';
import { aCatalog } from '../../../testing/records.ts';
import { ratioProblem, sizeProblem, suggestSize } from './size-suggestion.ts';

const [first] = aCatalog.workspaceTypes;
if (first === undefined) throw new Error('There is no size.');
const types = ['16', '32', '64'].map((memory) => ({ ...first, typeName: `of ${memory}`, memory }));
const suggested = (gigabytes: number, ratio: number) => suggestSize(types, gigabytes, ratio)?.typeName;

describe('suggestSize', () => {
  it.each([
    // 10 × 0.5 × 2 + 5 = 15
    [10, 50, 'of 16'],
    // 11 × 0.5 × 2 + 5 = 16, which 16 does not exceed
    [11, 50, 'of 32'],
    [10, 0, 'of 32'],
    [29, 1, 'of 64'],
    [1000, 50, 'of 64'],
    [1000, 100, 'of 16'],
    [Number.NaN, 50, 'of 16'],
  ])('for %d GB at %d %% is %s', (gigabytes, ratio, name) => {
    expect(suggested(gigabytes, ratio)).toBe(name);
  });

  it('has nothing to suggest where there is nothing', () => {
    expect(suggestSize([], 10, 50)).toBeUndefined();
  });
});

it('asks for numbers above nothing, in the words of the specification', () => {
  expect([sizeProblem(0), sizeProblem(Number.NaN), sizeProblem(0.1)]).toEqual([
    'data size must great than 0',
    'data size must great than 0',
    null,
  ]);
  expect([ratioProblem(0), ratioProblem(1)]).toEqual(['compression ratio must great than 0', null]);
});
