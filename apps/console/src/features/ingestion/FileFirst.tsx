/** The beginning with files: without a schema, one is proposed for them, edited, created, and the files are mapped. */
import { said, t } from '@acacia/texts';
import type { WorkspaceClient } from '@acacia/api-client';
import { COLUMN_TYPES, type WireProposal } from '@acacia/contract';
import { nameFault } from '@acacia/language';
import { ActionButton, Card, DataTable, ErrorState, Notice, type DataTableColumn } from '@acacia/ui';
import { Checkbox, Group, Select, Skeleton, Text, TextInput } from '@mantine/core';
import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { LoadBoundary } from '../../shell/loading/LoadBoundary.tsx';
import { graphKeys } from '../workspace-tool/useGraphChoice.ts';
import { createSchema } from './create-schema.ts';
import {
  addableEnds,
  addEdge,
  chooseEdge,
  chooseEnd,
  chooseKey,
  chooseType,
  editedFrom,
  isOfEdges,
  leaveOut,
  mappingsOf,
  proposalFault,
  renameAttribute,
  renameEdge,
  renameVertex,
  schemaOf,
  sourcesOf,
  type EditedProposal,
} from './proposal.ts';
import { unread } from './loader-state.ts';
import { SchemaPicture } from './SchemaPicture.tsx';
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
  const { files, sending } = props.loader.state;
  const unusable = files.filter(({ preview }) => preview.sample.problem !== null);
  const ready =
    files.length > 0 && sending.length === 0 && unread(files).length === 0 && unusable.length === 0;
  const sources = sourcesOf(files);
  if (files.length === 0) return null;
  if (unusable.length > 0) {
    const names = unusable.map(({ file }) => file.name).join(', ');
    return <Notice tone="warning">A schema is proposed once {names} can be loaded or is removed.</Notice>;
  }
  const looking = <Skeleton height={240} aria-label="Looking for a schema" />;
  if (!ready) return looking;
  return (
    <LoadBoundary
      key={JSON.stringify(sources)}
      compact
      what="The proposed schema"
      failureTitle="No schema could be proposed"
      skeleton={looking}
    >
      <Proposal {...props} sources={sources} />
    </LoadBoundary>
  );
}

function Proposal({
  sources,
  ...props
}: FileFirstProps & { readonly sources: ReturnType<typeof sourcesOf> }) {
  const { data } = useSuspenseQuery({
    queryKey: ['proposal', props.workspaceId, sources],
    queryFn: ({ signal }) => props.client.proposeSchema(sources, { signal }),
    staleTime: Infinity,
  });
  return <Proposed {...props} proposal={data} />;
}

/** A name for a graph, after that of a file. */
export function graphName(file: string): string {
  const plain = file
    .replace(/\..*$/, '')
    .replace(/\W+/g, '_')
    .replace(/^(?=\d)/, '_')
    .slice(0, 40);
  return nameFault('graph', plain) === undefined ? plain : 'my_graph';
}

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
  const nameProblem = graph === null ? said(nameFault('graph', name)?.message) : undefined;

  const create = async (): Promise<void> => {
    setState({ busy: true, error: undefined });
    try {
      await createSchema(client, schema, graph === null);
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
        <SchemaPicture schema={schema} />
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

/** The least width at which a name can be read: on a phone the tables scroll instead. */
const FIELD_PX = 140;

const percent = (confidence: number): string => `${Math.round(confidence * 100)} %`;

function Why({ confidence, reason }: { readonly confidence: number; readonly reason: string }) {
  return (
    <span className={classes.why}>
      {percent(confidence)}: {reason}
    </span>
  );
}

type Vertex = EditedProposal['vertices'][number];
type Edge = EditedProposal['edges'][number];

export function Types({ edited, onChange }: TypesProps) {
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
  if (ends.length === 0 || edited.vertices.length < 2) return null;
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
          <Group key={attribute.column} gap="xs" wrap="nowrap" mt={4}>
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
              {attribute.reason}
            </Text>
          </Group>
        ))}
    </details>
  );
}
