/** Ids of vertices to pick from: a sample of a type's vertices, and those whose id begins with what was typed. */
import type { WorkspaceClient } from '@acacia/api-client';
import type { WireVertexType } from '@acacia/base';
import { Autocomplete, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { createContext, useContext, type ReactNode } from 'react';

/** Vertices of a type that are offered, and those that a search finds. */
const SAMPLE = 50;
const FOUND = 20;
/** Milliseconds without a key after which ids are searched. */
const PAUSE_MS = 200;

interface VertexSource {
  readonly workspaceId: string;
  readonly client: WorkspaceClient;
  readonly graph: string;
  /** Types of the graph, whose ids are searched; others are offered as a sample alone. */
  readonly types: readonly WireVertexType[];
}

const Source = createContext<VertexSource | null>(null);

interface VertexSourceProps {
  /** Null: no vertices are offered. */
  readonly source: VertexSource | null;
  readonly children: ReactNode;
}

/** Offers vertices of a graph in the parameters within. */
export function OfferVertices({ source, children }: VertexSourceProps) {
  return <Source value={source}>{children}</Source>;
}

/** Some vertices of a type, with their attributes. */
export const vertexSample = (
  { workspaceId, client, graph }: Pick<VertexSource, 'workspaceId' | 'client' | 'graph'>,
  type: string,
) =>
  queryOptions({
    queryKey: ['workspace', workspaceId, 'vertex-sample', graph, type],
    queryFn: ({ signal }) => client.vertices(graph, type, { limit: SAMPLE, signal }),
    retry: false,
  });

/**
 * The filter of a list of vertices whose id begins with a text, or is that number.
 * @returns null where no id can
 */
export function idFilter({ PrimaryId }: WireVertexType, text: string): string | null {
  const { AttributeName: name, AttributeType: type } = PrimaryId;
  if (text === '') return null;
  if (type.Name !== 'STRING') return /^-?\d+$/.test(text) ? `${name}=${text}` : null;
  const quoted = text.replace(/["\\]/g, '\\$&');
  return `${name}>="${quoted}",${name}<"${quoted}\u{10ffff}"`;
}

interface VertexIdProps {
  readonly label: string;
  /** '': none is chosen yet. */
  readonly type: string;
  readonly value: string;
  readonly error: string | undefined;
  readonly onChange: (id: string) => void;
}

/** An id, typed or picked. */
export function VertexId(props: VertexIdProps) {
  const source = useContext(Source);
  if (source !== null) return <PickedId {...props} source={source} />;
  const { label, value, error, onChange } = props;
  return (
    <TextInput
      {...{ value, error }}
      aria-label={label}
      placeholder="Vertex ID"
      spellCheck={false}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}

function PickedId({
  source,
  label,
  type,
  value,
  error,
  onChange,
}: VertexIdProps & { readonly source: VertexSource }) {
  const { workspaceId, client, graph, types } = source;
  // People without the right to read the type enter its ids by hand.
  const sample = useQuery({ ...vertexSample(source, type), enabled: type !== '' });
  const [typed] = useDebouncedValue(value.trim(), PAUSE_MS);
  const schema = types.find(({ Name }) => Name === type);
  const filter = schema === undefined ? null : idFilter(schema, typed);
  const found = useQuery({
    queryKey: ['workspace', workspaceId, 'vertex-search', graph, type, typed],
    queryFn: ({ signal }) =>
      client.vertices(graph, type, { filter: filter ?? '', select: '', limit: FOUND, signal }),
    enabled: filter !== null,
    placeholderData: keepPreviousData,
    retry: false,
  });
  const vertices = [...((filter === null ? undefined : found.data) ?? []), ...(sample.data ?? [])];
  return (
    <Autocomplete
      {...{ value, error, onChange }}
      aria-label={label}
      placeholder="Vertex ID"
      data={[...new Set(vertices.map(({ v_id }) => v_id))]}
      openOnFocus={false}
      limit={SAMPLE}
      spellCheck={false}
      maxDropdownHeight={220}
    />
  );
}
