/** Input of one parameter: a value, a vertex, a list of these, a map. */
import { t } from '@acacia/texts';
import { ActionIcon, Button, Select, Switch, TextInput, Tooltip } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { ParameterType } from './parameter-type.ts';
import { draftOf, type Draft } from './parameter-value.ts';
import classes from './parameters.module.css';
import { VertexId } from './VertexIds.tsx';

interface ParameterFieldProps {
  readonly label: string;
  readonly type: ParameterType;
  readonly draft: Draft;
  readonly onChange: (draft: Draft) => void;
  /** Problems by path, see `problemsOf`; shown as far as they begin with `path`. */
  readonly problems: ReadonlyMap<string, string>;
  readonly path?: string;
  readonly vertexTypes: readonly string[];
}

/** Formats that cannot be guessed; an example number would look like a value that is refused. */
const HINTS: Readonly<Record<string, string>> = { DATETIME: t`YYYY-MM-DD HH:MM:SS` };

export function ParameterField(props: ParameterFieldProps) {
  const { label, type, draft, onChange, problems, path = '', vertexTypes } = props;
  const error = problems.get(path);
  if (type.kind === 'scalar' && draft.kind === 'scalar') {
    return type.name === 'BOOL' ? (
      <Switch
        aria-label={label}
        label={draft.text === 'true' ? 'true' : 'false'}
        checked={draft.text === 'true'}
        onChange={(event) => onChange({ kind: 'scalar', text: String(event.currentTarget.checked) })}
      />
    ) : (
      <TextInput
        aria-label={label}
        value={draft.text}
        error={error}
        placeholder={HINTS[type.name]}
        spellCheck={false}
        onChange={(event) => onChange({ kind: 'scalar', text: event.currentTarget.value })}
      />
    );
  }
  if (type.kind === 'vertex' && draft.kind === 'vertex') {
    return (
      <div className={classes.vertex}>
        <Select
          aria-label={`${label}: vertex type`}
          placeholder="Type"
          searchable
          disabled={type.vertexType !== undefined}
          data={type.vertexType === undefined ? [...vertexTypes] : [type.vertexType]}
          value={draft.type === '' ? null : draft.type}
          onChange={(value) => onChange({ ...draft, type: value ?? '' })}
        />
        <VertexId
          label={`${label}: vertex ID`}
          type={type.vertexType ?? draft.type}
          value={draft.id}
          error={error}
          onChange={(id) => onChange({ ...draft, id })}
        />
      </div>
    );
  }
  if (type.kind === 'list' && draft.kind === 'list') {
    const replace = (at: number, item: Draft) =>
      onChange({ ...draft, items: draft.items.map((each, i) => (i === at ? item : each)) });
    return (
      <div className={classes.many}>
        {draft.items.map((item, i) => (
          <Row
            key={i}
            remove={t`Remove element ${i + 1} of ${label}`}
            onRemove={() => onChange({ ...draft, items: draft.items.filter((_, at) => at !== i) })}
          >
            <ParameterField
              {...props}
              label={`${label}, element ${i + 1}`}
              type={type.element}
              draft={item}
              path={path === '' ? String(i) : `${path}.${i}`}
              onChange={(next) => replace(i, next)}
            />
          </Row>
        ))}
        <Add onClick={() => onChange({ ...draft, items: [...draft.items, draftOf(type.element)] })}>
          Add element
        </Add>
      </div>
    );
  }
  if (type.kind === 'map' && draft.kind === 'map') {
    const replace = (at: number, entry: readonly [Draft, Draft]) =>
      onChange({ ...draft, entries: draft.entries.map((each, i) => (i === at ? entry : each)) });
    const below = (part: string) => (path === '' ? part : `${path}.${part}`);
    return (
      <div className={classes.many}>
        {draft.entries.map(([key, value], i) => (
          <Row
            key={i}
            remove={t`Remove entry ${i + 1} of ${label}`}
            onRemove={() => onChange({ ...draft, entries: draft.entries.filter((_, at) => at !== i) })}
          >
            <ParameterField
              {...props}
              label={`${label}, key ${i + 1}`}
              type={type.key}
              draft={key}
              path={below(`${i}.key`)}
              onChange={(next) => replace(i, [next, value])}
            />
            <ParameterField
              {...props}
              label={`${label}, value ${i + 1}`}
              type={type.value}
              draft={value}
              path={below(`${i}.value`)}
              onChange={(next) => replace(i, [key, next])}
            />
          </Row>
        ))}
        <Add
          onClick={() =>
            onChange({ ...draft, entries: [...draft.entries, [draftOf(type.key), draftOf(type.value)]] })
          }
        >
          Add entry
        </Add>
      </div>
    );
  }
  return null;
}

function Row({
  remove,
  onRemove,
  children,
}: {
  readonly remove: string;
  readonly onRemove: () => void;
  readonly children: ReactNode;
}) {
  return (
    <div className={classes.row}>
      <div className={classes.rowFields}>{children}</div>
      <Tooltip label="Remove">
        <ActionIcon aria-label={remove} mt={4} onClick={onRemove}>
          <IconTrash size={15} stroke={1.7} />
        </ActionIcon>
      </Tooltip>
    </div>
  );
}

function Add({ onClick, children }: { readonly onClick: () => void; readonly children: ReactNode }) {
  return (
    <div>
      <Button variant="default" size="compact-sm" leftSection={<IconPlus size={14} />} onClick={onClick}>
        {children}
      </Button>
    </div>
  );
}
