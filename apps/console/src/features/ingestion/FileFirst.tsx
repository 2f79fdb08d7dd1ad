/** The beginning with files: without a schema, one is proposed for them, edited, created, and the files are mapped. */
import type { WorkspaceClient } from '@acacia/api-client';
import { COLUMN_TYPES, type WireProposal } from '@acacia/contract';
import { edgeTypeToWire, nameFault, vertexTypeToWire } from '@acacia/language';
import { ActionButton, Card, DataTable, ErrorState, Notice, type DataTableColumn } from '@acacia/ui';
import { Checkbox, Group, Select, Skeleton, Text, TextInput } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { draftOf, NO_STYLE } from '../design-schema/draft.ts';
import { layoutOf } from '../design-schema/layout/layout-of-draft.ts';
import { useArrangement } from '../design-schema/layout/useArrangement.ts';
import { SchemaCanvas } from '../design-schema/SchemaCanvas.tsx';
import { typeColors } from '../workspace-tool/type-colors.ts';
import { graphKeys } from '../workspace-tool/useGraphChoice.ts';
import {
  chooseEdge,
  chooseKey,
  chooseType,
  editedFrom,
  leaveOut,
  mappingsOf,
  proposalFault,
  renameEdge,
  renameVertex,
  schemaOf,
  sourcesOf,
  type EditedProposal,
} from './proposal.ts';
import { unread } from './loader-state.ts';
import type { Loader } from './useLoader.ts';
import classes from './ingestion.module.css';

interface FileFirstProps {
  readonly workspaceId: string;
  readonly client: WorkspaceClient;
  readonly loader: Loader;
  /** The graph that has no vertex type yet; null: one is created. */
  readonly graph: string | null;
  readonly onCreated: (graph: string) => void;
}

/** Proposes a schema as soon as every chosen file can be loaded. */
export function FileFirst(props: FileFirstProps) {
  const { client, loader } = props;
  const { files, sending } = loader.state;
  const unusable = files.filter(({ preview }) => preview.sample.problem !== null);
  const ready =
    files.length > 0 && sending.length === 0 && unread(files).length === 0 && unusable.length === 0;
  const sources = sourcesOf(files);
  const { data, error, refetch } = useQuery({
    queryKey: ['proposal', props.workspaceId, sources],
    queryFn: ({ signal }) => client.proposeSchema(sources, { signal }),
    enabled: ready,
    staleTime: Infinity,
  });
  if (files.length === 0) return null;
  if (unusable.length > 0) {
    const names = unusable.map(({ file }) => file.name).join(', ');
    return <Notice tone="warning">A schema is proposed once {names} can be loaded or is removed.</Notice>;
  }
  if (error !== null) {
    return (
      <ErrorState title="No schema could be proposed" error={error} onRetry={() => void refetch()} compact />
    );
  }
  if (data === undefined || !ready) return <Skeleton height={240} aria-label="Looking for a schema" />;
  return <Proposed key={JSON.stringify(sources)} {...props} proposal={data} />;
}

/** A name for a graph, after that of a file. */
function graphName(file: string): string {
  const plain = file
    .replace(/\..*$/, '')
    .replace(/\W+/g, '_')
    .replace(/^(?=\d)/, '_')
    .slice(0, 40);
  return nameFault('graph', plain) === undefined ? plain : 'my_graph';
}

const NOTHING: ReadonlySet<string> = new Set();
const ignore = (): void => undefined;

function Proposed({
  workspaceId,
  client,
  loader,
  graph,
  onCreated,
  proposal,
}: FileFirstProps & { readonly proposal: WireProposal }) {
  const { files } = loader.state;
  const [edited, setEdited] = useState(() => editedFrom(proposal));
  const [name, setName] = useState(() => graph ?? graphName(files[0]?.file.name ?? ''));
  const [state, setState] = useState<{ readonly busy: boolean; readonly error: unknown }>({
    busy: false,
    error: undefined,
  });
  const queryClient = useQueryClient();
  const schema = useMemo(() => schemaOf(name, edited), [name, edited]);
  const draft = useMemo(() => {
    const colors = typeColors(
      schema.vertexTypes.map((type) => type.name),
      undefined,
    );
    return draftOf(schema, { style: NO_STYLE, colorOf: colors.vertex, isForeign: () => false });
  }, [schema]);
  const arrangement = useArrangement(useMemo(() => layoutOf(draft), [draft]));
  const nameProblem = graph === null ? nameFault('graph', name)?.message : undefined;

  const create = async (): Promise<void> => {
    setState({ busy: true, error: undefined });
    try {
      if (graph === null) await client.createGraph(name);
      try {
        await client.changeSchema(name, {
          addVertexTypes: schema.vertexTypes.map((type) => vertexTypeToWire(type, true)),
          addEdgeTypes: schema.edgeTypes.map((type) => edgeTypeToWire(type, true)),
        });
      } catch (error) {
        if (graph === null) await client.dropGraph(name);
        throw error;
      }
      await queryClient.invalidateQueries({ queryKey: graphKeys.graphs(workspaceId) });
      await queryClient.invalidateQueries({ queryKey: graphKeys.schema(workspaceId, name) });
      loader.dispatch({ kind: 'adopt', graph: name, mappings: mappingsOf(edited, schema, files) });
      onCreated(name);
    } catch (error) {
      setState({ busy: false, error });
    }
  };

  return (
    <div className={classes.stack}>
      <Card flush title="Proposed schema">
        <div className={classes.proposedCanvas}>
          {arrangement !== undefined && (
            <SchemaCanvas
              handle={null}
              draft={draft}
              arrangement={arrangement}
              selected={NOTHING}
              faulty={NOTHING}
              readOnly
              onSelect={ignore}
              onMove={ignore}
              onConnect={ignore}
              onCreateVertex={ignore}
            />
          )}
        </div>
      </Card>
      <Types edited={edited} onChange={setEdited} />
      {state.error !== undefined && (
        <ErrorState
          title="The schema could not be created"
          error={state.error}
          onRetry={() => void create()}
          compact
        />
      )}
      <Group align="flex-end" justify="flex-end">
        {graph === null && (
          <TextInput
            label="Name of the graph"
            value={name}
            error={nameProblem}
            onChange={(event) => setName(event.currentTarget.value)}
          />
        )}
        <ActionButton
          loading={state.busy}
          disabledReason={nameProblem ?? proposalFault(edited)}
          onClick={() => void create()}
        >
          Create schema and map files
        </ActionButton>
      </Group>
    </div>
  );
}

interface TypesProps {
  readonly edited: EditedProposal;
  readonly onChange: (edited: EditedProposal) => void;
}

const percent = (confidence: number): string => `${Math.round(confidence * 100)} %`;

type Vertex = EditedProposal['vertices'][number];
type Edge = EditedProposal['edges'][number];

function Types({ edited, onChange }: TypesProps) {
  const vertices: readonly DataTableColumn<Vertex>[] = [
    {
      id: 'in',
      header: 'Create',
      cell: ({ name, table }) =>
        table === null ? (
          'with its edge'
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
      header: 'Vertex type',
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
      header: 'Key',
      cell: ({ name, table, key, attributes }) => (
        <Select
          size="xs"
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
      header: 'Why this key',
      cell: ({ confidence, reason }) => `${percent(confidence)}: ${reason}`,
    },
    {
      id: 'attributes',
      header: 'Attributes',
      cell: (vertex) => <Attributes vertex={vertex} edited={edited} onChange={onChange} />,
    },
  ];
  const edges: readonly DataTableColumn<{ readonly edge: Edge; readonly index: number }>[] = [
    {
      id: 'in',
      header: 'Create',
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
      header: 'Edge type',
      cell: ({ edge, index }) => (
        <NameInput
          label={`Name of ${edge.name}`}
          name={edge.name}
          onName={(to) => onChange(renameEdge(edited, index, to))}
        />
      ),
    },
    { id: 'ends', header: 'From → to', cell: ({ edge }) => `${edge.from.vertex} → ${edge.to.vertex}` },
    { id: 'why', header: 'Why', cell: ({ edge }) => `${percent(edge.confidence)}: ${edge.reason}` },
  ];
  return (
    <>
      <Card flush title="Vertex types">
        <DataTable
          label="Vertex types"
          columns={vertices}
          rows={edited.vertices}
          rowKey={(vertex) => String(edited.vertices.indexOf(vertex))}
          empty={null}
        />
      </Card>
      {edited.edges.length > 0 && (
        <Card flush title="Edge types">
          <DataTable
            label="Edge types"
            columns={edges}
            rows={edited.edges.map((edge, index) => ({ edge, index }))}
            rowKey={({ index }) => String(index)}
            empty={null}
          />
        </Card>
      )}
    </>
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
  const [shown, setShown] = useState(false);
  const { name, attributes } = vertex;
  if (attributes.length === 0) return 'None';
  return (
    <details onToggle={(event) => setShown(event.currentTarget.open)}>
      <summary>{attributes.length === 1 ? '1 attribute' : `${attributes.length} attributes`}</summary>
      {shown &&
        attributes.map((attribute) => (
          <Group key={attribute.column} gap="xs" wrap="nowrap" mt={4}>
            <Text size="xs" w={120} truncate title={attribute.reason}>
              {attribute.name}
            </Text>
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
              {attribute.reason}
            </Text>
          </Group>
        ))}
    </details>
  );
}
