/** Chooses the graph that a tool works on. */
import { GraphPicker } from '../../shell/GraphPicker.tsx';
import type { GraphChoice } from './useGraphChoice.ts';

export function GraphSelector({ choice }: { readonly choice: GraphChoice }) {
  return (
    <GraphPicker
      graphs={choice.graphs.map(({ graphName }) => graphName)}
      graph={choice.graph}
      onChoose={choice.choose}
    />
  );
}
