/** Types of the graph with their attributes; a click inserts the name at the cursor. */
import { t } from '@acacia/texts';
import type { WireAttribute, WireEdgeType, WireGraphSchema } from '@acacia/contract';
import { EmptyState, ErrorState, TableSkeleton } from '@acacia/ui';
import { ActionIcon, TextInput, Tooltip } from '@mantine/core';
import { IconChevronDown, IconChevronRight, IconSearch } from '@tabler/icons-react';
import type { UseQueryResult } from '@tanstack/react-query';
import { useState } from 'react';
import type { TypeColors } from '../../workspace-tool/type-colors.ts';
import classes from './panels.module.css';

interface SchemaPanelProps {
  readonly schema: UseQueryResult<WireGraphSchema>;
  readonly colors: TypeColors;
  readonly onInsert: (text: string) => void;
}

interface TypeEntry {
  readonly kind: 'vertex' | 'edge';
  readonly name: string;
  /** `Airport → Airport` for edges. */
  readonly note: string;
  readonly attributes: readonly (readonly [name: string, type: string])[];
}

/** The type in GSQL's notation. */
function attributeTypeText({ AttributeType: type }: Pick<WireAttribute, 'AttributeType'>): string {
  switch (type.Name) {
    case 'MAP':
      return `MAP<${type.KeyTypeName ?? '?'}, ${type.ValueTypeName ?? '?'}>`;
    case 'LIST':
    case 'SET':
      return `${type.Name}<${type.ValueTypeName ?? '?'}>`;
    case 'UDT':
      return type.TupleName ?? 'UDT';
    default:
      return type.Name;
  }
}

/** From and to of each pair of the edge type. */
function edgePairsOf(type: WireEdgeType): readonly (readonly [string, string])[] {
  return type.EdgePairs !== undefined && type.EdgePairs.length > 0
    ? type.EdgePairs.map((pair) => [pair.From, pair.To] as const)
    : [[type.FromVertexTypeName ?? '*', type.ToVertexTypeName ?? '*'] as const];
}

function entriesOf(schema: WireGraphSchema): readonly TypeEntry[] {
  const attribute = (each: WireAttribute) => [each.AttributeName, attributeTypeText(each)] as const;
  return [
    ...schema.VertexTypes.map((type): TypeEntry => ({
      kind: 'vertex',
      name: type.Name,
      note: '',
      attributes: [
        [type.PrimaryId.AttributeName, t`${type.PrimaryId.AttributeType.Name} · id`] as const,
        ...type.Attributes.map(attribute),
      ],
    })),
    ...schema.EdgeTypes.map((type): TypeEntry => {
      const pairs = edgePairsOf(type).map(([from, to]) => `${from} ${type.IsDirected ? '→' : '–'} ${to}`);
      return {
        kind: 'edge',
        name: type.Name,
        note: pairs.length > 1 ? t`${pairs.length} pairs` : (pairs[0] ?? ''),
        attributes: type.Attributes.map(attribute),
      };
    }),
  ];
}

export function SchemaPanel({ schema, colors, onInsert }: SchemaPanelProps) {
  const [search, setSearch] = useState('');
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  const turn = (name: string) => {
    const next = new Set(open);
    if (!next.delete(name)) next.add(name);
    setOpen(next);
  };
  const wanted = search.trim().toLowerCase();
  const entries = schema.data === undefined ? [] : entriesOf(schema.data);
  const shown = entries.filter(
    (entry) =>
      entry.name.toLowerCase().includes(wanted) ||
      entry.attributes.some(([name]) => name.toLowerCase().includes(wanted)),
  );
  return (
    <div className={classes.panel}>
      <div className={classes.tools}>
        <TextInput
          size="xs"
          style={{ flex: 1 }}
          aria-label="Search types and attributes"
          placeholder="Search types and attributes"
          leftSection={<IconSearch size={14} />}
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
        />
      </div>
      {schema.isPending && <TableSkeleton rows={4} label="Loading schema" />}
      {schema.isError && (
        <ErrorState compact what="The schema" error={schema.error} onRetry={() => void schema.refetch()} />
      )}
      {schema.data !== undefined && entries.length === 0 && (
        <EmptyState
          compact
          title="No types"
          description="The schema is empty. CREATE VERTEX and CREATE EDGE, or the schema designer, add types."
        />
      )}
      <div className={classes.list}>
        {(['vertex', 'edge'] as const).map((kind) => {
          const of = shown.filter((entry) => entry.kind === kind);
          return of.length === 0 ? null : (
            <section key={kind} aria-label={kind === 'vertex' ? 'Vertex types' : 'Edge types'}>
              <h2 className={classes.heading}>{kind === 'vertex' ? 'Vertices' : 'Edges'}</h2>
              {of.map((entry) => {
                const isOpen =
                  open.has(entry.name) || (wanted !== '' && !entry.name.toLowerCase().includes(wanted));
                return (
                  <div key={entry.name}>
                    <div className={classes.item}>
                      <ActionIcon
                        size="sm"
                        aria-label={`${isOpen ? 'Close' : 'Open'} ${entry.name}`}
                        aria-expanded={isOpen}
                        onClick={() => turn(entry.name)}
                      >
                        {isOpen ? <IconChevronDown size={14} /> : <IconChevronRight size={14} />}
                      </ActionIcon>
                      <Tooltip label={`Insert ${entry.name}`} openDelay={700}>
                        <button type="button" className={classes.open} onClick={() => onInsert(entry.name)}>
                          <span
                            aria-hidden
                            className={classes.swatch}
                            data-kind={kind}
                            style={{
                              background:
                                kind === 'vertex'
                                  ? colors.vertex(entry.name)
                                  : (colors.edge(entry.name) ?? 'var(--acacia-ink-dim)'),
                            }}
                          />
                          <span className={classes.names}>
                            <span className={classes.name} title={entry.name}>
                              {entry.name}
                            </span>
                            {entry.note !== '' && (
                              <span className={`${classes.note} ${classes.name}`} title={entry.note}>
                                {entry.note}
                              </span>
                            )}
                          </span>
                        </button>
                      </Tooltip>
                    </div>
                    {isOpen && (
                      <ul className={classes.attributes} aria-label={`Attributes of ${entry.name}`}>
                        {entry.attributes.map(([name, type]) => (
                          <li key={name}>
                            <button
                              type="button"
                              className={classes.attribute}
                              onClick={() => onInsert(name)}
                            >
                              <span className={classes.name}>{name}</span>
                              <span className={classes.more}>{type}</span>
                            </button>
                          </li>
                        ))}
                      </ul>
                    )}
                  </div>
                );
              })}
            </section>
          );
        })}
      </div>
    </div>
  );
}
