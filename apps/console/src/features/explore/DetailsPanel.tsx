/** The selection: attributes of one vertex or edge, counts of several, and the actions on them. */
import { t } from '@acacia/texts';
import type { WireEdge, WireGraphSchema, WireVertex } from '@acacia/contract';
import { CopyButton, EmptyState, errorText, Form, formatNumber, Tag } from '@acacia/ui';
import { Button, TextInput, VisuallyHidden } from '@mantine/core';
import { IconClick, IconEyeOff } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { cellText, shownText } from '../editor/results/table-data.ts';
import { MOST_CONNECTED, type GraphPlace } from '../workspace-tool/graph-queries.ts';
import type { TypeColors } from '../workspace-tool/type-colors.ts';
import { countsOf } from '../workspace-tool/visible-types.ts';
import { shownName } from '../workspace-tool/wire-graph.ts';
import classes from './explore.module.css';
import type { Neighbour } from './exploration.ts';
import type { PathOptions } from './explorer-state.ts';
import { ARROWS, ExpandSection, WAYS } from './walk/ExpandSection.tsx';
import { PathSection } from './walk/PathSection.tsx';
import type { Walk } from './walk/walk.ts';

interface DetailsPanelProps {
  readonly place: GraphPlace;
  readonly schema: WireGraphSchema;
  readonly colors: TypeColors;
  readonly vertices: readonly WireVertex[];
  readonly edges: readonly WireEdge[];
  /** Keys of the selected vertices, in the order of selection. */
  readonly vertexKeys: readonly string[];
  /** How vertices are expanded. */
  readonly walk: Walk;
  /** The one selected vertex is staged and not in the graph yet. */
  readonly isNew: boolean;
  /** Neighbours on the canvas of the one selected vertex. */
  readonly neighbours: readonly Neighbour[];
  /** Label of a vertex on the canvas. */
  readonly nameOf: (key: string) => string;
  /** Vertices that a collapse takes away. */
  readonly leaves: number;
  readonly onLocate: (keys: readonly string[]) => void;
  readonly onCollapse: () => void;
  readonly onHide: () => void;
  readonly onGroup: (name: string) => void;
  readonly onWalk: (walk: Walk) => void;
  readonly onExpand: (walk: Walk) => void;
  readonly onRemove: () => void;
  readonly onKeep: () => void;
  readonly onConnect: () => void;
  readonly onPaths: (options: PathOptions) => void;
  readonly onRefresh: (vertex: WireVertex) => void;
}

export function DetailsPanel(props: DetailsPanelProps) {
  const { vertices, edges } = props;
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
              {edge.from_type} {shownName(edge.from_id)} {edge.directed ? '→' : '–'} {edge.to_type}{' '}
              {shownName(edge.to_id)}
            </p>
            <Attributes of={edge.attributes} />
          </>
        )}
        {count > 1 && (
          <>
            <div className={classes.title}>{formatNumber(count)} selected</div>
            <p className={classes.note}>
              {[
                ...countsOf(vertices.map((each) => ({ type: each.v_type }))),
                ...countsOf(edges.map((each) => ({ type: each.e_type }))),
              ]
                .map(([type, many]) => `${formatNumber(many)} ${type}`)
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
            <Button size="compact-sm" variant="default" onClick={props.onHide}>
              Hide
            </Button>
          )}
          {props.leaves > 0 && (
            <Button size="compact-sm" variant="default" onClick={props.onCollapse}>
              Collapse {formatNumber(props.leaves)}
            </Button>
          )}
          {vertices.length > 0 && (
            <Button size="compact-sm" variant="default" onClick={props.onKeep}>
              Keep only {vertices.length === 1 ? 'this' : 'these'}
            </Button>
          )}
          {vertices.length > 1 && (
            <Button size="compact-sm" variant="default" onClick={props.onConnect}>
              Edges among them
            </Button>
          )}
        </div>
        {vertices.length > 1 && <GroupForm count={vertices.length} onGroup={props.onGroup} />}
      </section>
      {vertices.length > 1 && vertices.length <= MOST_CONNECTED && <PathSection {...props} />}
      {vertices.length > 0 && !props.isNew && <ExpandSection {...props} />}
      {props.neighbours.length > 0 && <NeighbourList {...props} />}
    </>
  );
}

function VertexDetails({
  place,
  colors,
  vertex,
  isNew,
  onRefresh,
}: DetailsPanelProps & { readonly vertex: WireVertex }) {
  const { client, graph } = place;
  const { data, error } = useQuery({
    queryKey: ['workspace', client.origin, 'vertex', graph, vertex.v_type, vertex.v_id],
    queryFn: ({ signal }) => client.vertex(graph, vertex.v_type, vertex.v_id, { signal }),
    enabled: !isNew,
    staleTime: 10_000,
  });
  useEffect(() => {
    if (data !== undefined) onRefresh(data);
  }, [data, onRefresh]);
  return (
    <>
      <div className={classes.title} data-text>
        <span aria-hidden className={classes.swatch} style={{ background: colors.vertex(vertex.v_type) }} />
        {shownName(vertex.v_id)}
        <CopyButton value={vertex.v_id} label="vertex ID" />
      </div>
      <p className={classes.note}>
        {vertex.v_type}
        {isNew ? ', not saved yet' : ''}
      </p>
      {error !== null && (
        <p role="alert" className={classes.problem}>
          {errorText(error)}
        </p>
      )}
      <Attributes of={vertex.attributes} />
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

function GroupForm({ count, onGroup }: { readonly count: number; readonly onGroup: (name: string) => void }) {
  const [name, setName] = useState('');
  return (
    <Form
      aria-label="Group"
      className={classes.groupForm}
      onSubmit={() => onGroup(name.trim() === '' ? t`Group of ${formatNumber(count)}` : name.trim())}
    >
      <TextInput
        size="xs"
        aria-label="Name of the group"
        placeholder="Name of the group"
        maxLength={128}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <Button type="submit" size="xs" variant="default">
        Group
      </Button>
    </Form>
  );
}

const MOST_LISTED = 200;

function NeighbourList({ neighbours, nameOf, onLocate }: DetailsPanelProps) {
  return (
    <section className={classes.section} aria-label="Neighbours on the canvas">
      <h2 className={classes.heading}>On the canvas</h2>
      <ul className={classes.counts}>
        {neighbours.slice(0, MOST_LISTED).map(({ key, edgeType, way }, n) => (
          // Parallel edges are rows of the same words.
          <li key={`${key} ${edgeType} ${n}`}>
            <button type="button" onClick={() => onLocate([key])}>
              <span aria-hidden>{ARROWS[way]}</span> <span className={classes.note}>{edgeType}</span>{' '}
              <VisuallyHidden>{WAYS[way]}</VisuallyHidden> {nameOf(key)}
            </button>
          </li>
        ))}
      </ul>
      {neighbours.length > MOST_LISTED && (
        <p className={classes.note}>
          The first {formatNumber(MOST_LISTED)} of {formatNumber(neighbours.length)}; the list of edges has
          all.
        </p>
      )}
    </section>
  );
}
