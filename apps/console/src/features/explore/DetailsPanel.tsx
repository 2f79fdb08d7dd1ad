/** The selection: attributes of one vertex or edge, counts of several, and the actions on them. */
import type { WireEdge, WireGraphSchema, WireVertex } from '@acacia/contract';
import { CopyButton, EmptyState, Tag } from '@acacia/ui';
import '@mantine/core/styles/NumberInput.layer.css';
import { Button, MultiSelect, NumberInput } from '@mantine/core';
import { IconArrowsMaximize, IconClick, IconEyeOff, IconRoute } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { cellText, shownText } from '../editor/results/table-data.ts';
import { walkableEdgeTypes, type GraphPlace } from '../workspace-tool/graph-queries.ts';
import type { TypeColors } from '../workspace-tool/type-colors.ts';
import { countsOf } from '../workspace-tool/visible-types.ts';
import { vertexOfKey } from '../workspace-tool/wire-graph.ts';
import classes from './explore.module.css';
import type { ExpandOptions } from './explorer-state.ts';

interface DetailsPanelProps {
  readonly place: GraphPlace;
  readonly schema: WireGraphSchema;
  readonly colors: TypeColors;
  readonly vertices: readonly WireVertex[];
  readonly edges: readonly WireEdge[];
  /** Keys of the selected vertices, in the order of selection. */
  readonly vertexKeys: readonly string[];
  readonly options: ExpandOptions;
  readonly onOptions: (options: ExpandOptions) => void;
  readonly busy: boolean;
  readonly onExpand: () => void;
  readonly onRemove: () => void;
  readonly onKeep: () => void;
  readonly onConnect: () => void;
  readonly onPath: (longest: number) => void;
  readonly onRefresh: (vertex: WireVertex) => void;
}

const LONGEST_PATH = 6;

export function DetailsPanel(props: DetailsPanelProps) {
  const { vertices, edges, colors } = props;
  const [vertex] = vertices;
  const [edge] = edges;
  const count = vertices.length + edges.length;
  if (count === 0) {
    return (
      <EmptyState
        compact
        icon={<IconClick size={20} stroke={1.6} />}
        title="Nothing selected"
        description="Click a vertex or an edge to see its attributes. Shift adds to the selection or draws a box."
      />
    );
  }
  return (
    <>
      <section className={classes.section} aria-label="Selection">
        {count === 1 && vertex !== undefined && <VertexDetails {...props} vertex={vertex} />}
        {count === 1 && vertex === undefined && edge !== undefined && (
          <>
            <div className={classes.title}>
              {edge.e_type} <Tag>{edge.directed ? 'directed' : 'undirected'}</Tag>
            </div>
            <p className={classes.note}>
              {edge.from_type} {edge.from_id} {edge.directed ? '→' : '–'} {edge.to_type} {edge.to_id}
            </p>
            <Attributes of={edge.attributes} />
          </>
        )}
        {count > 1 && (
          <>
            <div className={classes.title}>{count} selected</div>
            <p className={classes.note}>
              {[
                ...countsOf(vertices.map((each) => ({ type: each.v_type }))),
                ...countsOf(edges.map((each) => ({ type: each.e_type }))),
              ]
                .map(([type, many]) => `${many} ${type}`)
                .join(' · ')}
            </p>
          </>
        )}
        <div className={classes.buttons}>
          <Button
            size="compact-sm"
            variant="default"
            leftSection={<IconEyeOff size={14} />}
            onClick={props.onRemove}
          >
            Remove
          </Button>
          {vertices.length > 0 && (
            <Button size="compact-sm" variant="default" onClick={props.onKeep}>
              Keep only {vertices.length === 1 ? 'this' : 'these'}
            </Button>
          )}
          {vertices.length > 1 && (
            <Button size="compact-sm" variant="default" loading={props.busy} onClick={props.onConnect}>
              Edges among them
            </Button>
          )}
        </div>
      </section>
      {vertices.length === 2 && <PathSection {...props} />}
      {vertices.length > 0 && <ExpandSection {...props} colors={colors} />}
    </>
  );
}

function VertexDetails({
  place,
  colors,
  vertex,
  onRefresh,
}: DetailsPanelProps & { readonly vertex: WireVertex }) {
  const { client, graph } = place;
  const { data, error } = useQuery({
    queryKey: ['workspace', client.origin, 'vertex', graph, vertex.v_type, vertex.v_id],
    queryFn: ({ signal }) => client.vertex(graph, vertex.v_type, vertex.v_id, { signal }),
    staleTime: 10_000,
  });
  useEffect(() => {
    if (data !== undefined) onRefresh(data);
  }, [data, onRefresh]);
  const shown = data ?? vertex;
  return (
    <>
      <div className={classes.title} data-text>
        <span aria-hidden className={classes.swatch} style={{ background: colors.vertex(vertex.v_type) }} />
        {vertex.v_id}
        <CopyButton value={vertex.v_id} label="vertex ID" />
      </div>
      <p className={classes.note}>{vertex.v_type}</p>
      {error !== null && (
        <p role="alert" className={classes.problem}>
          {error.message}
        </p>
      )}
      <Attributes of={shown.attributes} />
    </>
  );
}

function Attributes({ of }: { readonly of: Readonly<Record<string, unknown>> }) {
  const entries = Object.entries(of);
  if (entries.length === 0) return <p className={classes.note}>No attributes.</p>;
  return (
    <dl className={classes.attributes}>
      {entries.map(([name, value]) => {
        const text = cellText(value);
        return (
          <div key={name} className={classes.attribute}>
            <dt>{name}</dt>
            <dd>
              <span className={classes.value} title={text === shownText(value) ? undefined : text}>
                {text === '' ? '—' : shownText(value)}
              </span>
              <CopyButton value={text} label={name} />
            </dd>
          </div>
        );
      })}
    </dl>
  );
}

function PathSection({ vertexKeys, busy, onPath }: DetailsPanelProps) {
  const [longest, setLongest] = useState(LONGEST_PATH);
  const [source, target] = vertexKeys.map((key) => vertexOfKey(key).id);
  return (
    <section className={classes.section} aria-label="Shortest path">
      <h2 className={classes.heading}>Shortest path</h2>
      <div className={classes.form}>
        <p className={classes.note}>
          From {source} to {target}, along any edge in either direction.
        </p>
        <NumberInput
          label="Longest"
          description="Edges"
          size="xs"
          min={1}
          max={20}
          allowDecimal={false}
          value={longest}
          onChange={(value) => setLongest(Math.min(20, Math.max(1, Number(value) || 1)))}
        />
        <Button
          size="xs"
          variant="default"
          loading={busy}
          leftSection={<IconRoute size={14} />}
          onClick={() => onPath(longest)}
        >
          Find shortest path
        </Button>
      </div>
    </section>
  );
}

function ExpandSection({ schema, vertices, options, onOptions, busy, onExpand }: DetailsPanelProps) {
  const types = walkableEdgeTypes(schema).map((type) => type.Name);
  return (
    <section className={classes.section} aria-label="Expand">
      <h2 className={classes.heading}>Neighbours</h2>
      <div className={classes.form}>
        <MultiSelect
          label="Along"
          size="xs"
          placeholder={
            options.edgeTypes === null || options.edgeTypes.length === 0 ? 'All edge types' : undefined
          }
          clearable
          data={types}
          value={[...(options.edgeTypes ?? [])]}
          onChange={(edgeTypes) =>
            onOptions({ ...options, edgeTypes: edgeTypes.length === 0 ? null : edgeTypes })
          }
        />
        <NumberInput
          label="At most, for each vertex"
          size="xs"
          min={1}
          max={2000}
          allowDecimal={false}
          value={options.limit}
          onChange={(value) =>
            onOptions({ ...options, limit: Math.min(2000, Math.max(1, Number(value) || 1)) })
          }
        />
        <Button size="xs" loading={busy} leftSection={<IconArrowsMaximize size={14} />} onClick={onExpand}>
          {vertices.length === 1 ? 'Expand' : `Expand ${vertices.length} vertices`}
        </Button>
      </div>
    </section>
  );
}
