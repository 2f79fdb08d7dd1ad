/** A sample solution that is installed with the workspace; none is a choice too. */
import { Card, ChoiceCards, ErrorState, formatNumber, Notice } from '@acacia/ui';
import { Group, Radio, Skeleton, Stack } from '@mantine/core';
import { SolutionIcon } from '../workgroups/solutions/SolutionIcon.tsx';
import type { useSolutionCatalog } from '../../data/solutions.ts';
import type { WorkspaceFormState } from './workspace-values.ts';

interface SolutionCardProps {
  readonly form: WorkspaceFormState;
  readonly query: ReturnType<typeof useSolutionCatalog>;
  /** A read-only workspace has none. */
  readonly writes: boolean;
}

const NONE = '';

export function SolutionCard({ form, query, writes }: SolutionCardProps) {
  const { solutionId, data } = form.values;
  const entries = query.data?.filter(({ is_library }) => !is_library);
  const chosen = entries?.find(({ id }) => id === solutionId);
  return (
    <Card title="Solution" description="Optional: schema, queries and sample data to begin with.">
      {!writes ? (
        <Notice tone="info">A solution needs a read-write workspace.</Notice>
      ) : entries === undefined ? (
        query.error === null ? (
          <Skeleton height={96} aria-label="Loading solutions" />
        ) : (
          <ErrorState what="The solutions" error={query.error} onRetry={() => void query.refetch()} />
        )
      ) : (
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
                title: 'None',
                description: 'An empty database',
              },
              ...entries.map((entry) => ({
                value: entry.id,
                title: entry.name,
                description: entry.description,
                icon: <SolutionIcon svg={entry.icon} />,
              })),
            ]}
          />
          {chosen !== undefined && (
            <Radio.Group
              label="Data"
              value={data}
              onChange={(value) => form.setFieldValue('data', value === 'none' ? 'none' : 'sample')}
            >
              <Group gap="lg" mt={4}>
                <Radio
                  value="sample"
                  label={`Sample data: ${formatNumber(chosen.sample_rows)} rows`}
                  description={chosen.data_description}
                />
                <Radio value="none" label="No data: schema and queries only" />
              </Group>
            </Radio.Group>
          )}
        </Stack>
      )}
    </Card>
  );
}
