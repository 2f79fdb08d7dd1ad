/** Ways on from a workspace that was just created. */
import { said } from '@acacia/texts';
import { workspaceCan, type Workspace } from '@acacia/contract';
import { Card } from '@acacia/ui';
import { Group } from '@mantine/core';
import { IconBinaryTree2, IconCode, IconDatabaseImport } from '@tabler/icons-react';
import { LinkButton } from '../../../shell/LinkButton.tsx';

const ICON = { size: 15, stroke: 1.7 } as const;

export function NextSteps({ workspace }: { readonly workspace: Workspace }) {
  const search = { workspace_id: workspace.workspace_id };
  const connect = workspaceCan('connect', workspace);
  const write = workspaceCan('write', workspace);
  const reach = connect.allowed ? undefined : said(connect.reason);
  return (
    <Card
      title={
        connect.allowed
          ? `${workspace.name} is ready. What next?`
          : `${workspace.name} is on its way. What next?`
      }
      description={
        connect.allowed
          ? 'Load files, for which a schema is proposed, or write to it in GSQL.'
          : 'The buttons can be used as soon as it is Active.'
      }
    >
      <Group gap="xs">
        <LinkButton
          to="/ingestion"
          search={search}
          leftSection={<IconDatabaseImport {...ICON} />}
          disabledReason={reach ?? (write.allowed ? undefined : write.reason)}
        >
          Load data
        </LinkButton>
        <LinkButton
          to="/editor"
          search={search}
          variant="default"
          leftSection={<IconCode {...ICON} />}
          disabledReason={reach}
        >
          Open editor
        </LinkButton>
        <LinkButton
          to="/explore"
          search={search}
          variant="default"
          leftSection={<IconBinaryTree2 {...ICON} />}
          disabledReason={reach}
        >
          Explore
        </LinkButton>
      </Group>
    </Card>
  );
}
