/** Installing a solution from the marketplace, into any workspace or into one that is made for it. */
import { said } from '@acacia/texts';
import { NO_CREATE_RIGHT, NO_INSTALL_RIGHT, type SolutionCatalogEntry } from '@acacia/contract';
import { ActionButton } from '@acacia/ui';
import { useNavigate } from '@tanstack/react-router';
import { Suspense, useState, type ReactNode } from 'react';
import { useCan } from '../../data/me.ts';
import { useSolutionsOf } from '../../data/solutions.ts';
import { useWorkgroups, workspacesOf } from '../../data/workgroups.ts';
import { idsOf } from '../../data/workspaces.ts';
import { lazyPart } from '../../services/lazy-part.tsx';
import { InstallDialog } from '../workgroups/solutions/InstallDialog.tsx';
import { SolutionLog } from '../workgroups/solutions/SolutionLog.tsx';

const WorkgroupPicker = lazyPart(async () => (await import('../home/WorkgroupPicker.tsx')).default);

type Open =
  | { readonly what: 'install' | 'create'; readonly solution: SolutionCatalogEntry }
  | { readonly what: 'log'; readonly id: string };

/** The solutions that are installed anywhere, the way to install one, and its dialogs, which the page draws. */
export function useInstaller() {
  const groups = useWorkgroups();
  const instances = useSolutionsOf(groups.map(({ workgroup_id }) => workgroup_id));
  const may = useCan();
  const navigate = useNavigate();
  const [open, setOpen] = useState<Open | null>(null);
  const close = () => setOpen(null);
  const workspaces = workspacesOf(groups);
  const administered = groups.filter(({ workgroup_id }) => may('workspace.create', { workgroup_id }));
  const creates = may('workgroup.create') || administered.length > 0;
  const installs = workspaces.some((workspace) => may('solution.install', idsOf(workspace)));
  /** There is nothing to choose without a workgroup. */
  const create = (solution: SolutionCatalogEntry): void => {
    if (administered.length > 0) setOpen({ what: 'create', solution });
    else void navigate({ to: '/groups/new', search: { solution: solution.id } });
  };
  const logged = open?.what === 'log' ? instances.find(({ id }) => id === open.id) : undefined;
  const dialogs: ReactNode = (
    <>
      {open?.what === 'install' && (
        <InstallDialog
          withWorkgroup
          workspaces={workspaces}
          solution={open.solution}
          instances={instances}
          preferred={undefined}
          create={
            <ActionButton
              variant="default"
              disabledReason={creates ? undefined : said(NO_CREATE_RIGHT)}
              onClick={() => create(open.solution)}
            >
              Create workspace
            </ActionButton>
          }
          onClose={close}
          onStarted={({ id }) => setOpen({ what: 'log', id })}
        />
      )}
      {open?.what === 'create' && (
        <Suspense>
          <WorkgroupPicker
            groups={administered}
            mayCreateGroup={may('workgroup.create')}
            solution={open.solution.id}
            onClose={close}
          />
        </Suspense>
      )}
      {logged !== undefined && <SolutionLog instance={logged} onClose={close} />}
    </>
  );
  return {
    instances,
    /** Why nothing can be installed; undefined when it can. */
    refusal: installs || creates ? undefined : said(NO_INSTALL_RIGHT),
    install: (solution: SolutionCatalogEntry) => setOpen({ what: 'install', solution }),
    showLog: (id: string) => setOpen({ what: 'log', id }),
    dialogs,
  };
}
