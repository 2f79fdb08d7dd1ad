/** Load data: files of this device and other sources, mapped to the graph's types and loaded with counts (specification part 4). */
import { said, t } from '@acacia/texts';
import { versionAbove, workspaceCan } from '@acacia/contract';
import { schemaFromWire } from '@acacia/language';
import { ActionButton, EmptyState } from '@acacia/ui';
import { IconUpload } from '@tabler/icons-react';
import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState, type ComponentProps, type Ref } from 'react';
import { GuideLink } from '../../shell/GuideLink.tsx';
import { LinkButton } from '../../shell/LinkButton.tsx';
import { LoadBoundary } from '../../shell/loading/LoadBoundary.tsx';
import { GraphSelector } from '../workspace-tool/GraphSelector.tsx';
import type { ReadyWorkspace } from '../workspace-tool/ToolGate.tsx';
import { useToolRights } from '../workspace-tool/rights.ts';
import { ToolLayout, ToolSkeleton } from '../workspace-tool/ToolLayout.tsx';
import { ToolPage } from '../workspace-tool/ToolPage.tsx';
import {
  graphKeys,
  graphsQuery,
  useGraphChoice,
  useGraphSchema,
  useSchemaCheck,
} from '../workspace-tool/useGraphChoice.ts';
import { EarlierLoads } from './EarlierLoads.tsx';
import { FileFirst } from './FileFirst.tsx';
import { FilesStep } from './FilesStep.tsx';
import { MapStep } from './MapStep.tsx';
import { loadRefusal } from './loader-state.ts';
import { PastLoads } from './PastLoads.tsx';
import { RunStep } from './RunStep.tsx';
import type { SourceKind } from './source-kinds.ts';
import { SourceStep } from './SourceStep.tsx';
import { UnfinishedLoads } from './UnfinishedLoads.tsx';
import { useLoadDraft } from './useLoadDraft.ts';
import { useStepInPlace } from './useStepInPlace.ts';
import { useLoader, type Loader } from './useLoader.ts';
import classes from './ingestion.module.css';

const TITLE = t`Load data`;
/** Specification part 4, section 6. */
const VECTORS_LOADED_AFTER = '4.2.0';

export function Page() {
  return (
    <ToolPage title={TITLE} whileAway>
      {(ready) => (ready.away === undefined ? <LoadPage {...ready} /> : <Away {...ready} />)}
    </ToolPage>
  );
}

/** The loads of a workspace that does not run, past and unfinished. */
function Away({ workspace, away }: ReadyWorkspace) {
  return (
    <ToolLayout title={TITLE} actions={<GuideLink guide="loading" about="loading data" />}>
      <div className={classes.page}>
        <div className={classes.column}>
          {away}
          <UnfinishedLoads workspace={workspace} />
          <PastLoads workspace={workspace} />
        </div>
      </div>
    </ToolLayout>
  );
}

function LoadPage({ workspace, client }: ReadyWorkspace) {
  const rights = useToolRights(client, workspace);
  const graphs = useSuspenseQuery(graphsQuery(client, workspace.workspace_id)).data;
  const choice = useGraphChoice(graphs.filter(({ graphName }) => rights.sees(graphName)));
  const loader = useLoader(client, workspace.workspace_id, choice.graph);
  const write = workspaceCan('write', workspace);
  const reason =
    (write.allowed ? undefined : said(write.reason)) ??
    rights.refusal(choice.graph === null ? 'graph.create' : 'data.load', choice.graph);
  const props: GraphProps = {
    ...{ workspace, client, loader, onCreated: choice.choose },
    uploadRefusal: rights.refusal('data.upload', null),
    createRefusal: rights.refusal('graph.create', null),
    schemaRefusal: rights.refusal('schema.write', choice.graph),
  };
  return (
    <ToolLayout
      title={TITLE}
      choice={choice}
      choices={<GraphSelector choice={choice} />}
      actions={<GuideLink guide="loading" about="loading data" />}
    >
      {reason !== undefined ? (
        <div className={classes.page}>
          <div className={classes.column}>
            <EmptyState
              icon={<IconUpload size={22} stroke={1.6} />}
              title={`Data cannot be loaded into ${workspace.name}`}
              description={reason}
            />
            <PastLoads workspace={workspace} />
          </div>
        </div>
      ) : choice.graph === null ? (
        <Begin {...props} graph={null} />
      ) : (
        <LoadBoundary
          key={choice.graph}
          what="The graph"
          skeleton={<ToolSkeleton label="Loading the graph" />}
        >
          <LoadGraph {...props} graph={choice.graph} />
        </LoadBoundary>
      )}
    </ToolLayout>
  );
}

interface GraphProps extends ReadyWorkspace {
  readonly loader: Loader;
  readonly onCreated: (graph: string) => void;
  /** Why files of the computer cannot be sent; undefined when they can. */
  readonly uploadRefusal: string | undefined;
  /** Why the person can make no further graph; undefined when they can. */
  readonly createRefusal: string | undefined;
  /** Why the person cannot change the schema of the graph; undefined when they can. */
  readonly schemaRefusal: string | undefined;
}

/** Files first: where there is no schema yet, one is proposed for them. */
function Begin({
  workspace,
  client,
  graph,
  loader,
  onCreated,
  uploadRefusal,
}: GraphProps & { readonly graph: string | null }) {
  return (
    <div className={classes.page}>
      <div className={classes.column}>
        <SourceSteps
          version={workspace.tg_version}
          loader={loader}
          client={client}
          workspaceId={workspace.workspace_id}
          graph={graph}
          uploadRefusal={uploadRefusal}
        />
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
  const isOwn = (type: string): boolean =>
    [...wire.VertexTypes, ...wire.EdgeTypes].some(({ Name, IsLocal }) => Name === type && IsLocal === true);
  const changeRefusal = (type: string): string | undefined =>
    props.schemaRefusal ??
    (isOwn(type)
      ? undefined
      : t`${type} is a global type, which other graphs may use. Change it in the global scope of Design schema.`);
  if (schema.vertexTypes.length === 0) return <Begin {...props} graph={graph} />;
  return <LoadFiles {...props} graph={graph} schema={schema} changeRefusal={changeRefusal} />;
}

function LoadFiles({
  workspace,
  client,
  graph,
  loader,
  schema,
  uploadRefusal,
  createRefusal,
  changeRefusal,
}: GraphProps & {
  readonly graph: string;
  readonly schema: ReturnType<typeof schemaFromWire>;
  /** Why a type cannot be changed; undefined when it can. */
  readonly changeRefusal: (type: string) => string | undefined;
}) {
  useLoadDraft(workspace, client, graph, schema, loader);
  const queryClient = useQueryClient();
  const { files, run } = loader.state;
  const refusal = loadRefusal(loader.state);
  const checkSchema = useSchemaCheck(workspace.workspace_id, graph);
  useEffect(() => {
    // Its types may have been changed since the mapping was made.
    if (run.phase === 'failed') checkSchema();
    if (run.phase === 'ended') {
      void queryClient.invalidateQueries({ queryKey: graphKeys.counts(workspace.workspace_id, graph) });
    }
  }, [run.phase, queryClient, workspace.workspace_id, graph, checkSchema]);
  // The progress of the load is below the mapping.
  const outcome = useRef<HTMLDivElement>(null);
  const page = useRef<HTMLDivElement>(null);
  const [mapping, setMapping] = useState<HTMLElement | null>(null);
  useStepInPlace(page, mapping);
  useEffect(() => {
    if (run.phase !== 'none') outcome.current?.scrollIntoView({ block: 'nearest' });
  }, [run.phase]);
  return (
    <div ref={page} className={classes.page} data-keeps-step>
      <div className={classes.column}>
        <SourceSteps
          version={workspace.tg_version}
          loader={loader}
          client={client}
          workspaceId={workspace.workspace_id}
          graph={graph}
          uploadRefusal={uploadRefusal}
          actions={
            <LinkButton
              to="/onboarding/import-csv"
              search={{ workspace_id: workspace.workspace_id }}
              variant="default"
              size="compact-sm"
              disabledReason={createRefusal}
            >
              Import as a new graph
            </LinkButton>
          }
        />
        {files.length > 0 && (
          <Step ref={setMapping} number={3} title="Map columns to attributes">
            <MapStep
              loader={loader}
              of={{ client, workspaceId: workspace.workspace_id, graph, schema, refusal: changeRefusal }}
              vectorsRefused={
                versionAbove(workspace.tg_version, VECTORS_LOADED_AFTER)
                  ? undefined
                  : t`Don't support editing vector attributes in the current version.`
              }
            />
          </Step>
        )}
        {(files.length > 0 || run.phase !== 'none') && (
          <Step
            number={4}
            title="Run"
            actions={
              <>
                <ActionButton
                  variant="default"
                  disabledReason={refusal}
                  onClick={() => void loader.start({ dryRun: true })}
                >
                  Dry run
                </ActionButton>
                <ActionButton disabledReason={refusal} onClick={() => void loader.start()}>
                  Load data
                </ActionButton>
              </>
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
          ended={run.phase === 'ended' ? run.id : run.phase}
          onShow={(id) => void loader.follow(id)}
          showRefusal={run.phase === 'loading' ? t`A load is under way.` : undefined}
        />
      </div>
    </div>
  );
}

/** Where the data comes from, and the data that was chosen. */
function SourceSteps({
  version,
  actions,
  ...props
}: Omit<ComponentProps<typeof FilesStep>, 'kind'> & {
  readonly version: string;
  /** Other ways for the same data. */
  readonly actions?: React.ReactNode;
}) {
  const [kind, setKind] = useState<SourceKind>('files');
  return (
    <>
      <Step number={1} title="Source" actions={actions}>
        <SourceStep version={version} kind={kind} onChoose={setKind} />
      </Step>
      <Step number={2} title="Files">
        <FilesStep {...props} kind={kind} withLabels />
      </Step>
    </>
  );
}

function Step({
  ref,
  number,
  title,
  actions,
  children,
}: {
  readonly ref?: Ref<HTMLElement>;
  readonly number: number;
  readonly title: string;
  readonly actions?: React.ReactNode;
  readonly children: React.ReactNode;
}) {
  return (
    <section ref={ref} aria-label={title} className={classes.step}>
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
