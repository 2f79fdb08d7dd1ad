/** The log of an installation or removal; while one is under way it follows the end. */
import { t } from '@acacia/texts';
import type { SolutionInstance } from '@acacia/contract';
import { CopyButton } from '@acacia/ui';
import { Modal } from '@mantine/core';
import { useRef } from 'react';
import { isPending } from '../../../data/solutions.ts';
import { SolutionStatusBadge } from './SolutionStatusBadge.tsx';
import classes from './solutions.module.css';

/** Width of the viewer in pixels (specification part 2, section 2). */
const WIDTH = 658;
/** Pixels from the end that still count as being there. */
const NEAR = 32;

export function SolutionLog({
  instance,
  onClose,
}: {
  readonly instance: SolutionInstance;
  readonly onClose: () => void;
}) {
  /** True until someone scrolls up to read. */
  const follows = useRef(true);
  const text = instance.gsql_log;
  const toEnd = (pane: HTMLPreElement | null): void => {
    if (pane !== null && follows.current) pane.scrollTop = pane.scrollHeight;
  };
  return (
    <Modal opened onClose={onClose} title={`Log of ${instance.name}`} size={WIDTH}>
      <div className={classes.fileHead}>
        <SolutionStatusBadge status={instance.solution_status} />
        <CopyButton value={text} label="log" copiedMessage="log copied successfully." />
      </div>
      <pre
        // A new function with each drawing, so that it is called with each.
        ref={toEnd}
        className={classes.log}
        role="log"
        aria-label={`Log of ${instance.name}`}
        aria-busy={isPending(instance)}
        tabIndex={0}
        onScroll={({ currentTarget: { scrollHeight, scrollTop, clientHeight } }) => {
          follows.current = scrollHeight - scrollTop - clientHeight < NEAR;
        }}
      >
        {text === '' ? t`Nothing has been written yet.` : text}
      </pre>
    </Modal>
  );
}
