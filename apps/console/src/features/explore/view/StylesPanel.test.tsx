import type { WireGraphSchema } from '@acacia/contract';
import { renderUi } from '@acacia/ui/testing';
import { fireEvent, screen, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { NEUTRAL, type TypeColors } from '../../workspace-tool/type-colors.ts';
import { StylesPanel } from './StylesPanel.tsx';
import { NO_STYLES } from './view.ts';

const COLORS: TypeColors = { vertex: () => NEUTRAL, edge: () => undefined, styles: {}, icons: {} };
const schemaOf = (count: number) =>
  ({
    VertexTypes: Array.from({ length: count }, (_, n) => ({
      Name: `Type${n}`,
      Attributes: [{ AttributeName: 'size', AttributeType: { Name: 'INT' } }],
    })),
    EdgeTypes: [],
  }) as unknown as WireGraphSchema;

function show(count: number) {
  const onColor = vi.fn();
  renderUi(
    <StylesPanel
      schema={schemaOf(count)}
      colors={COLORS}
      styles={NO_STYLES}
      onStyles={vi.fn()}
      onColor={onColor}
      whose="They are yours."
      onShare={vi.fn()}
      onReset={vi.fn()}
    />,
  );
  return onColor;
}
const looks = () => screen.queryAllByRole('group', { name: /^Type/ });

it('draws few of thousands of types, and finds any of them by name', async () => {
  const onColor = show(5000);
  expect(looks().length).toBeGreaterThan(0);
  expect(looks().length).toBeLessThan(20);
  fireEvent.change(screen.getByRole('textbox', { name: 'Search types' }), { target: { value: 'type4999' } });
  const found = await screen.findByRole('group', { name: 'Type4999' });
  expect(looks()).toEqual([found]);
  fireEvent.click(within(found).getByRole('radio', { name: 'Colour 3' }));
  expect(onColor).toHaveBeenCalledWith('Type4999', expect.stringMatching(/^#/));
  fireEvent.change(screen.getByRole('textbox', { name: 'Search types' }), { target: { value: 'ship' } });
  expect(screen.getByText('No type of that name.')).toBeTruthy();
});

it('draws all of a few types, without a search', () => {
  show(12);
  expect(looks()).toHaveLength(12);
  expect(screen.queryByRole('textbox', { name: 'Search types' })).toBeNull();
});
