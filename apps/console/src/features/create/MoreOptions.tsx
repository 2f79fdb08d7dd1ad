/** The choices of a form that few people change, folded away. What is folded keeps its values. */
import { Stack, UnstyledButton } from '@mantine/core';
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react';
import { useId, type ReactNode } from 'react';
import classes from './WorkspaceForm.module.css';

interface MoreOptionsProps {
  readonly opened: boolean;
  readonly onToggle: () => void;
  readonly children: ReactNode;
}

export function MoreOptions({ opened, onToggle, children }: MoreOptionsProps) {
  const id = useId();
  const Chevron = opened ? IconChevronDown : IconChevronRight;
  return (
    <div>
      <UnstyledButton className={classes.more} aria-expanded={opened} aria-controls={id} onClick={onToggle}>
        <Chevron size={16} stroke={1.8} aria-hidden="true" />
        More options
        <span className={classes.moreNote}>Version, size, availability, database, add-ons, suspension</span>
      </UnstyledButton>
      <div id={id} hidden={!opened}>
        <Stack gap="md" mt="xs">
          {children}
        </Stack>
      </div>
    </div>
  );
}
