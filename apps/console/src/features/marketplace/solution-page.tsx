/** `/marketplace/solutions/$solution`: the guide of a solution, its schema as a picture, and the queries that it brings. */
import { comma, said, t } from '@acacia/texts';
import type { SolutionCatalogEntry, SolutionInstance } from '@acacia/contract';
import { schemaFromWire } from '@acacia/language';
import {
  ActionButton,
  Card,
  EmptyState,
  Facts,
  formatNumber,
  PageBody,
  PageHeader,
  PageSkeleton,
} from '@acacia/ui';
import { Button, Group, Stack } from '@mantine/core';
import { IconArrowLeft, IconDownload, IconFileCode, IconPackage, IconPlayerPlay } from '@tabler/icons-react';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useParams, useSearch } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { solutionCatalogQuery, useSolutionMeta } from '../../data/solutions.ts';
import { useServices } from '../../services/services.ts';
import { LinkButton } from '../../shell/LinkButton.tsx';
import { LoadBoundary } from '../../shell/loading/LoadBoundary.tsx';
import { useDocumentTitle } from '../../shell/useDocumentTitle.ts';
import { FRAUD_GUIDE, FRAUD_SOLUTION } from '../explore/investigation/fraud.ts';
import { GuideText } from '../guides/GuideText.tsx';
import { SchemaPicture } from '../ingestion/SchemaPicture.tsx';
import { ContentsDialog } from '../workgroups/solutions/ContentsDialog.tsx';
import { SolutionStatusBadge } from '../workgroups/solutions/SolutionStatusBadge.tsx';
import classes from './marketplace.module.css';
import { useInstaller } from './useInstaller.tsx';

export function Page() {
  return (
    <PageBody>
      <LoadBoundary what="The solution" skeleton={<PageSkeleton label="Loading the solution" />}>
        <Solution />
      </LoadBoundary>
    </PageBody>
  );
}

function Solution() {
  const id = useParams({ strict: false, select: ({ solution }) => solution });
  const { data: catalog } = useSuspenseQuery(solutionCatalogQuery(useServices()));
  const solution = catalog.find((each) => each.id === id);
  useDocumentTitle(solution === undefined ? t`Solutions` : said(solution.name));
  if (solution !== undefined) return <Known solution={solution} />;
  return (
    <EmptyState
      page
      icon={<IconPackage size={22} stroke={1.6} />}
      title="No such solution"
      description={`There is no solution '${id ?? ''}' in this version.`}
      action={<LinkButton to="/marketplace/solutions">All solutions</LinkButton>}
    />
  );
}

const workspaceIn = ({ workspace_id }: { readonly workspace_id?: unknown }): string | undefined =>
  typeof workspace_id === 'string' ? workspace_id : undefined;

/** Ways into an installed solution. */
function OpenButtons({ instance }: { readonly instance: SolutionInstance }) {
  const { workspace_id, graph_name, solution_catalog_id } = instance;
  const search = { workspace_id, graph_name };
  const guided = solution_catalog_id === FRAUD_SOLUTION;
  return (
    <>
      {guided && (
        <LinkButton size="xs" to="/explore" search={{ ...search, guide: FRAUD_GUIDE }}>
          Guided investigation
        </LinkButton>
      )}
      <LinkButton size="xs" to="/explore" search={search} variant={guided ? 'default' : 'filled'}>
        Explore graph
      </LinkButton>
      <LinkButton size="xs" to="/editor" search={search} variant="default">
        Query editor
      </LinkButton>
    </>
  );
}

function Known({ solution }: { readonly solution: SolutionCatalogEntry }) {
  const { name, description, categories, algorithms, provider, graph } = solution;
  const { sample_rows, full_rows, data_description } = solution;
  const meta = useSolutionMeta(solution.id);
  const schema = useMemo(() => schemaFromWire(meta.schemaJSON), [meta.schemaJSON]);
  const { instances, refusal, install, showLog, dialogs } = useInstaller();
  const [contents, setContents] = useState(false);
  const own = instances.filter((each) => each.solution_catalog_id === solution.id);
  const wanted = useSearch({ strict: false, select: workspaceIn });
  const usable = own.filter(({ solution_status }) => solution_status === 'installed');
  /** Where its queries are run. */
  const there = usable.find(({ workspace_id }) => workspace_id === wanted) ?? usable[0];
  return (
    <>
      <PageHeader
        title={said(name)}
        description={said(description)}
        actions={
          <Group gap="xs">
            <LinkButton
              to="/marketplace/solutions"
              variant="default"
              leftSection={<IconArrowLeft size={15} stroke={1.7} />}
            >
              All solutions
            </LinkButton>
            <Button
              variant="default"
              leftSection={<IconFileCode size={15} stroke={1.7} />}
              onClick={() => setContents(true)}
            >
              What it brings
            </Button>
            <ActionButton
              leftSection={<IconDownload size={15} stroke={1.7} />}
              disabledReason={refusal}
              onClick={() => install(solution)}
            >
              Install
            </ActionButton>
          </Group>
        }
      />
      <Stack gap="lg">
        <Card>
          <Facts
            facts={[
              { label: t`Category`, value: categories.map((each) => said(each)).join(comma) },
              { label: t`Provider`, value: provider },
              { label: t`Graph`, value: graph },
              { label: t`Algorithms`, value: algorithms.map((each) => said(each)).join(comma) },
              {
                label: t`Sample data`,
                value:
                  full_rows === null
                    ? t`${formatNumber(sample_rows)} rows`
                    : t`${formatNumber(sample_rows)} rows; ${formatNumber(full_rows)} in full size`,
              },
            ]}
          />
          <p className={classes.data}>{said(data_description)}</p>
        </Card>
        {own.length > 0 && (
          <Card title="Where it is installed">
            <ul className={classes.list} aria-label="Where it is installed">
              {own.map((instance) => (
                <li key={instance.id} className={classes.row}>
                  <span className={classes.place}>{instance.workspace_name}</span>
                  <SolutionStatusBadge status={instance.solution_status} />
                  <Group gap="xs">
                    {instance.solution_status === 'installed' && <OpenButtons instance={instance} />}
                    <Button variant="default" size="xs" onClick={() => showLog(instance.id)}>
                      Log
                    </Button>
                    <LinkButton
                      variant="default"
                      size="xs"
                      to="/groups/$groupID"
                      params={{ groupID: instance.workgroup_id }}
                      search={{ tab: 'solution', space_id: instance.workspace_id }}
                    >
                      Manage
                    </LinkButton>
                  </Group>
                </li>
              ))}
            </ul>
          </Card>
        )}
        <Card title="Schema" flush>
          <SchemaPicture schema={schema} style={meta.styleJSON} />
        </Card>
        <Card title="Guide">
          <GuideText text={meta.guide} />
        </Card>
        <Card
          title={`Queries (${meta.queriesDocs.length})`}
          description={
            there === undefined
              ? 'With values that find something. They are run once it is installed.'
              : `With values that find something in ${there.workspace_name}.`
          }
        >
          <ul className={classes.list} aria-label="Queries">
            {meta.queriesDocs.map((query) => (
              <li key={query.name} className={classes.query}>
                <h3 className={classes.question}>{query.question}</h3>
                <p className={classes.description}>{query.description}</p>
                <code className={classes.call}>
                  {query.name}(
                  {Object.entries(query.parameters)
                    .map(([parameter, value]) => `${parameter} = ${JSON.stringify(value)}`)
                    .join(', ')}
                  )
                </code>
                {there !== undefined && (
                  <LinkButton
                    to="/editor"
                    search={{
                      workspace_id: there.workspace_id,
                      graph_name: there.graph_name,
                      query: query.name,
                      values: JSON.stringify(query.parameters),
                    }}
                    variant="default"
                    size="compact-sm"
                    mt={8}
                    leftSection={<IconPlayerPlay size={13} stroke={1.7} />}
                    aria-label={`Open ${query.name} with these values`}
                  >
                    Open with these values
                  </LinkButton>
                )}
              </li>
            ))}
          </ul>
        </Card>
      </Stack>
      {contents && <ContentsDialog solution={solution} onClose={() => setContents(false)} />}
      {dialogs}
    </>
  );
}
