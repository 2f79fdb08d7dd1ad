/** `/dashboard/grafana`: figures of the control plane itself, and the way to the operator's Grafana. */
import { PageSkeleton } from '@acacia/ui';
import { Button, Stack } from '@mantine/core';
import { IconExternalLink } from '@tabler/icons-react';
import { lazyPart } from '../../services/lazy-part.tsx';
import { LoadBoundary } from '../../shell/loading/LoadBoundary.tsx';
import { useOwnMetrics } from './calls.ts';
import classes from './dashboard.module.css';

const OwnCharts = lazyPart(async () => (await import('./OwnCharts.tsx')).OwnCharts);

export function MetricsSection() {
  const metrics = useOwnMetrics();
  return (
    <Stack gap="md">
      <div className={classes.bar}>
        <p className={classes.about}>
          The control plane itself over the last hour. A monitoring system can read the same at{' '}
          <code>/metrics</code>.
        </p>
        {metrics.grafana_url !== null && (
          <Button
            component="a"
            href={metrics.grafana_url}
            target="_blank"
            rel="noreferrer"
            variant="default"
            leftSection={<IconExternalLink size={16} />}
          >
            Open Grafana
          </Button>
        )}
      </div>
      <LoadBoundary what="The charts" skeleton={<PageSkeleton label="Loading" />}>
        <OwnCharts metrics={metrics} />
      </LoadBoundary>
    </Stack>
  );
}
