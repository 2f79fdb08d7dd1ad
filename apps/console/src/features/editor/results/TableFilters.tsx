/** Filters of a table of results: a form to add one, and a chip for each that can be removed. */
import { t } from '@acacia/texts';
import { RUN_BOUNDS, type RunFilter } from '@acacia/contract';
import { ActionButton, Form } from '@acacia/ui';
import { Button, CloseButton, Popover, Select, TagsInput, TextInput } from '@mantine/core';
import { IconFilter } from '@tabler/icons-react';
import { useState } from 'react';
import { CONDITIONS, filterOf, filterText, type Condition, type FilterDraft } from './filters.ts';
import classes from './results.module.css';

export interface ColumnName {
  /** Place among the columns. */
  readonly column: number;
  readonly name: string;
}

/** A filter with the name of its column, which may be out of sight. */
export interface NamedFilter {
  readonly filter: RunFilter;
  readonly name: string;
}

interface FilterButtonProps {
  readonly columns: readonly ColumnName[];
  readonly filters: readonly NamedFilter[];
  readonly disabledReason: string | undefined;
  readonly onChange: (filters: readonly NamedFilter[]) => void;
}

export function FilterButton({ columns, filters, disabledReason, onChange }: FilterButtonProps) {
  const [opened, setOpened] = useState(false);
  const full = filters.length >= RUN_BOUNDS.filters ? t`At most ${RUN_BOUNDS.filters} filters.` : undefined;
  return (
    <Popover opened={opened} onChange={setOpened} width={320} position="bottom-start" trapFocus>
      <Popover.Target>
        <ActionButton
          variant="subtle"
          color="gray"
          size="compact-sm"
          leftSection={<IconFilter size={14} />}
          disabledReason={disabledReason ?? full}
          onClick={() => setOpened(!opened)}
        >
          Filter
        </ActionButton>
      </Popover.Target>
      <Popover.Dropdown>
        {opened && (
          <FilterForm
            columns={columns}
            onAdd={(filter) => {
              const name = columns.find(({ column }) => column === filter.column)?.name ?? '';
              onChange([...filters, { filter, name }]);
              setOpened(false);
            }}
          />
        )}
      </Popover.Dropdown>
    </Popover>
  );
}

interface FilterFormProps {
  readonly columns: readonly ColumnName[];
  readonly onAdd: (filter: RunFilter) => void;
}

function FilterForm({ columns, onAdd }: FilterFormProps) {
  const [draft, setDraft] = useState<FilterDraft>({
    ...{ column: columns[0]?.column ?? 0, condition: 'contains', text: '', to: '', values: [] },
  });
  const [problem, setProblem] = useState<string | null>(null);
  const change = (part: Partial<FilterDraft>) => {
    setProblem(null);
    setDraft({ ...draft, ...part });
  };
  const { condition } = draft;
  const submit = () => {
    const filter = filterOf(draft);
    if (typeof filter === 'string') setProblem(filter);
    else onAdd(filter);
  };
  return (
    <Form onSubmit={submit}>
      <div className={classes.filterForm}>
        <Select
          label="Column"
          searchable
          openOnFocus={false}
          allowDeselect={false}
          comboboxProps={{ withinPortal: false }}
          data={columns.map(({ column, name }) => ({ value: String(column), label: name }))}
          value={String(draft.column)}
          onChange={(value) => change({ column: Number(value) })}
        />
        <Select
          label="Condition"
          allowDeselect={false}
          comboboxProps={{ withinPortal: false }}
          data={[...CONDITIONS]}
          value={condition}
          onChange={(value) => change({ condition: value as Condition })}
        />
        {condition === 'range' ? (
          <>
            <TextInput
              label="From"
              description="Two numbers compare numbers; other texts, such as dates, compare texts."
              maxLength={500}
              value={draft.text}
              error={problem}
              onChange={(event) => change({ text: event.currentTarget.value })}
            />
            <TextInput
              label="To"
              maxLength={500}
              value={draft.to}
              onChange={(event) => change({ to: event.currentTarget.value })}
            />
          </>
        ) : condition.endsWith('oneOf') ? (
          <TagsInput
            label="Values"
            description="Press Enter after each."
            maxTags={RUN_BOUNDS.filterValues}
            value={[...draft.values]}
            error={problem}
            onChange={(values) => change({ values: values.map((value) => value.slice(0, 500)) })}
          />
        ) : condition.endsWith('empty') ? null : (
          <TextInput
            label={condition.endsWith('contains') ? 'Text' : 'Value'}
            maxLength={500}
            value={draft.text}
            error={problem}
            onChange={(event) => change({ text: event.currentTarget.value })}
          />
        )}
        <ActionButton type="submit" size="xs">
          Add filter
        </ActionButton>
      </div>
    </Form>
  );
}

interface FilterChipsProps {
  readonly filters: readonly NamedFilter[];
  readonly onChange: (filters: readonly NamedFilter[]) => void;
}

export function FilterChips({ filters, onChange }: FilterChipsProps) {
  if (filters.length === 0) return null;
  return (
    <div className={classes.tools}>
      <ul className={classes.chips} aria-label="Filters">
        {filters.map((each, i) => {
          const text = filterText(each.filter, each.name);
          return (
            <li key={`${i}`} className={classes.chip}>
              <span>{text}</span>
              <CloseButton
                size="xs"
                aria-label={`Remove filter: ${text}`}
                onClick={() => onChange(filters.filter((other) => other !== each))}
              />
            </li>
          );
        })}
      </ul>
      <Button variant="subtle" color="gray" size="compact-xs" onClick={() => onChange([])}>
        Remove all
      </Button>
    </div>
  );
}
