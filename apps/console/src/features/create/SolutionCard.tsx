/** A sample solution that is installed with the workspace; none is a choice too. */
import { said, t } from '@acacia/texts';
import { DataSourceOrigin } from '@acacia/contract';
import { Card, ChoiceCards, formatNumber, Notice } from '@acacia/ui';
import { Group, Radio, Skeleton, Stack } from '@mantine/core';
import { useSuspenseQuery } from '@tanstack/react-query';
import { SolutionIcon } from '../workgroups/solutions/SolutionIcon.tsx';
import { solutionCatalogQuery } from '../../data/solutions.ts';
import { useServices } from '../../services/services.ts';
import { LoadBoundary } from '../../shell/loading/LoadBoundary.tsx';
import type { WorkspaceFormState } from './workspace-values.ts';

interface SolutionCardProps {
  readonly form: WorkspaceFormState;
  /** A read-only workspace has none. */
  readonly writes: boolean;
}

const NONE = '';

export function SolutionCard({ form, writes }: SolutionCardProps) {
  return (
    <Card title="Solution" description="Optional: schema, queries and sample data to begin with.">
      {writes ? (
        <LoadBoundary
          what="The solutions"
          skeleton={<Skeleton height={96} role="img" aria-label="Loading solutions" />}
        >
          <Choice form={form} />
        </LoadBoundary>
      ) : (
        <Notice tone="info">A solution needs a read-write workspace.</Notice>
      )}
    </Card>
  );
}

function Choice({ form }: Pick<SolutionCardProps, 'form'>) {
  const { solutionId, data } = form.values;
  const { data: catalog } = useSuspenseQuery(solutionCatalogQuery(useServices()));
  const entries = catalog.filter(({ is_library }) => !is_library);
  const chosen = entries.find(({ id }) => id === solutionId);
  return (
    <Stack gap="md">
      <ChoiceCards
        label="Solution"
        name="solution"
        minWidth={240}
        value={chosen === undefined ? NONE : chosen.id}
        onChange={(value) => form.setFieldValue('solutionId', value)}
        choices={[
          {
            value: NONE,
            title: t`None`,
            description: t`An empty database`,
          },
          ...entries.map((entry) => ({
            value: entry.id,
            title: said(entry.name),
            description: said(entry.description),
            icon: <SolutionIcon svg={entry.icon} />,
          })),
        ]}
      />
      {chosen !== undefined && (
        <Radio.Group
          label="Data"
          value={data}
          onChange={(value) => form.setFieldValue('data', DataSourceOrigin.parse(value))}
        >
          <Group gap="lg" mt={4}>
            <Radio
              value="sample"
              label={`Sample data: ${formatNumber(chosen.sample_rows)} rows`}
              description={chosen.data_description}
            />
            {chosen.full_rows !== null && (
              <Radio
                value="full"
                label={`In full size: ${formatNumber(chosen.full_rows)} rows`}
                description="It takes a minute, and more memory."
              />
            )}
            <Radio value="none" label="No data: schema and queries only" />
          </Group>
        </Radio.Group>
      )}
    </Stack>
  );
}
