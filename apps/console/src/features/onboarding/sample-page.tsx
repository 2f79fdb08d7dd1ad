/**
 * `/onboarding/view-sample-data`: the guided welcome to a sample graph of card payments (specification part 4, section
 * 2). Whoever chose the sample on the home page (`source=fraud`) has it loaded at once, and is led on into it.
 */
import { said, t } from '@acacia/texts';
import { workspaceCan, type SolutionInstance } from '@acacia/contract';
import { schemaFromWire } from '@acacia/language';
import { ActionButton, Card, ErrorState, formatNumber, Stat, Stats, toast } from '@acacia/ui';
import { IconGraph } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Navigate, useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useMemo, useRef } from 'react';
import { useCan } from '../../data/me.ts';
import { useInstallSolution, useKnownSolutions, useSolutions } from '../../data/solutions.ts';
import { idsOf } from '../../data/workspaces.ts';
import { useNarrow } from '../../shell/narrow.ts';
import { FRAUD_GUIDE, FRAUD_SOLUTION } from '../explore/investigation/fraud.ts';
import { SchemaPicture } from '../ingestion/SchemaPicture.tsx';
import { installRefusal, suggestedName } from '../workgroups/solutions/solution-state.ts';
import type { ReadyWorkspace } from '../workspace-tool/ToolGate.tsx';
import { graphKeys, useGraphSchema } from '../workspace-tool/useGraphChoice.ts';
import { typeCounts } from './insights.ts';
import { OnboardingPage } from './OnboardingPage.tsx';
import classes from './onboarding.module.css';

const PAYMENTS = 'Payment_Transaction';

export function Page() {
  return (
    <OnboardingPage
      title="Are you ready to trace a suspicious transaction?"
      description="A sample graph of card payments, generated with rings of fraud in it. All names are invented."
    >
      {(ready) => <Sample {...ready} />}
    </OnboardingPage>
  );
}

function Sample(ready: ReadyWorkspace) {
  const { workspace } = ready;
  const { data, error, refetch } = useSolutions(workspace.workgroup_id);
  const installed = data?.find(({ workspace_id }) => workspace_id === workspace.workspace_id);
  const isThere =
    installed?.solution_catalog_id === FRAUD_SOLUTION && installed.solution_status === 'installed';
  const isComing =
    installed?.solution_catalog_id === FRAUD_SOLUTION && installed.solution_status === 'install_pending';
  const wanted = useSearch({ from: '/onboarding' }).source === FRAUD_GUIDE;
  const narrow = useNarrow();
  if (isThere && wanted) {
    const search = { workspace_id: workspace.workspace_id, graph_name: installed.graph_name };
    // The explorer needs a wide screen.
    return narrow ? (
      <Navigate to="/onboarding/view-result" search={search} replace />
    ) : (
      <Navigate to="/explore" search={{ ...search, guide: FRAUD_GUIDE }} replace />
    );
  }
  return (
    <>
      <Card title="What you can do with it">
        <ol className={classes.guided}>
          <li>Inspect the attributes of an account and the transactions that it is linked to.</li>
          <li>Trace connections to detect fraud.</li>
          <li>View insights: the data profile of the graph.</li>
        </ol>
      </Card>
      {isThere ? <There {...ready} instance={installed} /> : <NotThere isComing={isComing} />}
      {error !== null && (
        <ErrorState what="The solutions" error={error} onRetry={() => void refetch()} compact />
      )}
      <Footer
        ready={ready}
        isThere={isThere}
        isComing={isComing}
        installed={installed}
        known={data !== undefined}
        atOnce={wanted}
      />
    </>
  );
}

function NotThere({ isComing }: { readonly isComing: boolean }) {
  return (
    <Card title="Schema" flush>
      <div className={classes.placeholder}>
        <span>
          <IconGraph size={18} stroke={1.6} aria-hidden="true" />{' '}
          {isComing ? 'The graph is being made.' : 'The graph is drawn here once the sample is loaded.'}
        </span>
      </div>
    </Card>
  );
}

/** Numbers of the sample as it is in the workspace. */
function There({ workspace, client, instance }: ReadyWorkspace & { readonly instance: SolutionInstance }) {
  const { workspace_id } = workspace;
  const graph = instance.graph_name;
  const wire = useGraphSchema(client, workspace_id, graph);
  const schema = useMemo(() => schemaFromWire(wire), [wire]);
  const { vertices, edges } = typeCounts(wire);
  const { data } = useQuery({
    queryKey: graphKeys.counts(workspace_id, graph),
    queryFn: ({ signal }) => client.vertexCounts(graph, { signal }),
  });
  const { data: queries } = useQuery({
    queryKey: graphKeys.queries(workspace_id, graph),
    queryFn: ({ signal }) => client.queries(graph, { signal }),
  });
  const payments = data?.find(({ v_type }) => v_type === PAYMENTS)?.count;
  return (
    <>
      <Stats>
        <Stat label="Types in the schema" value={formatNumber(vertices + edges)} />
        <Stat label="Transactions" value={payments === undefined ? undefined : formatNumber(payments)} />
        <Stat
          label="Installed queries, such as PageRank"
          value={queries === undefined ? undefined : formatNumber(queries.length)}
        />
      </Stats>
      <Card title="Schema" flush>
        <SchemaPicture schema={schema} />
      </Card>
    </>
  );
}

interface FooterProps {
  readonly ready: ReadyWorkspace;
  readonly isThere: boolean;
  readonly isComing: boolean;
  readonly installed: SolutionInstance | undefined;
  readonly known: boolean;
  /** The sample is loaded without being asked for, where it can be. */
  readonly atOnce: boolean;
}

function Footer({ ready: { workspace }, isThere, isComing, installed, known, atOnce }: FooterProps) {
  const navigate = useNavigate();
  const install = useInstallSolution();
  const may = useCan()('solution.install', idsOf(workspace));
  const solution = useKnownSolutions().find(({ id }) => id === FRAUD_SOLUTION);
  const write = workspaceCan('write', workspace);
  const refusal =
    (write.allowed ? undefined : said(write.reason)) ??
    (!known || solution === undefined ? t`The solutions are being read.` : undefined) ??
    installRefusal(workspace, FRAUD_SOLUTION, installed, may);
  const load = (size: 'sample' | 'full'): void => {
    if (solution === undefined) return;
    const body = {
      name: suggestedName(solution.name),
      solution_catalog_id: FRAUD_SOLUTION,
      data_source_origin: size,
    } as const;
    install.mutate({ workspace, body }, { onError: (error) => toast.error(error) });
  };
  const begun = useRef(false);
  const canBegin = atOnce && !isThere && installed === undefined && refusal === undefined;
  const beginOnce = useEffectEvent(() => {
    if (!begun.current) load('sample');
    begun.current = true;
  });
  useEffect(() => {
    if (canBegin) beginOnce();
  }, [canBegin]);
  if (isThere) {
    const begin = (): void =>
      void navigate({
        to: '/groups/$groupID',
        params: { groupID: workspace.workgroup_id },
        replace: true,
      });
    return (
      <div className={classes.actions}>
        <span role="status">Your workspace is ready with sample data loaded.</span>
        <ActionButton onClick={begin}>Let&apos;s Begin</ActionButton>
      </div>
    );
  }
  return (
    <div className={classes.actions}>
      {isComing && <span role="status">The sample is being loaded. You may leave this page.</span>}
      <ActionButton
        loading={isComing || install.isPending}
        disabledReason={isComing ? undefined : refusal}
        onClick={() => load('sample')}
      >
        Load the sample
      </ActionButton>
      {solution !== undefined && solution.full_rows !== null && !isComing && (
        <ActionButton
          variant="default"
          disabledReason={refusal ?? (install.isPending ? t`The sample is being loaded.` : undefined)}
          onClick={() => load('full')}
        >
          {`In full size: ${formatNumber(solution.full_rows)} rows, a minute`}
        </ActionButton>
      )}
    </div>
  );
}
