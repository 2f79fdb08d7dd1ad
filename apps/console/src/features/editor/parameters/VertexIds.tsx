/** Ids of vertices to pick from, as a sample of a type's vertices. */
import type { WorkspaceClient } from '@acacia/api-client';
import { Autocomplete, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { createContext, useContext, type ReactNode } from 'react';

/** Vertices of a type that are offered. */
const SAMPLE = 50;

interface VertexSource {
  readonly workspaceId: string;
  readonly client: WorkspaceClient;
  readonly graph: string;
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
  const { workspaceId, client, graph } = source;
  // Who may not read the type, or wants a vertex that is not among these, types its id.
  const { data } = useQuery({
    queryKey: ['workspace', workspaceId, 'vertex-ids', graph, type],
    queryFn: async ({ signal }) => {
      const vertices = await client.vertices(graph, type, { limit: SAMPLE, signal });
      return vertices.map(({ v_id }) => v_id);
    },
    enabled: type !== '',
    retry: false,
  });
  return (
    <Autocomplete
      {...{ value, error, onChange }}
      aria-label={label}
      placeholder="Vertex ID"
      data={[...new Set(data ?? [])]}
      spellCheck={false}
      maxDropdownHeight={220}
    />
  );
}
