/** The frame of the onboarding: the four steps of an import, and the way out (specification part 3, section 2). */
import { t } from '@acacia/texts';
import { hint, Logo } from '@acacia/ui';
import { ActionIcon } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { Outlet, useLocation, useRouter } from '@tanstack/react-router';
import { useSelectedWorkspace } from '../../data/selected-workspace.ts';
import { useChanges } from '../../data/changes.ts';
import { StepIndicator } from './StepIndicator.tsx';
import classes from './onboarding.module.css';
import { Connected } from './useFirstWorkspace.ts';

export function OnboardingFrame() {
  const pathname = useLocation({ select: (location) => location.pathname });
  const { away, connected } = useChanges(true);
  return (
    <div className={classes.frame}>
      <header className={classes.header}>
        <Logo size={24} />
        <StepIndicator pathname={pathname} />
        <CloseLink />
      </header>
      <main className={classes.main}>
        <div className={classes.column}>
          <Connected value={connected}>
            <Outlet />
          </Connected>
        </div>
        <div id="overlays" />
      </main>
      {away && (
        <p className={classes.away} role="status">
          The server cannot be reached. What is shown may be out of date.
        </p>
      )}
    </div>
  );
}

/** Leads to the workspace, or home where there is none yet. */
function CloseLink() {
  const { workspace } = useSelectedWorkspace();
  const router = useRouter();
  const { href } = router.buildLocation(
    workspace === undefined
      ? { to: '/' }
      : {
          to: '/groups/$groupID',
          params: { groupID: workspace.workgroup_id },
          search: { workspace_id: workspace.workspace_id },
        },
  );
  return (
    <ActionIcon
      component="a"
      href={href}
      variant="subtle"
      color="gray"
      size={36}
      aria-label="Close the onboarding"
      {...hint(t`Close`)}
      onClick={(event) => {
        if (event.ctrlKey || event.metaKey || event.shiftKey) return;
        event.preventDefault();
        router.history.push(href);
      }}
    >
      <IconX size={18} stroke={1.7} />
    </ActionIcon>
  );
}
