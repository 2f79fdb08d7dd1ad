/** The source of an attribute's value: a column, its parts, a fixed value, or a token function over further sources. */
import { t } from '@acacia/texts';
import { LOAD_FUNCTION_LEVELS } from '@acacia/contract';
import { ActionIcon, Button, Group, Select, TextInput } from '@mantine/core';
import { IconPlus, IconX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { ColumnSelect } from './ColumnSelect.tsx';
import {
  functionOf,
  NO_SOURCE,
  SPLIT_SEPARATORS,
  TOKEN_FUNCTIONS,
  type SlotForm,
  type Source,
} from './source.ts';
import classes from './ingestion.module.css';

const NOT_MAPPED = 'none';
const FIXED = 'literal';
const FUNCTION = 'function';

const CHOICES = [
  { value: NOT_MAPPED, label: t`(not mapped)` },
  { value: FIXED, label: t`(fixed value)` },
  { value: FUNCTION, label: t`(token function)` },
];

const SEPARATOR_NAMES: Readonly<Record<string, string>> = { ' ': t`Space`, '\t': t`Tab` };

const FUNCTIONS = Object.entries(TOKEN_FUNCTIONS).map(([name, { gives }]) => ({
  value: name,
  label: `${name} → ${gives}`,
}));
const FIRST = 'gsql_concat';

interface ValueEditorProps {
  /** Name of the part that the value fills, e.g. `age of Person`. */
  readonly about: string;
  /** Of the choice of a column. */
  readonly label: string;
  /** Of the field of a fixed value. */
  readonly fixedLabel: string;
  readonly form: SlotForm;
  readonly columns: readonly string[];
  readonly source: Source;
  readonly error?: ReactNode;
  /** Levels of functions around it. */
  readonly depth?: number;
  readonly onChange: (source: Source) => void;
}

function valueOf(source: Source): string {
  switch (source.kind) {
    case 'column':
    case 'split':
      return String(source.index);
    case 'literal':
      return FIXED;
    case 'function':
      return FUNCTION;
    case 'none':
      return NOT_MAPPED;
  }
}

export function ValueEditor(props: ValueEditorProps) {
  const { about, label, fixedLabel, form, columns, source, error, depth = 0, onChange } = props;
  const takesParts = form === 'list' || form === 'set' || form === 'vector';
  const choose = (value: string): void => {
    if (value === NOT_MAPPED) onChange(NO_SOURCE);
    else if (value === FIXED) onChange({ kind: 'literal', text: '' });
    else if (value === FUNCTION) onChange(functionOf(FIRST, source));
    else {
      const index = Number(value);
      onChange(
        takesParts
          ? { kind: 'split', index, separator: separatorOf(source, form) }
          : { kind: 'column', index },
      );
    }
  };
  return (
    <>
      <ColumnSelect
        label={label}
        extra={depth < LOAD_FUNCTION_LEVELS ? CHOICES : CHOICES.filter(({ value }) => value !== FUNCTION)}
        columns={columns}
        value={valueOf(source)}
        error={error}
        onChange={choose}
      />
      {source.kind === 'literal' && (
        <TextInput
          size="xs"
          aria-label={fixedLabel}
          value={source.text}
          onChange={(event) => onChange({ kind: 'literal', text: event.currentTarget.value })}
        />
      )}
      {takesParts && (source.kind === 'column' || source.kind === 'split') && (
        <Split about={about} source={source} onChange={onChange} />
      )}
      {source.kind === 'function' && <Call {...props} source={source} depth={depth} />}
    </>
  );
}

const separatorOf = (source: Source, form: SlotForm): string =>
  source.kind === 'split' ? source.separator : form === 'vector' ? ',' : '|';

const WHOLE = 'whole';

function Split({
  about,
  source,
  onChange,
}: Pick<ValueEditorProps, 'about' | 'onChange'> & {
  readonly source: Extract<Source, { readonly kind: 'column' | 'split' }>;
}) {
  const { index } = source;
  const own = source.kind === 'split' ? source.separator : WHOLE;
  const known = [...new Set([...SPLIT_SEPARATORS, ...(source.kind === 'split' ? [own] : [])])];
  return (
    <Select
      size="xs"
      aria-label={`Split of ${about}`}
      data={[
        { value: WHOLE, label: t`Not split` },
        ...known.map((value) => ({ value, label: t`Split at ${SEPARATOR_NAMES[value] ?? value}` })),
      ]}
      value={own}
      allowDeselect={false}
      onChange={(next) =>
        next !== null &&
        onChange(next === WHOLE ? { kind: 'column', index } : { kind: 'split', index, separator: next })
      }
    />
  );
}

function Call({
  about,
  columns,
  source,
  depth,
  onChange,
}: ValueEditorProps & {
  readonly source: Extract<Source, { readonly kind: 'function' }>;
  readonly depth: number;
}) {
  const { name, args } = source;
  const { least, most } = TOKEN_FUNCTIONS[name] ?? { least: 0, most: args.length };
  const known = Object.hasOwn(TOKEN_FUNCTIONS, name);
  return (
    <div className={classes.call} role="group" aria-label={`${name} for ${about}`}>
      <Select
        size="xs"
        searchable
        aria-label={`Function for ${about}`}
        data={known ? FUNCTIONS : [...FUNCTIONS, { value: name, label: name }]}
        value={name}
        allowDeselect={false}
        onChange={(next) => next !== null && onChange(functionOf(next, source))}
      />
      {args.map((arg, at) => (
        <div key={at} className={classes.argument}>
          <ValueEditor
            about={t`Argument ${at + 1} of ${name} for ${about}`}
            label={t`Argument ${at + 1} of ${name} for ${about}`}
            fixedLabel={t`Fixed argument ${at + 1} of ${name} for ${about}`}
            form="scalar"
            columns={columns}
            source={arg}
            depth={depth + 1}
            onChange={(next) =>
              onChange({ ...source, args: args.map((each, place) => (place === at ? next : each)) })
            }
          />
          {args.length > least && (
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={`Remove argument ${at + 1} of ${name} for ${about}`}
              onClick={() => onChange({ ...source, args: args.filter((_, place) => place !== at) })}
            >
              <IconX size={14} />
            </ActionIcon>
          )}
        </div>
      ))}
      {args.length < most && (
        <Group>
          <Button
            size="compact-xs"
            variant="default"
            leftSection={<IconPlus size={12} />}
            aria-label={`Add an argument of ${name} for ${about}`}
            onClick={() => onChange({ ...source, args: [...args, { kind: 'literal', text: '' }] })}
          >
            Argument
          </Button>
        </Group>
      )}
    </div>
  );
}
