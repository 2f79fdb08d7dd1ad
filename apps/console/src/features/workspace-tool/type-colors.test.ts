import { describe, expect, it } from 'vitest';
import { changedStyle } from '@acacia/contract';
import { colorChange, typeColors } from './type-colors.ts';

const TYPES = ['Account', 'City', 'Person'];
const NONE = { vertexStyles: {}, edgeStyles: {} };

describe('the colours of types', () => {
  it('are those kept with the graph, in lists and on the canvas', () => {
    const colors = typeColors(TYPES, {
      vertexStyles: { City: { fillColor: '#123456' } },
      edgeStyles: { near: { fillColor: '#654321' } },
    });
    expect(colors.vertex('City')).toBe('#123456');
    expect(colors.styles.nodes).toEqual(
      Object.fromEntries(TYPES.map((type) => [type, { color: colors.vertex(type) }])),
    );
    expect([colors.edge('near'), colors.edge('far')]).toEqual(['#654321', undefined]);
  });

  it('stay when the colour of another type is chosen, and nothing else of the style is lost', () => {
    const before = typeColors(TYPES, NONE);
    const style = { vertexStyles: { Person: { icon: 'user' } }, edgeStyles: { near: { x: 1 } } };
    const change = colorChange(style, before, TYPES, ['City', before.vertex('Account')]);
    const next = changedStyle(style, change);
    const after = typeColors([...TYPES, 'Zebra'], next);
    expect(TYPES.map((type) => after.vertex(type))).toEqual([
      before.vertex('Account'),
      before.vertex('Account'),
      before.vertex('Person'),
    ]);
    expect(next.vertexStyles['Person']).toMatchObject({ icon: 'user' });
    expect(next.edgeStyles).toEqual({ near: { x: 1 } });
  });

  it('stay as another person stored them meanwhile', () => {
    const before = typeColors(TYPES, NONE);
    const stored = { vertexStyles: { Person: { fillColor: '#123456' } }, edgeStyles: {} };
    expect(colorChange(stored, before, TYPES, ['City', '#654321']).vertexStyles).toEqual({
      Account: { fillColor: before.vertex('Account') },
      City: { fillColor: '#654321' },
    });
  });
});
