/** Load data: files of this computer, mapped to the graph's types and loaded with counts (specification part 4). */
import { workspaceCan } from '@acacia/contract';
import { schemaFromWire } from '@acacia/language';
import { ActionButton, EmptyState } from '@acacia/ui';
import { IconUpload } from '@tabler/icons-react';
import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect, useMemo, useRef } from 'react';
import { useDenied } from '../../data/me.ts';
import { GuideLink } from '../../shell/GuideLink.tsx';
import { LoadBoundary } from '../../shell/loading/LoadBoundary.tsx';
import { GraphSelector } from '../workspace-tool/GraphSelector.tsx';
import type { ReadyWorkspace } from '../workspace-tool/ToolGate.tsx';
import { ToolLayout, ToolSkeleton } from '../workspace-tool/ToolLayout.tsx';
import { ToolPage } from '../workspace-tool/ToolPage.tsx';
import { graphKeys, graphsQuery, useGraphChoice, useGraphSchema } from '../workspace-tool/useGraphChoice.ts';
import { EarlierLoads } from './EarlierLoads.tsx';
import { FileFirst } from './FileFirst.tsx';
import { FilesStep } from './FilesStep.tsx';
import { MapStep } from './MapStep.tsx';
import { loadRefusal } from './loader-state.ts';
import { RunStep } from './RunStep.tsx';
import { useLoadDraft } from './useLoadDraft.ts';
import { useLoader, type Loader } from './useLoader.ts';
import classes from './ingestion.module.css';

const TITLE = 'Load data';

export function Page() {
  return <ToolPage title={TITLE}>{(ready) => <LoadPage {...ready} />}</ToolPage>;
}

function LoadPage({ workspace, client }: ReadyWorkspace) {
  const choice = useGraphChoice(useSuspenseQuery(graphsQuery(client, workspace.workspace_id)).data);
  const loader = useLoader(client, choice.graph);
  const denied = useDenied();
  const write = workspaceCan('write', workspace);
  const scope = { workgroup_id: workspace.workgroup_id, workspace_id: workspace.workspace_id };
  const reason = (write.allowed ? undefined : write.reason) ?? denied('workspace.update', scope);
  return (
    <ToolLayout
      title={TITLE}
      choice={choice}
      choices={<GraphSelector choice={choice} />}
      actions={<GuideLink guide="loading" about="loading data" />}
    >
      {reason !== undefined ? (
        <EmptyState
          icon={<IconUpload size={22} stroke={1.6} />}
          title={`Data cannot be loaded into ${workspace.name}`}
          description={reason}
        />
      ) : choice.graph === null ? (
        <Begin workspace={workspace} client={client} graph={null} loader={loader} onCreated={choice.choose} />
      ) : (
        <LoadBoundary
          key={choice.graph}
          what="The graph"
          skeleton={<ToolSkeleton label="Loading the graph" />}
        >
          <LoadGraph
            workspace={workspace}
            client={client}
            graph={choice.graph}
            loader={loader}
            onCreated={choice.choose}
          />
        </LoadBoundary>
      )}
    </ToolLayout>
  );
}

interface GraphProps extends ReadyWorkspace {
  readonly loader: Loader;
  readonly onCreated: (graph: string) => void;
}

/** Files first: where there is no schema yet, one is proposed for them. */
function Begin({
  workspace,
  client,
  graph,
  loader,
  onCreated,
}: GraphProps & { readonly graph: string | null }) {
  return (
    <div className={classes.page}>
      <div className={classes.column}>
        <SourceStep />
        <Step number={2} title="Files">
          <FilesStep loader={loader} client={client} workspaceId={workspace.workspace_id} />
        </Step>
        {loader.state.files.length > 0 && (
          <Step number={3} title="Schema">
            <FileFirst
              workspaceId={workspace.workspace_id}
              client={client}
              loader={loader}
              graph={graph}
              onCreated={onCreated}
            />
          </Step>
        )}
      </div>
    </div>
  );
}

function LoadGraph({ graph, ...props }: GraphProps & { readonly graph: string }) {
  const wire = useGraphSchema(props.client, props.workspace.workspace_id, graph);
  const schema = useMemo(() => schemaFromWire(wire), [wire]);
  if (schema.vertexTypes.length === 0) return <Begin {...props} graph={graph} />;
  return <LoadFiles {...props} graph={graph} schema={schema} />;
}

function SourceStep() {
  return (
    <Step number={1} title="Source">
      <div className={classes.sources}>
        <span className={classes.source} data-chosen>
          Local files
        </span>
        <span className={classes.sourceNote}>
          Files of S3, Google Cloud Storage, Azure Blob Storage and web servers are loaded by a loading job in
          GSQL:{' '}
          <Link to="/guides/$guide" params={{ guide: 'loading' }}>
            the guide to loading
          </Link>{' '}
          shows how.
        </span>
      </div>
    </Step>
  );
}

function LoadFiles({
  workspace,
  client,
  graph,
  loader,
  schema,
}: GraphProps & { readonly graph: string; readonly schema: ReturnType<typeof schemaFromWire> }) {
  useLoadDraft(client, graph, schema, loader);
  const queryClient = useQueryClient();
  const { files, run } = loader.state;
  useEffect(() => {
    if (run.phase === 'ended') {
      void queryClient.invalidateQueries({ queryKey: graphKeys.counts(workspace.workspace_id, graph) });
    }
  }, [run.phase, queryClient, workspace.workspace_id, graph]);
  // The progress of the load is below the mapping.
  const outcome = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (run.phase !== 'none') outcome.current?.scrollIntoView({ block: 'nearest' });
  }, [run.phase]);
  return (
    <div className={classes.page}>
      <div className={classes.column}>
        <SourceStep />
        <Step number={2} title="Files">
          <FilesStep loader={loader} client={client} workspaceId={workspace.workspace_id} />
        </Step>
        {files.length > 0 && (
          <Step number={3} title="Map columns to attributes">
            <MapStep loader={loader} schema={schema} />
          </Step>
        )}
        {files.length > 0 && (
          <Step
            number={4}
            title="Run"
            actions={
              <ActionButton disabledReason={loadRefusal(loader.state)} onClick={() => void loader.start()}>
                Load data
              </ActionButton>
            }
          >
            <div ref={outcome}>
              <RunStep loader={loader} client={client} graph={graph} workspaceId={workspace.workspace_id} />
            </div>
          </Step>
        )}
        <EarlierLoads
          client={client}
          workspaceId={workspace.workspace_id}
          graph={graph}
          ended={run.phase === 'ended' ? run.status.overall.id : ''}
        />
      </div>
    </div>
  );
}

function Step({
  number,
  title,
  actions,
  children,
}: {
  readonly number: number;
  readonly title: string;
  readonly actions?: React.ReactNode;
  readonly children: React.ReactNode;
}) {
  return (
    <section aria-label={title} className={classes.step}>
      <div className={classes.stepHead}>
        <span className={classes.number} aria-hidden="true">
          {number}
        </span>
        <h2>{title}</h2>
        <span className={classes.spacer} />
        {actions}
      </div>
      {children}
    </section>
  );
}
