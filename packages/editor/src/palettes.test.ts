import { describe, expect, it } from 'vitest';
import { DARK, LIGHT } from './palettes.ts';

const CODE = [
  '--gsql-ink',
  '--gsql-keyword',
  '--gsql-type',
  '--gsql-function',
  '--gsql-number',
  '--gsql-string',
  '--gsql-comment',
  '--gsql-accumulator',
  '--gsql-operator',
] as const;

/** Relative luminance of the colour that a value names (WCAG 2.2). */
function luminance(value: string): number {
  const hex = /#[0-9a-f]{6}/.exec(value)?.[0];
  if (hex === undefined) throw new Error(`${value} names no colour.`);
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const channel = parseInt(hex.slice(at, at + 2), 16) / 255;
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(a: string, b: string): number {
  const [more = 0, less = 0] = [luminance(a), luminance(b)].sort((x, y) => y - x);
  return (more + 0.05) / (less + 0.05);
}

describe.each([
  ['light', LIGHT],
  ['dark', DARK],
])('in the %s theme', (_, palette) => {
  it('selected code stands out from the ground', () => {
    expect(contrast(palette['--gsql-selection'], palette['--gsql-ground'])).toBeGreaterThanOrEqual(1.9);
  });

  it.each(CODE)('%s is readable, selected or not', (name) => {
    expect(contrast(palette[name], palette['--gsql-ground'])).toBeGreaterThanOrEqual(4.5);
    expect(contrast(palette[name], palette['--gsql-selection'])).toBeGreaterThanOrEqual(4.5);
  });
});
