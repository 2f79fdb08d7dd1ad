/** `/onboarding/view-result`: what was built, what the data say, and where to go on (specification part 4, section 2). */
import { t } from '@acacia/texts';
import { schemaFromWire } from '@acacia/language';
import { Card, EmptyState, ErrorState, formatNumber, Heading, Notice, Stat, Stats } from '@acacia/ui';
import { Button, Modal, Skeleton } from '@mantine/core';
import { IconBinaryTree2, IconChartBar, IconCode, IconGraph } from '@tabler/icons-react';
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { measuredProfile } from '../../data/data-profiles.ts';
import { idsOf } from '../../data/workspaces.ts';
import { useServices } from '../../services/services.ts';
import { LinkButton } from '../../shell/LinkButton.tsx';
import { LoadBoundary } from '../../shell/loading/LoadBoundary.tsx';
import { seedsText } from '../explore/seeds.ts';
import { outcomeRows } from '../ingestion/outcome.ts';
import { SchemaPicture } from '../ingestion/SchemaPicture.tsx';
import type { ReadyWorkspace } from '../workspace-tool/ToolGate.tsx';
import { graphsQuery, useGraphChoice, useGraphSchema } from '../workspace-tool/useGraphChoice.ts';
import { hubsOf, insightsOf, typeCounts } from './insights.ts';
import { OnboardingPage } from './OnboardingPage.tsx';
import classes from './onboarding.module.css';

/** Texts of the specification. */
const GET_STARTED = t`Get Started`;
const KEY_INSIGHTS = t`Key Insights`;

export function Page() {
  return (
    <OnboardingPage title="Your graph is ready" description="What was built, and what the data say.">
      {(ready) => <AnyResult {...ready} />}
    </OnboardingPage>
  );
}

function AnyResult(ready: ReadyWorkspace) {
  const { workspace, client } = ready;
  const { graph, missing } = useGraphChoice(
    useSuspenseQuery(graphsQuery(client, workspace.workspace_id)).data,
  );
  if (graph !== null && missing === undefined) return <Result {...ready} graph={graph} />;
  return (
    <EmptyState
      icon={<IconGraph size={22} stroke={1.6} />}
      title={missing === undefined ? 'There is no graph yet' : `There is no graph ‘${missing}’`}
      description="It may have been dropped, or you may not see it."
      action={
        <LinkButton to="/onboarding/import-csv" search={{ workspace_id: workspace.workspace_id }}>
          Import files
        </LinkButton>
      }
    />
  );
}

interface ResultProps extends ReadyWorkspace {
  readonly graph: string;
}

const sum = (counts: readonly { readonly count: number }[] | undefined): string | undefined =>
  counts === undefined ? undefined : formatNumber(counts.reduce((total, { count }) => total + count, 0));

function Result({ workspace, client, graph }: ResultProps) {
  const { workspace_id } = workspace;
  const wire = useGraphSchema(client, workspace_id, graph);
  const schema = useMemo(() => schemaFromWire(wire), [wire]);
  const types = typeCounts(wire);
  const [choosing, setChoosing] = useState(false);
  const { data, error, refetch } = useQuery({
    queryKey: ['workspace', workspace_id, 'totals', graph],
    queryFn: async ({ signal }) => ({
      vertices: await client.vertexCounts(graph, { signal }),
      edges: (await client.edgeCounts(graph, { signal })).filter(({ e_type }) =>
        types.edgeNames.includes(e_type),
      ),
    }),
  });
  return (
    <>
      {error !== null && (
        <ErrorState what="The counts" error={error} onRetry={() => void refetch()} compact />
      )}
      <Stats>
        <Stat label="Vertex types" value={formatNumber(types.vertices)} />
        <Stat label="Edge types" value={formatNumber(types.edges)} />
        <Stat label="Total vertices" value={sum(data?.vertices)} />
        <Stat label="Total edges" value={sum(data?.edges)} />
      </Stats>
      <Rejected workspace={workspace} client={client} graph={graph} />
      <Card flush title={`Schema of ${graph}`}>
        <SchemaPicture schema={schema} />
      </Card>
      <Insights workspace={workspace} client={client} graph={graph} />
      <div className={classes.actions}>
        <Button onClick={() => setChoosing(true)}>{GET_STARTED}</Button>
      </div>
      <Modal opened={choosing} onClose={() => setChoosing(false)} title={GET_STARTED} size={420}>
        <WaysOn workspace={workspace} client={client} graph={graph} onStay={() => setChoosing(false)} />
      </Modal>
    </>
  );
}

/** Rows of the last load that are not in the graph. */
function Rejected({ workspace, client, graph }: ResultProps) {
  const { workspace_id } = workspace;
  const { data } = useQuery({
    queryKey: ['workspace', workspace_id, 'last-load', graph],
    queryFn: async ({ signal }) => (await client.loads(graph, { signal }))[0] ?? null,
  });
  const rejected = data ? outcomeRows(data).reduce((total, row) => total + row.rejected, 0) : 0;
  if (rejected === 0) return null;
  return (
    <Notice
      tone="warning"
      title={
        rejected === 1
          ? '1 row or value was rejected'
          : `${formatNumber(rejected)} rows or values were rejected`
      }
    >
      <Link to="/ingestion" search={{ workspace_id, graph_name: graph }}>
        Load data
      </Link>{' '}
      lists the load; ‘Show’ names each row and its reason.
    </Notice>
  );
}

function Insights(props: ResultProps) {
  return (
    <LoadBoundary
      compact
      what="The key insights"
      skeleton={
        <section aria-label={KEY_INSIGHTS}>
          <Heading>{KEY_INSIGHTS}</Heading>
          <Skeleton height={90} role="status" aria-label="Looking for insights" />
        </section>
      }
    >
      <InsightCards {...props} />
    </LoadBoundary>
  );
}

/** Nothing where the data say nothing worth a card. */
function InsightCards({ workspace, client, graph }: ResultProps) {
  const { cloud } = useServices();
  const { data } = useSuspenseQuery({
    queryKey: ['workspace', workspace.workspace_id, 'insights', graph],
    queryFn: async ({ signal }) => {
      const profile = await measuredProfile({ cloud }, { ...idsOf(workspace), id: graph }, signal);
      return insightsOf(profile, await hubsOf(client, profile, signal));
    },
  });
  if (data.length === 0) return null;
  return (
    <section aria-label={KEY_INSIGHTS}>
      <Heading>{KEY_INSIGHTS}</Heading>
      <div className={classes.cards}>
        {data.map(({ title, text, vertex }) => (
          <Card key={`${title} ${text}`} title={title}>
            <p className={classes.insight}>{text}</p>
            {vertex !== undefined && (
              <Link
                to="/explore"
                search={{
                  workspace_id: workspace.workspace_id,
                  graph_name: graph,
                  seeds: seedsText([vertex]),
                  expand: 'all',
                }}
              >
                Show {vertex.id}
              </Link>
            )}
          </Card>
        ))}
      </div>
    </section>
  );
}

function WaysOn({ workspace, graph, onStay }: ResultProps & { readonly onStay: () => void }) {
  const { workspace_id, workgroup_id } = workspace;
  const search = { workspace_id, graph_name: graph };
  const look = { variant: 'default', fullWidth: true, justify: 'flex-start' } as const;
  return (
    <div className={classes.phases}>
      <LinkButton
        to="/explore"
        search={search}
        fullWidth
        justify="flex-start"
        leftSection={<IconBinaryTree2 size={16} />}
      >
        Explore graph
      </LinkButton>
      <LinkButton
        to="/groups/$groupID"
        params={{ groupID: workgroup_id }}
        search={{ tab: 'dataprofiles', space_id: workspace_id }}
        {...look}
        leftSection={<IconChartBar size={16} />}
      >
        Data profile
      </LinkButton>
      <LinkButton to="/editor" search={search} {...look} leftSection={<IconCode size={16} />}>
        GSQL editor
      </LinkButton>
      <Button variant="subtle" onClick={onStay}>
        Explore on my own
      </Button>
    </div>
  );
}
