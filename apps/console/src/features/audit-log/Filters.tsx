/** The filters of the audit log; they are kept in the address. On a phone all but the search are folded. */
import { t } from '@acacia/texts';
import { DateField } from '@acacia/ui';
import { Button, Group, Select, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconFilter, IconSearch, IconX } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { fromLocalInput, toLocalInput } from '../../services/local-input.ts';
import { usePhone } from '../../shell/narrow.ts';
import { OUTCOMES } from './Outcome.tsx';
import type { AuditSearch } from './search.ts';
import { ACTIONS, resourceParts, RESOURCE_KINDS } from './words.ts';

/** Milliseconds after the last key before a search is made. */
const DEBOUNCE = 500;

type Filter = Omit<AuditSearch, 'entry'>;

/** The problem with the times of a filter; null when there is none. */
export const timeProblem = ({ from, to }: Filter): string | null =>
  from !== undefined && to !== undefined && from > to ? t`The time range must begin before it ends.` : null;

interface FiltersProps {
  readonly filter: Filter;
  readonly onChange: (change: Partial<Filter>) => void;
}

const CLEAR: Readonly<Record<keyof Filter, undefined>> = {
  text: undefined,
  actor: undefined,
  action: undefined,
  outcome: undefined,
  resource: undefined,
  from: undefined,
  to: undefined,
};

const OUTCOME_CHOICES = Object.entries(OUTCOMES).map(([value, label]) => ({ value, label }));

export function Filters({ filter, onChange }: FiltersProps) {
  /** Makes new text fields, without what was typed. */
  const [cleared, setCleared] = useState(0);
  const isFiltered = Object.values(filter).some((value) => value !== undefined);
  const isPhone = usePhone();
  const [unfolded, setUnfolded] = useState(false);
  const problem = timeProblem(filter);
  // A fault is not folded away.
  const shown = !isPhone || unfolded || problem !== null;
  const folded = Object.entries(filter).filter(([name, value]) => name !== 'text' && value !== undefined);
  const rest = useId();
  const { resource } = filter;
  const one = resource?.includes('/') === true ? resourceParts(resource) : undefined;
  const kinds =
    one === undefined || resource === undefined
      ? RESOURCE_KINDS
      : [...RESOURCE_KINDS, { value: resource, label: `${one.kind} ${one.id}` }];
  const { from, to } = filter;
  return (
    <Group align="flex-end" gap="sm" role="search" aria-label="Audit log">
      <TextFilter
        key={`text ${cleared}`}
        label="Search"
        placeholder="A text, also in changed values"
        width="1 1 220px"
        initial={cleared === 0 ? filter.text : undefined}
        onChange={(text) => onChange({ text })}
      />
      {isPhone && (
        <Button
          variant="default"
          leftSection={<IconFilter size={16} />}
          aria-expanded={shown}
          aria-controls={rest}
          disabled={problem !== null}
          onClick={() => setUnfolded(!unfolded)}
        >
          {folded.length === 0 ? 'Filters' : `Filters (${folded.length})`}
        </Button>
      )}
      {/* They stay in the document, with what was typed. */}
      <div id={rest} style={{ display: shown ? 'contents' : 'none' }}>
        <TextFilter
          key={`actor ${cleared}`}
          label="Person"
          placeholder="E-mail"
          width="1 1 170px"
          initial={cleared === 0 ? filter.actor : undefined}
          onChange={(actor) => onChange({ actor })}
        />
        <Select
          label="Action"
          placeholder="Any"
          style={{ flex: '1 1 220px' }}
          searchable
          clearable
          data={ACTIONS}
          value={filter.action ?? null}
          onChange={(action) => onChange({ action: action ?? undefined })}
        />
        <Select
          label="Resource"
          placeholder="Any"
          style={{ flex: '1 1 150px' }}
          clearable
          data={kinds}
          value={resource ?? null}
          onChange={(value) => onChange({ resource: value ?? undefined })}
        />
        <Select
          label="Outcome"
          placeholder="Any"
          style={{ flex: '1 1 120px' }}
          clearable
          data={OUTCOME_CHOICES}
          value={filter.outcome ?? null}
          onChange={(value) =>
            onChange({ outcome: value === 'ok' || value === 'failed' ? value : undefined })
          }
        />
        <DateField
          key={`from ${cleared}`}
          label="From"
          withTime
          error={problem}
          value={from === undefined ? '' : toLocalInput(from)}
          onChange={(moment) => onChange({ from: fromLocalInput(moment) ?? undefined })}
        />
        <DateField
          key={`to ${cleared}`}
          label="To"
          withTime
          value={to === undefined ? '' : toLocalInput(to)}
          onChange={(moment) => onChange({ to: fromLocalInput(moment) ?? undefined })}
        />
      </div>
      {isFiltered && (
        <Button
          variant="subtle"
          color="gray"
          leftSection={<IconX size={16} />}
          onClick={() => {
            setCleared(cleared + 1);
            onChange(CLEAR);
          }}
        >
          Clear filters
        </Button>
      )}
    </Group>
  );
}

interface TextFilterProps {
  readonly label: string;
  readonly placeholder: string;
  /** CSS `flex`. */
  readonly width: string;
  /** Text at first; the address follows what is typed later. */
  readonly initial: string | undefined;
  readonly onChange: (value: string | undefined) => void;
}

function TextFilter({ label, placeholder, width, initial, onChange }: TextFilterProps) {
  const [typed, setTyped] = useState(initial ?? '');
  const tell = useDebouncedCallback((text: string) => onChange(text === '' ? undefined : text), DEBOUNCE);
  return (
    <TextInput
      label={label}
      placeholder={placeholder}
      type="search"
      leftSection={<IconSearch size={16} />}
      style={{ flex: width }}
      maxLength={200}
      value={typed}
      onChange={(event) => {
        setTyped(event.currentTarget.value);
        tell(event.currentTarget.value);
      }}
    />
  );
}
