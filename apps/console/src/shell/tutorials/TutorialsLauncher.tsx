/** Opens the tutorials, at the foot of the navigation, and points to them until a person has seen it. */
import { t } from '@acacia/texts';
import { hint } from '@acacia/ui';
import { UnstyledButton } from '@mantine/core';
import { useLocalStorage } from '@mantine/hooks';
import { IconSchool } from '@tabler/icons-react';
import classes from './TutorialsLauncher.module.css';

interface TutorialsLauncherProps {
  readonly collapsed: boolean;
  /** Whether the navigation is in the drawer of a narrow page: there is no room beside it. */
  readonly inDrawer: boolean;
  readonly opened: boolean;
  readonly onOpen: () => void;
}

export function TutorialsLauncher({ collapsed, inDrawer, opened, onOpen }: TutorialsLauncherProps) {
  const [dismissed, setDismissed] = useLocalStorage({
    key: 'acacia.tutorials.dismissed',
    defaultValue: false,
    getInitialValueInEffect: false,
  });
  return (
    <div className={classes.place} data-collapsed={collapsed || undefined}>
      <UnstyledButton
        className={classes.button}
        aria-label="Tutorials"
        aria-expanded={opened}
        onClick={onOpen}
        {...hint(collapsed ? t`Tutorials` : undefined, 'right')}
      >
        <IconSchool size={18} stroke={1.6} className={classes.icon} aria-hidden="true" />
        {!collapsed && 'Tutorials'}
      </UnstyledButton>
      {!dismissed && !opened && !inDrawer && (
        <div role="note" className={classes.tip}>
          <span>Start your journey with our tutorials</span>
          <UnstyledButton className={classes.gotIt} onClick={() => setDismissed(true)}>
            Got it!
          </UnstyledButton>
        </div>
      )}
    </div>
  );
}
