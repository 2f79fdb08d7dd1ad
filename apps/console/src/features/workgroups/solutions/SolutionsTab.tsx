/** Solutions that can be installed, and those installed in the workspaces of the workgroup. */
import { NO_INSTALL_RIGHT, type SolutionCatalogEntry, type Workgroup } from '@acacia/contract';
import { ErrorState, Heading, Notice, PageSkeleton } from '@acacia/ui';
import { Stack } from '@mantine/core';
import { useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useCan, useMe } from '../../../data/me.ts';
import { useSolutionCatalog, useSolutions } from '../../../data/solutions.ts';
import { idsOf } from '../../../data/workspaces.ts';
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
  const catalog = useSolutionCatalog();
  const solutions = useSolutions(group.workgroup_id);
  const spaceId = useSearch({ from: '/shell/groups/$groupID', select: (search) => search.space_id });
  const may = useCan();
  const { data: me } = useMe();
  const [open, setOpen] = useState<Open | null>(null);
  const close = () => setOpen(null);
  const installer = group.workspaces.some((workspace) => may('solution.install', idsOf(workspace)));
  const logged = open?.what === 'log' ? solutions.data?.find(({ id }) => id === open.id) : undefined;
  return (
    <Stack gap="md">
      {me !== undefined && !installer && group.workspaces.length > 0 && (
        <Notice tone="info">{NO_INSTALL_RIGHT}</Notice>
      )}
      <WorkspaceSolutions
        group={group}
        catalog={catalog.data ?? []}
        solutions={solutions.data}
        error={solutions.error}
        onRetry={() => void solutions.refetch()}
        onLog={({ id }) => setOpen({ what: 'log', id })}
        onInstall={(solution) => setOpen({ what: 'install', solution })}
      />
      {catalog.data !== undefined ? (
        <section aria-label="Solutions">
          <Heading>Solutions</Heading>
          <div className={classes.grid}>
            {catalog.data.map((solution) => (
              <SolutionCard
                key={solution.id}
                solution={solution}
                refusal={installer ? undefined : NO_INSTALL_RIGHT}
                onInstall={() => setOpen({ what: 'install', solution })}
                onContents={() => setOpen({ what: 'contents', solution })}
              />
            ))}
          </div>
        </section>
      ) : catalog.error === null ? (
        <PageSkeleton label="Loading solutions" />
      ) : (
        <ErrorState what="The solutions" error={catalog.error} onRetry={() => void catalog.refetch()} />
      )}
      {open?.what === 'install' && (
        <InstallDialog
          group={group}
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
