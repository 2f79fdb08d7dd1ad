import { describe, expect, it } from 'vitest';
import type { GraphData } from './model.ts';
import { applyRules as applyWith, withoutClasses, type StyledGraph, type StyleRule } from './rules.ts';

const PALETTE = ['#111111', '#222222'];
const applyRules = (data: GraphData, rules: readonly StyleRule[]): StyledGraph =>
  applyWith(data, rules, PALETTE);

const DATA: GraphData = {
  nodes: [
    { id: 'a', type: 'Person', label: 'a', data: { city: 'Kyiv', age: 20, born: '2001-05-01 00:00:00' } },
    { id: 'b', type: 'Person', label: 'b', data: { city: 'Kyiv', age: 60, born: '1961-05-01 00:00:00' } },
    { id: 'c', type: 'Person', label: 'c', data: { city: 'Lviv', age: 40n } },
    { id: 'd', type: 'Card', label: 'd', data: { age: 99 } },
    { id: 'e', type: 'Person', label: 'e' },
  ],
  edges: [
    { id: 'ab', type: 'Paid', from: 'a', to: 'b', directed: true, data: { amount: 1 } },
    { id: 'ac', type: 'Paid', from: 'a', to: 'c', directed: true, data: { amount: 1000 } },
  ],
};
const person = (look: object): StyleRule =>
  ({ id: 'r', kind: 'nodes', type: 'Person', attribute: 'age', ...look }) as StyleRule;
const classes = (rules: readonly StyleRule[]) =>
  applyRules(DATA, rules).legend.map(({ classes: each }) =>
    each.map(({ label, count }) => `${label}: ${count}`),
  );

describe('rules', () => {
  it('colour by value: given colours, the palette, grey where there is no value', () => {
    const rule = person({ attribute: 'city', look: 'colors', colors: { Lviv: '#ff0000' } });
    const { data, legend } = applyRules(DATA, [rule]);
    expect(data.nodes.map(({ color }) => color)).toEqual([
      '#111111',
      '#111111',
      '#ff0000',
      undefined,
      undefined,
    ]);
    expect(classes([rule])).toEqual([['Kyiv: 2', 'Lviv: 1', 'Other values: 0', 'No value: 1']]);
    expect(data.nodes[3]).toBe(DATA.nodes[3]);
    expect(data.edges).toBe(DATA.edges);
    const [kyiv] = legend[0]?.classes ?? [];
    const left = withoutClasses({ data, legend }, new Set([kyiv?.key ?? '']));
    expect([left.nodes.map(({ id }) => id), left.edges]).toEqual([['c', 'd', 'e'], []]);
  });

  it('leave values their colours when others come and go, or are more frequent', () => {
    const palette = Array.from({ length: 10 }, (_, i) => `#00000${i}`);
    const cities = ['Kyiv', 'Lima', 'Oslo', 'Porto', 'Quito', 'Riga'];
    const colorsOf = (...shown: readonly string[]): Readonly<Record<string, string>> => {
      const nodes = shown.map((city, i) => ({ id: `${i}`, type: 'Person', label: '', data: { city } }));
      const { data } = applyWith(
        { nodes, edges: [] },
        [person({ attribute: 'city', look: 'colors' })],
        palette,
      );
      return Object.fromEntries(data.nodes.map(({ color }, i) => [shown[i] ?? '', color ?? '']));
    };
    const all = colorsOf(...cities);
    expect(new Set(Object.values(all)).size).toBe(6);
    expect(colorsOf(...cities, 'Riga', 'Quito', 'Riga')).toEqual(all);
    const { Riga: _gone, ...others } = all;
    expect(colorsOf(...cities.slice(0, -1))).toEqual(others);
  });

  it('give values beyond the palette one grey line together', () => {
    const rule = person({ attribute: 'city', look: 'colors' });
    const { data, legend } = applyWith(DATA, [rule], ['#101010']);
    expect(legend[0]?.classes.map(({ label, count, color }) => [label, count, color])).toEqual([
      ['Kyiv', 2, '#101010'],
      ['Other values', 1, '#9a948c'],
      ['No value', 1, undefined],
    ]);
    expect(data.nodes[2]?.color).toBe('#9a948c');
  });

  it('colour and size by a range, of numbers and of dates', () => {
    const colored = applyRules(DATA, [person({ look: 'color range', from: '#000000', to: '#ffffff' })]).data;
    expect(colored.nodes.map(({ color }) => color)).toEqual([
      '#000000',
      '#ffffff',
      '#808080',
      undefined,
      undefined,
    ]);
    const sized = applyRules(DATA, [person({ look: 'size range', from: 1, to: 3 })]).data;
    expect(sized.nodes.map(({ size }) => size)).toEqual([1, 3, 2, undefined, undefined]);
    expect(classes([person({ look: 'size range', from: 1, to: 3 })])).toEqual([
      ['20 to 28: 1', '28 to 36: 0', '36 to 44: 1', '44 to 52: 0', '52 to 60: 1', 'No value: 1'],
    ]);
    const [dates] = classes([person({ attribute: 'born', look: 'size range', from: 1, to: 3 })]);
    expect([dates?.[0], dates?.at(-1)]).toEqual(['1961-05-01 to 1969-05-01: 1', 'No value: 2']);
    const paid = { id: 'w', kind: 'edges', type: 'Paid', attribute: 'amount' } as const;
    const wide = applyRules(DATA, [{ ...paid, look: 'size range', from: 1, to: 4, isLogarithmic: true }]);
    expect(wide.data.edges.map(({ width }) => width)).toEqual([1, 4]);
  });

  it('mark by conditions, where the later rule wins, and label by an attribute', () => {
    const red = person({ look: 'condition', operator: '>=', value: '40', color: 'red', size: 2 });
    const blue = person({
      id: 's',
      attribute: 'city',
      look: 'condition',
      operator: 'contains',
      value: 'LV',
      color: 'blue',
    });
    const label = person({ id: 't', attribute: 'city', look: 'label' });
    const { data } = applyRules(DATA, [red, blue, label]);
    expect(data.nodes.map(({ color, size, label: text }) => [color, size, text])).toEqual([
      [undefined, undefined, 'Kyiv'],
      ['red', 2, 'Kyiv'],
      ['blue', 2, 'Lviv'],
      [undefined, undefined, 'd'],
      [undefined, undefined, 'e'],
    ]);
    expect(classes([red])).toEqual([['age >= 40: 2']]);
  });

  it('keep the legend short and answer odd values', () => {
    const many: GraphData = {
      nodes: Array.from({ length: 500 }, (_, i) => ({
        id: `${i}`,
        type: 'T',
        label: '',
        data: { v: `x${i % 90}` },
      })),
      edges: [],
    };
    const rule = { id: 'm', kind: 'nodes', type: null, attribute: 'v' } as const;
    const [legend] = applyRules(many, [{ ...rule, look: 'icons', icons: {} }]).legend;
    expect(legend?.classes).toHaveLength(42);
    expect(legend?.classes.reduce((sum, { count }) => sum + count, 0)).toBe(500);
    const [none] = applyRules(many, [{ ...rule, look: 'size range', from: 1, to: 2 }]).legend;
    expect(none?.classes.map(({ label, count }) => [label, count])).toEqual([
      ['0', 0],
      ['No value', 500],
    ]);
    const icons = applyRules(many, [{ ...rule, look: 'icons', icons: { x1: ['M0 0'] } }]).data.nodes;
    expect(icons.filter(({ icon }) => icon !== undefined)).toHaveLength(6);
    expect(
      applyRules(many, [{ ...rule, attribute: 'constructor', look: 'icons', icons: {} }]).data.nodes[0]?.icon,
    ).toBe(undefined);
  });
});
