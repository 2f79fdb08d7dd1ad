/** The types of a proposed schema, as tables: what is created, its names, keys, ends and attributes. */
import { said, t } from '@acacia/texts';
import { COLUMN_TYPES } from '@acacia/contract';
import { ActionButton, Card, DataTable, type DataTableColumn } from '@acacia/ui';
import { Checkbox, Group, Select, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { usePhone } from '../../shell/narrow.ts';
import {
  addableEnds,
  addEdge,
  chooseEdge,
  chooseEnd,
  chooseKey,
  chooseType,
  isOfEdges,
  leaveOut,
  renameAttribute,
  renameEdge,
  renameVertex,
  type EditedProposal,
} from './proposal.ts';
import { stacked } from './stacked.tsx';
import classes from './ingestion.module.css';

interface TypesProps {
  readonly edited: EditedProposal;
  readonly onChange: (edited: EditedProposal) => void;
}

/** The least width at which a name can be read. */
const FIELD_PX = 140;

const percent = (confidence: number): string => `${Math.round(confidence * 100)} %`;

function Why({ confidence, reason }: { readonly confidence: number; readonly reason: string }) {
  return <span className={classes.why}>{t`${percent(confidence)}: ${said(reason)}`}</span>;
}

type Vertex = EditedProposal['vertices'][number];
type Edge = EditedProposal['edges'][number];

/** Vertex and edge types of a proposal, with a reason each; all can be edited. */
export function ProposedTypes({ edited, onChange }: TypesProps) {
  const isPhone = usePhone();
  const vertices: readonly DataTableColumn<Vertex>[] = [
    {
      id: 'in',
      header: t`Create`,
      cell: ({ name, table }) =>
        table === null ? (
          t`with its edge`
        ) : (
          <Checkbox
            aria-label={`Create ${name}`}
            checked={!edited.leftOut.has(name)}
            onChange={(event) => onChange(leaveOut(edited, name, !event.currentTarget.checked))}
          />
        ),
    },
    {
      id: 'name',
      header: t`Vertex type`,
      cell: ({ name }) => (
        <NameInput
          label={`Name of ${name}`}
          name={name}
          onName={(to) => onChange(renameVertex(edited, name, to))}
        />
      ),
    },
    {
      id: 'key',
      header: t`Key`,
      cell: ({ name, table, key, attributes }) => (
        <Select
          size="xs"
          miw={FIELD_PX}
          aria-label={`Key of ${name}`}
          disabled={table === null}
          data={[key, ...attributes].map((each) => ({ value: String(each.column), label: each.name }))}
          value={String(key.column)}
          allowDeselect={false}
          onChange={(value) => value !== null && onChange(chooseKey(edited, name, Number(value)))}
        />
      ),
    },
    {
      id: 'why',
      header: t`Why this key`,
      cell: ({ confidence, reason }) => <Why confidence={confidence} reason={reason} />,
    },
    {
      id: 'attributes',
      header: t`Attributes`,
      cell: (vertex) => <Attributes vertex={vertex} edited={edited} onChange={onChange} />,
    },
  ];
  const edges: readonly DataTableColumn<{ readonly edge: Edge; readonly index: number }>[] = [
    {
      id: 'in',
      header: t`Create`,
      cell: ({ edge, index }) => (
        <Checkbox
          aria-label={`Create ${edge.name}`}
          checked={edge.chosen}
          onChange={(event) => onChange(chooseEdge(edited, index, event.currentTarget.checked))}
        />
      ),
    },
    {
      id: 'name',
      header: t`Edge type`,
      cell: ({ edge, index }) => (
        <NameInput
          label={`Name of ${edge.name}`}
          name={edge.name}
          onName={(to) => onChange(renameEdge(edited, index, to))}
        />
      ),
    },
    {
      id: 'from',
      header: t.of('edge')`From`,
      cell: ({ edge, index }) =>
        isOfEdges(edited, edge) ? (
          <EndSelect end="from" edge={edge} index={index} edited={edited} onChange={onChange} />
        ) : (
          edge.from.vertex
        ),
    },
    {
      id: 'to',
      header: t.of('edge')`To`,
      cell: ({ edge, index }) => (
        <EndSelect end="to" edge={edge} index={index} edited={edited} onChange={onChange} />
      ),
    },
    {
      id: 'why',
      header: t`Why`,
      cell: ({ edge }) => <Why confidence={edge.confidence} reason={edge.reason} />,
    },
  ];
  return (
    <>
      <Card flush title="Vertex types">
        <DataTable
          label="Vertex types"
          columns={isPhone ? stacked(t`Type`, vertices) : vertices}
          rows={edited.vertices}
          rowKey={(vertex) => String(edited.vertices.indexOf(vertex))}
          empty={null}
        />
      </Card>
      {edited.edges.length > 0 && (
        <Card flush title="Edge types">
          <DataTable
            label="Edge types"
            columns={isPhone ? stacked(t`Type`, edges) : edges}
            rows={edited.edges.map((edge, index) => ({ edge, index }))}
            rowKey={({ index }) => String(index)}
            empty={null}
          />
        </Card>
      )}
      <AddEdge edited={edited} onChange={onChange} />
    </>
  );
}

interface EndSelectProps extends TypesProps {
  readonly edge: Edge;
  readonly index: number;
  readonly end: 'from' | 'to';
}

function EndSelect({ edge, index, end, edited, onChange }: EndSelectProps) {
  return (
    <Select
      size="xs"
      miw={FIELD_PX}
      aria-label={`${end === 'from' ? t.of('edge')`From` : t.of('edge')`To`} of ${edge.name}`}
      data={edited.vertices.map(({ name }) => name)}
      value={edge[end].vertex}
      allowDeselect={false}
      onChange={(vertex) => vertex !== null && onChange(chooseEnd(edited, index, end, vertex))}
    />
  );
}

/** Adds an edge type that was not found: by an attribute whose values are keys of another type. */
function AddEdge({ edited, onChange }: TypesProps) {
  const [by, setBy] = useState<string | null>(null);
  const [to, setTo] = useState<string | null>(null);
  const ends = addableEnds(edited);
  const chosen = ends.find(({ vertex, attribute }) => `${vertex.name}.${attribute.name}` === by);
  const reason =
    chosen === undefined ? t`Choose an attribute.` : to === null ? t`Choose a vertex type.` : undefined;
  if (ends.length === 0) return null;
  return (
    <Group align="flex-end" gap="sm">
      <Select
        size="xs"
        label="Add an edge by the attribute"
        searchable
        limit={100}
        data={ends.map(({ vertex, attribute }) => `${vertex.name}.${attribute.name}`)}
        value={chosen === undefined ? null : by}
        onChange={setBy}
      />
      <Select
        size="xs"
        label="that holds keys of"
        data={edited.vertices.map(({ name }) => name)}
        value={to}
        onChange={setTo}
      />
      <ActionButton
        size="xs"
        variant="default"
        disabledReason={reason}
        onClick={() => {
          if (chosen === undefined || to === null) return;
          onChange(addEdge(edited, chosen.vertex.name, chosen.attribute.column, to));
          setBy(null);
        }}
      >
        Add edge type
      </ActionButton>
    </Group>
  );
}

interface NameInputProps {
  readonly label: string;
  readonly name: string;
  readonly onName: (name: string) => void;
}

/** A name that counts when it has been typed: names on the way to it may be those of other types. */
function NameInput({ label, name, onName }: NameInputProps) {
  const [typed, setTyped] = useState(name);
  const end = (): void => {
    const wanted = typed.trim();
    if (wanted === '') setTyped(name);
    else if (wanted !== name) onName(wanted);
  };
  return (
    <TextInput
      size="xs"
      miw={FIELD_PX}
      aria-label={label}
      value={typed}
      onChange={(event) => setTyped(event.currentTarget.value)}
      onBlur={end}
      onKeyDown={(event) => {
        if (event.key === 'Enter') end();
      }}
    />
  );
}

function Attributes({ vertex, edited, onChange }: TypesProps & { readonly vertex: Vertex }) {
  const isPhone = usePhone();
  const [shown, setShown] = useState(false);
  const { name, attributes } = vertex;
  if (attributes.length === 0) return t`None`;
  return (
    <details onToggle={(event) => setShown(event.currentTarget.open)}>
      <summary className={classes.summary}>
        {attributes.length === 1 ? '1 attribute' : `${attributes.length} attributes`}
      </summary>
      {shown &&
        attributes.map((attribute) => (
          <Group key={attribute.column} gap="xs" wrap={isPhone ? 'wrap' : 'nowrap'} mt={4}>
            <NameInput
              key={attribute.name}
              label={`Name of ${attribute.name} of ${name}`}
              name={attribute.name}
              onName={(to) => onChange(renameAttribute(edited, name, attribute.column, to))}
            />
            <Select
              size="xs"
              w={120}
              aria-label={`Type of ${attribute.name} of ${name}`}
              data={[...COLUMN_TYPES]}
              value={attribute.type}
              allowDeselect={false}
              onChange={(type) => {
                const known = COLUMN_TYPES.find((each) => each === type);
                if (known !== undefined) onChange(chooseType(edited, name, attribute.column, known));
              }}
            />
            <Text size="xs" c="var(--acacia-ink-dim)">
              {said(attribute.reason)}
            </Text>
          </Group>
        ))}
    </details>
  );
}
