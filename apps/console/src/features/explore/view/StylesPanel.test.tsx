import type { ExplorationStyles, WireGraphSchema } from '@acacia/contract';
import { renderUi } from '@acacia/ui/testing';
import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
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

interface Shown {
  readonly edgeTypes?: readonly unknown[];
  readonly refusal?: string;
  readonly styles?: ExplorationStyles;
}

function show(count: number, { edgeTypes = [], refusal, styles = NO_STYLES }: Shown = {}) {
  const [onColor, onStyles] = [vi.fn(), vi.fn()];
  renderUi(
    <StylesPanel
      schema={{ ...schemaOf(count), EdgeTypes: edgeTypes as WireGraphSchema['EdgeTypes'] }}
      colors={COLORS}
      styles={styles}
      onStyles={onStyles}
      onColor={onColor}
      whose="They are yours."
      onShare={vi.fn()}
      onReset={vi.fn()}
      refusal={refusal}
    />,
  );
  return { onColor, onStyles };
}
const looks = () => screen.queryAllByRole('group', { name: /^Type/ });

it('draws few of thousands of types, and finds any of them by name', async () => {
  const { onColor } = show(5000);
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

it('refuses beforehand what everybody would see, and nothing of a person’s own', () => {
  const refusal = 'The workspace is read-only.';
  const { onColor } = show(2, { refusal });
  const share = screen.getByRole('button', { name: 'Use for everybody' });
  expect([share.hasAttribute('disabled'), share.title]).toEqual([true, refusal]);
  const [color] = within(screen.getByRole('group', { name: 'Type1' })).getAllByRole('radio');
  expect(color?.hasAttribute('disabled')).toBe(true);
  expect(onColor).not.toHaveBeenCalled();
  expect(screen.getByText(/^Everybody sees the same colours/).textContent).toContain(refusal);
  expect(screen.getByRole('button', { name: 'As the graph has it' }).hasAttribute('disabled')).toBe(false);
  expect(screen.getByRole('button', { name: 'Add rule' }).hasAttribute('disabled')).toBe(false);
});

describe('labels of edges', () => {
  const edgeType = (Name: string, names: readonly string[], REVERSE_EDGE = '') => ({
    Name,
    IsDirected: true,
    Config: { REVERSE_EDGE },
    Attributes: names.map((AttributeName) => ({ AttributeName, AttributeType: { Name: 'INT' } })),
  });
  const edgeTypes = [
    edgeType('Pays', ['amount', 'day'], 'Paid_By'),
    edgeType('Paid_By', ['amount', 'day']),
    edgeType('Knows', []),
    edgeType('Owns', ['share']),
  ];
  const section = () => within(screen.getByRole('region', { name: 'Labels of edges' }));

  /** Opens a list of the section. @returns its options by name */
  function opened(field: string): ReadonlyMap<string | null, HTMLElement> {
    const box = section().getByRole('combobox', { name: field });
    fireEvent.click(box);
    const list = document.getElementById(box.getAttribute('aria-controls') ?? '') as HTMLElement;
    const options = within(list).getAllByRole('option', { hidden: true });
    return new Map(options.map((option) => [option.textContent, option]));
  }

  it('are chosen among the attributes of a type that has some', () => {
    const { onStyles } = show(1, { edgeTypes });
    const types = opened('Edge type');
    expect([...types.keys()]).toEqual(['Pays', 'Owns']);
    fireEvent.click(types.get('Owns') as HTMLElement);
    fireEvent.click(opened('Label').get('share') as HTMLElement);
    expect(onStyles).toHaveBeenLastCalledWith({ ...NO_STYLES, looks: { Owns: { label: 'share' } } });
  });

  it('are taken back, and are not there where no edges have attributes', () => {
    const looks = { Pays: { label: 'amount' }, Type0: { size: 2 } };
    const { onStyles } = show(1, { edgeTypes, styles: { ...NO_STYLES, looks } });
    expect(section().getByRole('listitem').textContent).toBe('Pays: amount');
    fireEvent.click(section().getByRole('button', { name: 'Label Pays by its type again' }));
    expect(onStyles).toHaveBeenLastCalledWith({ ...NO_STYLES, looks: { Type0: { size: 2 } } });
    cleanup();
    show(1, { edgeTypes: [edgeType('Knows', [])] });
    expect(screen.queryByRole('region', { name: 'Labels of edges' })).toBeNull();
  });
});
