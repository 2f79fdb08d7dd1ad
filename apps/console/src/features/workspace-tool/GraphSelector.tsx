/** Chooses the graph; a tool that also works on the global scope offers it. */
import { Select, Skeleton } from '@mantine/core';
import { IconTopologyStar3 } from '@tabler/icons-react';
import type { GraphChoice } from './useGraphChoice.ts';

interface GraphSelectorProps {
  readonly choice: GraphChoice;
  readonly withGlobal?: boolean;
}

const GLOBAL_VALUE = '(global)';

export function GraphSelector({ choice, withGlobal = false }: GraphSelectorProps) {
  if (choice.graphs === undefined && choice.error === null) return <Skeleton height={36} width={180} />;
  // Without the list nothing is chosen: showing the global scope would claim that there is no graph.
  const unknown = choice.graphs === undefined;
  const names = choice.graphs?.map((graph) => graph.graphName) ?? [];
  return (
    <Select
      aria-label="Graph"
      placeholder={unknown ? 'Not loaded' : names.length === 0 ? 'No graph yet' : 'Select graph'}
      disabled={unknown}
      w={180}
      maxDropdownHeight={300}
      leftSection={<IconTopologyStar3 size={15} stroke={1.7} />}
      allowDeselect={false}
      searchable={names.length > 8}
      data={[
        ...(withGlobal ? [{ value: GLOBAL_VALUE, label: 'Global' }] : []),
        ...names.map((name) => ({ value: name, label: name })),
      ]}
      value={unknown ? null : (choice.graph ?? (withGlobal ? GLOBAL_VALUE : null))}
      onChange={(value) => choice.choose(value === GLOBAL_VALUE ? null : value)}
    />
  );
}
