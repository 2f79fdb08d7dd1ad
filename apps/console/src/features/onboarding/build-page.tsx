/** `/onboarding/ai-build-graph`: the graph is created and filled. The page can be left and found again. */
import { said, t } from '@acacia/texts';
import { ErrorState, Card, formatNumber, Notice, toast } from '@acacia/ui';
import { importedFiles, type WireLoadStatus } from '@acacia/contract';
import { Button, Loader, Progress } from '@mantine/core';
import { IconCheck, IconCircle } from '@tabler/icons-react';
import { Navigate, useNavigate } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useState } from 'react';
import { useServices } from '../../services/services.ts';
import type { ReadyWorkspace } from '../workspace-tool/ToolGate.tsx';
import { buildGraph, type Phase } from './build-graph.ts';
import { editedOf, useImport } from './import-draft.ts';
import { OnboardingPage } from './OnboardingPage.tsx';
import classes from './onboarding.module.css';

const PHASES: readonly { readonly phase: Phase; readonly label: string }[] = [
  { phase: 'schema', label: t`Create the graph and its types` },
  { phase: 'files', label: t`Map the files to the types` },
  { phase: 'load', label: t`Load the files` },
];

export function Page() {
  return (
    <OnboardingPage
      title="Building your graph"
      description="You may leave this page: what is under way goes on, and is found here again."
      writes
    >
      {(ready) => <Build key={ready.workspace.workspace_id} {...ready} />}
    </OnboardingPage>
  );
}

type State =
  | {
      readonly kind: 'running';
      readonly phase: Phase;
      readonly status: WireLoadStatus | null;
      readonly lost: boolean;
    }
  | { readonly kind: 'failed'; readonly error: unknown }
  | { readonly kind: 'stopped'; readonly status: WireLoadStatus };

const BEGUN: State = { kind: 'running', phase: 'schema', status: null, lost: false };

function Build({ workspace, client }: ReadyWorkspace) {
  const { workspace_id } = workspace;
  const { draft, change } = useImport(workspace);
  const navigate = useNavigate();
  const { queryClient } = useServices();
  const [state, setState] = useState<State>(BEGUN);
  const [attempt, setAttempt] = useState(0);
  const edited = editedOf(draft);
  const { graph } = draft;

  const build = useEffectEvent(async (signal: AbortSignal): Promise<void> => {
    if (edited === null) return;
    try {
      const plan = { graph, files: importedFiles(draft), edited, load: draft.load };
      const status = await buildGraph(client, plan, signal, {
        onPhase: (phase) => setState({ kind: 'running', phase, status: null, lost: false }),
        onLoad: (load) => change({ load }),
        onProgress: (followed) => setState({ kind: 'running', phase: 'load', ...followed }),
      });
      await queryClient.invalidateQueries({ queryKey: ['workspace', workspace_id] });
      if (status.overall.status === 'finished') {
        await navigate({
          to: '/onboarding/view-result',
          search: { workspace_id, graph_name: graph },
          replace: true,
        });
        return;
      }
      change({ load: null });
      setState({ kind: 'stopped', status });
    } catch (error) {
      // The load goes on without the page, and is found here again.
      if (signal.aborted) return;
      change({ load: null });
      setState({ kind: 'failed', error });
    }
  });
  useEffect(() => {
    const left = new AbortController();
    // Not begun at all by an effect that is undone at once, as in strict mode: the graph is created once.
    const timer = setTimeout(() => void build(left.signal), 0);
    return () => {
      clearTimeout(timer);
      left.abort();
    };
  }, [attempt]);
  const cancel = (): void => {
    if (draft.load !== null) client.abortLoad(graph, draft.load).catch(toast.error);
  };

  const again = (): void => {
    setState(BEGUN);
    setAttempt((before) => before + 1);
  };
  /** Drops the graph, which nothing was loaded into, and goes back to its schema. */
  const edit = async (): Promise<void> => {
    try {
      const graphs = await client.graphs();
      if (graphs.some(({ graphName }) => graphName === graph)) {
        const counts = await client.vertexCounts(graph);
        if (counts.some(({ count }) => count > 0)) {
          throw new Error(t`The graph ${graph} has data by now, and is kept. Choose another name.`);
        }
        await client.dropGraph(graph);
      }
      await queryClient.invalidateQueries({ queryKey: ['workspace', workspace_id] });
    } catch (error) {
      toast.error(error);
    }
    change({ load: null });
    await navigate({ to: '/onboarding/check-schema', search: { workspace_id } });
  };

  if (edited === null || graph === '')
    return <Navigate to="/onboarding/check-schema" search={{ workspace_id }} replace />;
  if (state.kind !== 'running') {
    return (
      <>
        {state.kind === 'failed' ? (
          <ErrorState title="The graph could not be built" error={state.error} compact />
        ) : (
          <Notice tone="warning" title="Nothing was loaded">
            {state.status.overall.error === null
              ? 'The load was cancelled; nothing of it was kept.'
              : said(state.status.overall.error)}
          </Notice>
        )}
        <div className={classes.actions}>
          <Button variant="default" onClick={() => void edit()}>
            Change the schema
          </Button>
          <Button onClick={again}>Try again</Button>
        </div>
      </>
    );
  }
  const present = PHASES.findIndex(({ phase }) => phase === state.phase);
  const share = state.status?.overall.progress ?? 0;
  const lines = state.status?.overall.statistics.fileLevel.validLine ?? 0;
  return (
    <>
      <Card>
        <ol className={classes.phases} aria-label="What is being done">
          {PHASES.map(({ phase, label }, index) => (
            <li
              key={phase}
              className={classes.phase}
              data-state={index === present ? 'present' : undefined}
              aria-current={index === present ? 'step' : undefined}
            >
              {index < present ? (
                <IconCheck size={16} aria-hidden="true" color="var(--acacia-positive)" />
              ) : index === present ? (
                <Loader size={16} aria-hidden="true" />
              ) : (
                <IconCircle size={16} aria-hidden="true" />
              )}
              {label}
              {phase === 'load' && lines > 0 && ` · ${formatNumber(lines)} lines read`}
            </li>
          ))}
        </ol>
        {state.lost && (
          <Notice tone="warning">The workspace does not answer just now. The load goes on.</Notice>
        )}
        <Progress mt="md" value={share * 100} aria-label="Loading" />
      </Card>
      <div className={classes.actions}>
        <Button variant="default" disabled={draft.load === null} onClick={cancel}>
          Cancel
        </Button>
      </div>
    </>
  );
}
