/** Solutions that can be installed, and those installed in the workspaces of the workgroup. */
import { said } from '@acacia/texts';
import { NO_INSTALL_RIGHT, type SolutionCatalogEntry, type Workgroup } from '@acacia/contract';
import { Heading, Notice, PageSkeleton } from '@acacia/ui';
import { Stack } from '@mantine/core';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useCan, useDenied } from '../../../data/me.ts';
import { solutionCatalogQuery, useKnownSolutions, useSolutions } from '../../../data/solutions.ts';
import { idsOf } from '../../../data/workspaces.ts';
import { useServices } from '../../../services/services.ts';
import { LinkButton } from '../../../shell/LinkButton.tsx';
import { LoadBoundary } from '../../../shell/loading/LoadBoundary.tsx';
import { ContentsDialog } from './ContentsDialog.tsx';
import { InstallDialog } from './InstallDialog.tsx';
import { SolutionCard } from './SolutionCard.tsx';
import { SolutionLog } from './SolutionLog.tsx';
import classes from './solutions.module.css';
import { WorkspaceSolutions } from './WorkspaceSolutions.tsx';

type Open =
  | { readonly what: 'install' | 'contents'; readonly solution: SolutionCatalogEntry }
  | { readonly what: 'log'; readonly id: string };

export function Tab({ group }: { readonly group: Workgroup }) {
  const known = useKnownSolutions();
  const solutions = useSolutions(group.workgroup_id);
  const spaceId = useSearch({ from: '/shell/groups/$groupID', select: (search) => search.space_id });
  const may = useCan();
  const denied = useDenied();
  const [open, setOpen] = useState<Open | null>(null);
  const close = () => setOpen(null);
  const installer = group.workspaces.some((workspace) => may('solution.install', idsOf(workspace)));
  const logged = open?.what === 'log' ? solutions.data?.find(({ id }) => id === open.id) : undefined;
  return (
    <Stack gap="md">
      {!installer && group.workspaces.length > 0 && <Notice tone="info">{said(NO_INSTALL_RIGHT)}</Notice>}
      <WorkspaceSolutions
        group={group}
        catalog={known}
        solutions={solutions.data}
        error={solutions.error}
        onRetry={() => void solutions.refetch()}
        onLog={({ id }) => setOpen({ what: 'log', id })}
        onInstall={(solution) => setOpen({ what: 'install', solution })}
      />
      <LoadBoundary what="The solutions" skeleton={<PageSkeleton label="Loading solutions" />}>
        <Catalog
          refusal={installer ? undefined : said(NO_INSTALL_RIGHT)}
          onOpen={(what, solution) => setOpen({ what, solution })}
        />
      </LoadBoundary>
      {open?.what === 'install' && (
        <InstallDialog
          workspaces={group.workspaces}
          create={
            <LinkButton
              to="/groups/$groupID/spaces/config"
              params={{ groupID: group.workgroup_id }}
              search={{ solution: open.solution.id }}
              variant="default"
              disabledReason={denied('workspace.create', { workgroup_id: group.workgroup_id })}
            >
              Create workspace
            </LinkButton>
          }
          solution={open.solution}
          instances={solutions.data ?? []}
          preferred={spaceId}
          onClose={close}
          onStarted={({ id }) => setOpen({ what: 'log', id })}
        />
      )}
      {open?.what === 'contents' && <ContentsDialog solution={open.solution} onClose={close} />}
      {logged !== undefined && <SolutionLog instance={logged} onClose={close} />}
    </Stack>
  );
}

interface CatalogProps {
  /** Why nothing can be installed; undefined when it can. */
  readonly refusal: string | undefined;
  readonly onOpen: (what: 'install' | 'contents', solution: SolutionCatalogEntry) => void;
}

function Catalog({ refusal, onOpen }: CatalogProps) {
  const { data: catalog } = useSuspenseQuery(solutionCatalogQuery(useServices()));
  return (
    <section aria-label="Solutions">
      <Heading>Solutions</Heading>
      <div className={classes.grid}>
        {catalog.map((solution) => (
          <SolutionCard
            key={solution.id}
            solution={solution}
            refusal={refusal}
            onInstall={() => onOpen('install', solution)}
            onContents={() => onOpen('contents', solution)}
          />
        ))}
      </div>
    </section>
  );
}
