/** Chooses the graph that a tool works on; a tool that also works on the global types offers them. */
import { Skeleton } from '@mantine/core';
import { GraphPicker } from '../../shell/GraphPicker.tsx';
import type { GraphChoice } from './useGraphChoice.ts';

interface GraphSelectorProps {
  readonly choice: GraphChoice;
  readonly withGlobal?: boolean;
}

export function GraphSelector({ choice, withGlobal = false }: GraphSelectorProps) {
  if (choice.graphs === undefined && choice.error === null) return <Skeleton height={36} width={260} />;
  return (
    <GraphPicker
      graphs={choice.graphs?.map(({ graphName }) => graphName)}
      graph={choice.graph}
      onChoose={choice.choose}
      withGlobal={withGlobal}
    />
  );
}
