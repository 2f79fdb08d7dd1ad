/** `/onboarding/choose`: own files, or a sample. */
import { said } from '@acacia/texts';
import { NO_INSTALL_RIGHT, workspaceCan } from '@acacia/contract';
import { Card } from '@acacia/ui';
import { Group } from '@mantine/core';
import { IconFileImport, IconShieldSearch } from '@tabler/icons-react';
import { useCan, useDenied } from '../../data/me.ts';
import { idsOf } from '../../data/workspaces.ts';
import { LinkButton } from '../../shell/LinkButton.tsx';
import { FRAUD_GUIDE } from '../explore/investigation/fraud.ts';
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
  const refusal = write.allowed ? undefined : said(write.reason);
  return (
    <div className={classes.choices}>
      <Card
        title={
          <Group gap={8} component="span">
            <IconFileImport size={18} stroke={1.6} aria-hidden="true" />
            Bring my own files
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
            Try a fraud graph
          </Group>
        }
      >
        <div className={classes.choice}>
          <p>
            A year of invented card payments, queries that find the fraud in it, and a guide that leads from
            one card to a ring.
          </p>
          <LinkButton
            to="/onboarding/view-sample-data"
            search={{ ...search, source: FRAUD_GUIDE }}
            variant="default"
            disabledReason={refusal ?? (mayInstall ? undefined : said(NO_INSTALL_RIGHT))}
          >
            Load the fraud graph
          </LinkButton>
        </div>
      </Card>
    </div>
  );
}
