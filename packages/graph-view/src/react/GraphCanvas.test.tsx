import { cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { GraphData, GraphNode, GraphSelection, NodePlaces } from '../model.ts';
import { NOTHING_SELECTED } from '../model.ts';
import { applyRules, withoutClasses } from '../rules.ts';
import { GraphCanvas } from './GraphCanvas.tsx';
import { GraphLegend } from './GraphLegend.tsx';
import { GraphList } from './GraphList.tsx';
import { rowWindow } from './window-rows.ts';

const DATA: GraphData = {
  nodes: [
    { id: 'a', type: 'Airport', label: 'ATL', data: { city: 'Atlanta', runways: [5, 8n] } },
    { id: 'b', type: 'Airport', label: 'ORD' },
  ],
  edges: [{ id: 'e', type: 'Flight', from: 'a', to: 'b', directed: true }],
};

// jsdom has no canvas; the view must work without one. Without motion places are final at once.
beforeEach(() => {
  vi.stubGlobal('matchMedia', () => ({ matches: true }));
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null);
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

function Shown({ onExpand }: { readonly onExpand?: (node: GraphNode) => void }) {
  const [selection, setSelection] = useState<GraphSelection>(NOTHING_SELECTED);
  return (
    <>
      <GraphCanvas
        label="Flights"
        data={DATA}
        layout="grid"
        selection={selection}
        onSelectionChange={setSelection}
        onExpand={onExpand}
      />
      <p data-testid="chosen">{selection.nodes.join(' ')}</p>
      <GraphList
        kind="nodes"
        label="Vertices"
        data={DATA}
        selection={selection}
        onSelectionChange={setSelection}
      />
      <GraphList
        kind="edges"
        label="Edges"
        data={DATA}
        selection={selection}
        onSelectionChange={setSelection}
      />
    </>
  );
}

describe('the canvas', () => {
  it('can be walked, chosen from and expanded with the keyboard, and says where one is', () => {
    const onExpand = vi.fn();
    render(<Shown onExpand={onExpand} />);
    const canvas = screen.getByRole('application', { name: /Flights/ });
    fireEvent.keyDown(canvas, { key: 'PageDown' });
    expect(screen.getByRole('status').textContent).toBe('Airport ATL, 1 neighbour');
    fireEvent.keyDown(canvas, { key: 'ArrowRight' });
    expect(screen.getByRole('status').textContent).toBe('Airport ORD, 1 neighbour');
    fireEvent.keyDown(canvas, { key: 'Enter' });
    expect(screen.getByTestId('chosen').textContent).toBe('b');
    fireEvent.keyDown(canvas, { key: 'e' });
    expect(onExpand).toHaveBeenCalledWith(DATA.nodes[1]);
    // Also after it was selected elsewhere, without the cursor.
    fireEvent.blur(canvas);
    onExpand.mockClear();
    fireEvent.keyDown(canvas, { key: 'e' });
    expect(onExpand).toHaveBeenCalledWith(DATA.nodes[1]);
    fireEvent.keyDown(canvas, { key: 'Escape' });
    expect(screen.getByTestId('chosen').textContent).toBe('');
  });

  it('says what came and went, and what is shown then', () => {
    const shown = (data: GraphData) => (
      <GraphCanvas label="Flights" data={data} selection={NOTHING_SELECTED} onSelectionChange={vi.fn()} />
    );
    const { rerender } = render(shown(DATA));
    expect(screen.getByRole('status').textContent).toBe('');
    rerender(shown({ nodes: DATA.nodes.slice(0, 1), edges: [] }));
    expect(screen.getByRole('status').textContent).toBe(
      '1 vertex and 1 edge went. 1 vertex (1 Airport), no edges.',
    );
  });

  it('lays another picture out anew once it was cleared, and brings back an earlier one as it was', () => {
    const graph = (ids: string): GraphData => ({
      nodes: [...ids].map((id) => ({ id, type: 'Airport', label: id })),
      edges: [],
    });
    function placesOf(...shown: readonly string[]): (readonly unknown[])[] {
      let places: NodePlaces = [];
      const canvas = (ids: string) => (
        <GraphCanvas
          {...{ label: 'Flights', layout: 'grid', selection: NOTHING_SELECTED, onSelectionChange: vi.fn() }}
          data={graph(ids)}
          onPlaces={(next) => (places = next)}
        />
      );
      const { rerender, unmount } = render(canvas(shown[0] ?? ''));
      for (const ids of shown.slice(1)) rerender(canvas(ids));
      unmount();
      return places.map(([id, x, y]) => [id, x, y]);
    }
    const first = placesOf('abcd');
    expect(new Set(first.map(String)).size).toBe(4);
    expect(placesOf('abcd', '', 'abcd')).toEqual(first);
    expect(placesOf('abcd', '', 'dvwxyz')).toEqual(placesOf('dvwxyz'));
    expect(placesOf('abcd', '', 'abcdz').slice(0, 4)).toEqual(first);
    expect(placesOf('abcd', 'dvwxyz')[0]).toEqual(first[3]);
  });

  it('is left by one Tab, and walked in reading order to its ends', () => {
    render(<Shown />);
    const canvas = screen.getByRole('application');
    const after = (key: string) => {
      fireEvent.keyDown(canvas, { key });
      return screen.getByRole('status').textContent;
    };
    const [first, last] = ['Airport ATL, 1 neighbour', 'Airport ORD, 1 neighbour'];
    expect(['PageUp', 'PageDown', 'PageDown', 'PageUp', 'End', 'Home'].map(after)).toEqual([
      ...[first, last, last, first],
      ...[last, first],
    ]);
    // The browser moves the focus on.
    expect(fireEvent.keyDown(canvas, { key: 'Tab' })).toBe(true);
    expect(fireEvent.keyDown(canvas, { key: 'Tab', shiftKey: true })).toBe(true);
  });
});

describe('the lists', () => {
  it('say what the canvas says, and choose', () => {
    render(<Shown />);
    const vertices = screen.getByRole('grid', { name: 'Vertices' });
    fireEvent.click(within(vertices).getByText('ORD'));
    expect(screen.getByTestId('chosen').textContent).toBe('b');
    fireEvent.click(within(vertices).getByText('ATL'), { shiftKey: true });
    expect(screen.getByTestId('chosen').textContent).toBe('b a');
    expect(within(vertices).getByText('Atlanta')).toBeTruthy();
    expect(within(vertices).getByText('[5,"8"]')).toBeTruthy();
    const edges = screen.getByRole('grid', { name: 'Edges' });
    expect(within(edges).getByText('Flight')).toBeTruthy();
    fireEvent.keyDown(within(edges).getAllByRole('row')[1] as HTMLElement, { key: 'Enter' });
    expect(screen.getByTestId('chosen').textContent).toBe('');
  });

  it('hold only the rows in sight', () => {
    expect(rowWindow(10_000, 32, 32_000, 640, 8)).toEqual({
      first: 992,
      end: 1028,
      above: 31_744,
      below: 287_104,
    });
    expect(rowWindow(3, 32, 0, 640)).toEqual({ first: 0, end: 3, above: 0, below: 0 });
  });
});

describe('the legend', () => {
  it('has the classes of rules, which can be hidden', () => {
    const styled = applyRules(
      DATA,
      [{ id: 'r', kind: 'nodes', type: 'Airport', attribute: 'city', look: 'colors' }],
      ['#111111'],
    );
    const onToggleClass = vi.fn();
    const hidden = new Set([styled.legend[0]?.classes[0]?.key ?? '']);
    render(
      <GraphLegend
        {...{ nodes: [], edges: [], rules: styled.legend, hiddenClasses: hidden, onToggleClass }}
      />,
    );
    const legend = within(screen.getByRole('list', { name: 'Legend of city' }));
    expect(legend.getByRole('button', { name: 'Atlanta 1' }).getAttribute('aria-pressed')).toBe('false');
    fireEvent.click(legend.getByRole('button', { name: 'No value 1' }));
    expect(onToggleClass).toHaveBeenCalledWith(styled.legend[0]?.classes[2]?.key);
    expect(withoutClasses(styled, hidden).nodes.map(({ id }) => id)).toEqual(['b']);
  });

  it('lists few of thousands of types, and those that are hidden', () => {
    const nodes = Array.from({ length: 5000 }, (_, i) => ({
      ...{ type: `T${i}`, count: 1, color: 'red', hidden: i === 4000 },
    }));
    render(<GraphLegend nodes={nodes} edges={[]} onToggle={vi.fn()} />);
    const names = () => [...document.querySelectorAll('button')].map(({ textContent }) => textContent);
    expect(names()).toHaveLength(26);
    expect(names().slice(-2)).toEqual(['T40001', '4975 more types']);
    fireEvent.click(screen.getByText('4975 more types'));
    expect(names()).toHaveLength(200);
    expect(screen.getByText('and 4800 more types')).toBeTruthy();
  });

  it('counts the types and hides them', () => {
    const onToggle = vi.fn();
    const entry = { type: 'Airport', count: 2, color: '#123456', hidden: false };
    render(
      <GraphLegend
        nodes={[entry]}
        edges={[{ ...entry, type: 'Flight', hidden: true }]}
        onToggle={onToggle}
      />,
    );
    expect(screen.getByRole('button', { name: /Flight/ }).getAttribute('aria-pressed')).toBe('false');
    fireEvent.click(screen.getByRole('button', { name: /Airport/ }));
    expect(onToggle).toHaveBeenCalledWith('node', 'Airport');
  });
});
