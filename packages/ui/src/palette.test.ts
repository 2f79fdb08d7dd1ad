import { describe, expect, it } from 'vitest';
import { CategoricalPalette, colorsOfTypes, freeColor } from './palette.ts';

type Triple = readonly [number, number, number];

/** Simulation of colour blindness by Machado, Oliveira and Fernandes 2009, severity 1. */
const VISIONS: Readonly<Record<string, readonly [Triple, Triple, Triple]>> = {
  normal: [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  protan: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  deutan: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  tritan: [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
};

const dot = (a: Triple, b: Triple): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const clamp = (value: number): number => Math.min(1, Math.max(0, value));

function linear(hex: string): Triple {
  const channel = (at: number): number => {
    const value = parseInt(hex.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  };
  return [channel(1), channel(3), channel(5)];
}

function oklab(rgb: Triple): Triple {
  const l = Math.cbrt(dot(rgb, [0.4122214708, 0.5363325363, 0.0514459929]));
  const m = Math.cbrt(dot(rgb, [0.2119034982, 0.6806995451, 0.1073969566]));
  const s = Math.cbrt(dot(rgb, [0.0883024619, 0.2817188376, 0.6299787005]));
  return [
    dot([l, m, s], [0.2104542553, 0.793617785, -0.0040720468]),
    dot([l, m, s], [1.9779984951, -2.428592205, 0.4505937099]),
    dot([l, m, s], [0.0259040371, 0.7827717662, -0.808675766]),
  ];
}

describe('categorical palette', () => {
  it.each(Object.keys(VISIONS))('has ten colours that %s vision tells apart', (vision) => {
    const [r, g, b] = VISIONS[vision] ?? [];
    if (r === undefined || g === undefined || b === undefined) throw new Error(vision);
    const seen = CategoricalPalette.map((hex) => {
      const rgb = linear(hex);
      return oklab([clamp(dot(r, rgb)), clamp(dot(g, rgb)), clamp(dot(b, rgb))]);
    });
    for (const [i, one] of seen.entries()) {
      for (const other of seen.slice(i + 1)) {
        const distance = Math.hypot(one[0] - other[0], one[1] - other[1], one[2] - other[2]);
        // About five times the just noticeable difference in OKLab.
        expect(distance).toBeGreaterThan(0.09);
      }
    }
  });

  it('gives a type the same colour every time, whatever the order of the others', () => {
    const types = ['Airport', 'Person', 'Account', 'Device', 'City'];
    expect(colorsOfTypes(types)).toEqual(colorsOfTypes(types.toReversed()));
  });

  it('keeps the colours that are kept, and gives none of them to another type', () => {
    const types = ['Airport', 'Person', 'Account', 'Device', 'City'];
    const account = colorsOfTypes(types).get('Account') ?? '';
    const colors = colorsOfTypes(types, new Map([['City', account]]));
    expect(colors.get('City')).toBe(account);
    expect(new Set(colors.values()).size).toBe(types.length);
  });

  it('takes the colour that is used least for one more', () => {
    expect(freeColor([])).toBe(CategoricalPalette[0]);
    expect(freeColor(CategoricalPalette.filter((_, place) => place !== 3))).toBe(CategoricalPalette[3]);
    expect(freeColor([...CategoricalPalette, CategoricalPalette[0]])).toBe(CategoricalPalette[1]);
  });

  it('never gives two of up to ten types one colour', () => {
    const types = Array.from({ length: 10 }, (_, index) => `Type${index}`);
    expect(new Set(colorsOfTypes(types).values()).size).toBe(10);
  });

  it('colours more than ten types, each colour at most one time more than another', () => {
    const colors = [...colorsOfTypes(Array.from({ length: 25 }, (_, index) => `T${index}`)).values()];
    const counts = CategoricalPalette.map((color) => colors.filter((each) => each === color).length);
    expect(Math.max(...counts) - Math.min(...counts)).toBeLessThanOrEqual(1);
  });
});
