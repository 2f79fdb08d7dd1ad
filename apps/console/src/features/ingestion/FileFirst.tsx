/** The beginning with files: without a schema, one is proposed for them, edited, created, and the files are mapped. */
import { comma, said } from '@acacia/texts';
import type { WorkspaceClient } from '@acacia/api-client';
import type { WireProposal } from '@acacia/contract';
import { nameFault } from '@acacia/language';
import { ActionButton, Card, ErrorState, Notice } from '@acacia/ui';
import { Group, Skeleton, TextInput } from '@mantine/core';
import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { LoadBoundary } from '../../shell/loading/LoadBoundary.tsx';
import { graphKeys } from '../workspace-tool/useGraphChoice.ts';
import { createSchema } from './create-schema.ts';
import { editedFrom, graphName, mappingsOf, proposalFault, schemaOf, sourcesOf } from './proposal.ts';
import { unread } from './loader-state.ts';
import { ProposedTypes } from './ProposedTypes.tsx';
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
    const names = unusable.map(({ file }) => file.name).join(comma);
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
      <ProposedTypes edited={edited} onChange={setEdited} />
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
