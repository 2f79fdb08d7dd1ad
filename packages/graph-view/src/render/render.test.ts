import { describe, expect, it } from 'vitest';
import { inkOn, mix, parseColor } from '../colors.ts';
import { LabelField, shortened } from './labels.ts';

describe('colours', () => {
  it('reads what browsers give', () => {
    expect(parseColor('#2F7D4F')).toEqual({ r: 47, g: 125, b: 79 });
    expect(parseColor('#fff')).toEqual({ r: 255, g: 255, b: 255 });
    expect(parseColor('rgba(1, 2, 3, 0.5)')).toEqual({ r: 1, g: 2, b: 3 });
    expect(parseColor('rgb(1 2 3)')).toEqual({ r: 1, g: 2, b: 3 });
    expect(parseColor('var(--x)')).toBeNull();
  });

  it('writes on dark colours in white and on light ones in black', () => {
    expect(inkOn({ r: 20, g: 40, b: 30 })).toBe('#ffffff');
    expect(inkOn({ r: 230, g: 220, b: 120 })).toBe('#171614');
    expect(mix({ r: 0, g: 0, b: 0 }, { r: 200, g: 100, b: 0 }, 0.5)).toEqual({ r: 100, g: 50, b: 0 });
  });
});

describe('labels', () => {
  it('never stand over one another', () => {
    const field = new LabelField();
    expect(field.take({ x: 10, y: 10, width: 80, height: 14 })).toBe(true);
    expect(field.take({ x: 60, y: 20, width: 80, height: 14 })).toBe(false);
    expect(field.take({ x: 60, y: 25, width: 80, height: 14 })).toBe(true);
    field.reserve({ x: 300, y: 0, width: 10, height: 10 });
    expect(field.take({ x: 305, y: 5, width: 10, height: 10 })).toBe(false);
  });

  it('are cut when long', () => {
    expect(shortened('x'.repeat(40))).toHaveLength(26);
    expect(shortened('short')).toBe('short');
  });
});
