import { readFileSync } from 'node:fs';
import path from 'node:path';
import { DEFAULT_THEME, mergeMantineTheme } from '@mantine/core';
import { describe, expect, it } from 'vitest';
import { cssVariables, theme } from './theme.ts';

const sheet = readFileSync(path.join(import.meta.dirname, 'tokens.css'), 'utf8');
const [light = '', dark = ''] = sheet.split(":root[data-mantine-color-scheme='dark']");

const colorIn = (ground: string, name: string): string =>
  new RegExp(`--acacia-${name}: (#[0-9a-f]{6});`).exec(ground)?.[1] ?? '';

function luminance(hex: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const value = parseInt(hex.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

/** WCAG 2.2, 1.4.3. */
function contrast(a: string, b: string): number {
  const [more = 0, less = 0] = [luminance(a), luminance(b)].sort((x, y) => y - x);
  return (more + 0.05) / (less + 0.05);
}

describe('paper', () => {
  const [, paper = ''] = sheet.split('@media print');

  it('is black on white, in either theme', () => {
    expect(contrast(colorIn(paper, 'ink'), colorIn(paper, 'ground'))).toBe(21);
    expect(sheet).toMatch(/@media screen \{\s*:root\[data-mantine-color-scheme='dark'\]/);
  });

  it.each(['Button', 'ActionIcon', 'CloseButton', 'SegmentedControl', 'Notifications'])('has no %s', (part) =>
    expect(paper).toMatch(new RegExp(`\\.mantine-${part}-root[^{}]*\\{\\s*display: none`)),
  );
});

it('draws fields that cannot be used darker than others, in dark', () => {
  const whole = mergeMantineTheme(DEFAULT_THEME, theme);
  const variable = cssVariables(whole).dark['--mantine-color-disabled'] ?? '';
  const disabled = colorIn(dark, /--acacia-([\w-]+)/.exec(variable)?.[1] ?? '');
  // The library's ground of fields in the dark theme.
  expect(luminance(disabled)).toBeLessThan(luminance(whole.colors.dark[6]) / 2);
});

describe('selected text', () => {
  it('keeps its colour, whatever draws the ground behind it', () => {
    const rule = /::selection \{([^}]*)\}/.exec(sheet)?.[1] ?? '';
    expect(rule).toContain('background: var(--acacia-selection)');
    expect(rule).not.toMatch(/(^|[;\s])color:/);
  });

  it.each([
    ['light', light],
    ['dark', dark],
  ])('can be read in %s', (_, ground) => {
    const selection = colorIn(ground, 'selection');
    for (const ink of ['ink', 'ink-dim', 'accent-ink']) {
      expect(contrast(colorIn(ground, ink), selection), ink).toBeGreaterThanOrEqual(4.5);
    }
  });
});
