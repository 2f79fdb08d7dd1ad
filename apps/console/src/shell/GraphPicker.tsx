/** The one way to choose a graph of a workspace, or its global types. */
import { t } from '@acacia/texts';
import '@mantine/core/styles/Combobox.layer.css';
import { Select } from '@mantine/core';
import { IconTopologyStar3 } from '@tabler/icons-react';

/** Number of entries above which typing searches. */
const SEARCH_FROM = 8;
const GLOBAL_VALUE = '(global)';

interface GraphPickerProps {
  /** Names; undefined while they are not known. */
  readonly graphs: readonly string[] | undefined;
  /** null: the global types, where they are offered, else none. */
  readonly graph: string | null;
  readonly onChoose: (graph: string | null) => void;
  readonly withGlobal?: boolean;
  /** Shows its label above, as the fields beside it do. */
  readonly labelled?: boolean;
}

export function GraphPicker({
  graphs,
  graph,
  onChoose,
  withGlobal = false,
  labelled = false,
}: GraphPickerProps) {
  const names = graphs ?? [];
  // Nothing is chosen until the list is loaded: showing the global types would claim that there is no graph.
  const value = graphs === undefined ? null : (graph ?? (withGlobal ? GLOBAL_VALUE : null));
  const name = value === null ? '' : value === GLOBAL_VALUE ? t`Global` : value;
  return (
    <Select
      {...(labelled ? { label: t`Graph` } : { 'aria-label': t`Graph` })}
      placeholder={graphs === undefined ? 'Not loaded' : names.length === 0 ? 'No graph yet' : 'Select graph'}
      title={name}
      disabled={names.length === 0 && !withGlobal}
      w={labelled ? 280 : 260}
      styles={{ input: { textOverflow: 'ellipsis' } }}
      maxDropdownHeight={300}
      comboboxProps={{ width: 'max-content', position: 'bottom-start' }}
      leftSection={<IconTopologyStar3 size={15} stroke={1.7} />}
      allowDeselect={false}
      searchable={names.length > SEARCH_FROM}
      nothingFoundMessage="No graph of that name."
      data={[
        ...(withGlobal ? [{ value: GLOBAL_VALUE, label: t`Global` }] : []),
        // The graph in the address may be gone: its name is shown all the same.
        ...[...new Set([...(graph === null ? [] : [graph]), ...names])].sort(),
      ]}
      value={value}
      onChange={(chosen) => onChoose(chosen === GLOBAL_VALUE ? null : chosen)}
    />
  );
}
