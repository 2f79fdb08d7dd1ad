/** `/onboarding/choose`: own files, or a sample. */
import { NO_INSTALL_RIGHT, workspaceCan } from '@acacia/contract';
import { Card } from '@acacia/ui';
import { Group } from '@mantine/core';
import { IconFileImport, IconShieldSearch } from '@tabler/icons-react';
import { useCan, useDenied } from '../../data/me.ts';
import { idsOf } from '../../data/workspaces.ts';
import { LinkButton } from '../../shell/LinkButton.tsx';
import type { ReadyWorkspace } from '../workspace-tool/ToolGate.tsx';
import { OnboardingPage } from './OnboardingPage.tsx';
import classes from './onboarding.module.css';

export function Page() {
  return (
    <OnboardingPage
      title="How would you like to begin?"
      description="Your workspace is ready. Both ways can be taken later too."
    >
      {(ready) => <Choices {...ready} />}
    </OnboardingPage>
  );
}

function Choices({ workspace }: ReadyWorkspace) {
  const search = { workspace_id: workspace.workspace_id };
  const denied = useDenied()('workspace.update', idsOf(workspace));
  const mayInstall = useCan()('solution.install', idsOf(workspace));
  const write = workspaceCan('write', workspace);
  const refusal = write.allowed ? undefined : write.reason;
  return (
    <div className={classes.choices}>
      <Card
        title={
          <Group gap={8} component="span">
            <IconFileImport size={18} stroke={1.6} aria-hidden="true" />
            Bring my files
          </Group>
        }
      >
        <div className={classes.choice}>
          <p>
            CSV, JSON or Parquet. Types, keys and relationships are found in them; you change what you want,
            and get a graph.
          </p>
          <LinkButton to="/onboarding/import-csv" search={search} disabledReason={refusal ?? denied}>
            Import files
          </LinkButton>
        </div>
      </Card>
      <Card
        title={
          <Group gap={8} component="span">
            <IconShieldSearch size={18} stroke={1.6} aria-hidden="true" />
            Look at a sample
          </Group>
        }
      >
        <div className={classes.choice}>
          <p>A graph of card payments with fraud in it: generated data, with queries that find it.</p>
          <LinkButton
            to="/onboarding/view-sample-data"
            search={search}
            variant="default"
            disabledReason={refusal ?? (mayInstall ? undefined : NO_INSTALL_RIGHT)}
          >
            Look at the sample
          </LinkButton>
        </div>
      </Card>
    </div>
  );
}
