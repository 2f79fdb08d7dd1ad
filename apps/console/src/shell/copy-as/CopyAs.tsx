/** The calls that a form would send, as lines for a terminal: of the command line, and of curl. */
import { CopyButton, useOnTop } from '@acacia/ui';
import { Button, Loader, Popover } from '@mantine/core';
import { IconTerminal2 } from '@tabler/icons-react';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { part } from '../../services/part.ts';
import { GuideLink } from '../GuideLink.tsx';
import { LoadBoundary } from '../loading/LoadBoundary.tsx';
import classes from './copy-as.module.css';
import type { FormCall } from './form-call.ts';

interface CopyAsProps {
  /** In the order in which they are sent; a function is asked when the lines are opened. */
  readonly calls: readonly FormCall[] | (() => readonly FormCall[]);
}

/** The table of all calls is loaded when the lines are wanted. */
const loadCommands = () => part(() => import('@acacia/api-client/commands'));

export function CopyAs({ calls }: CopyAsProps) {
  const [opened, setOpened] = useState(false);
  // Escape closes the lines, and not the dialog with the form.
  useOnTop(opened, () => undefined);
  return (
    <Popover
      opened={opened}
      onChange={setOpened}
      width={460}
      position="top-start"
      withinPortal
      trapFocus
      returnFocus
    >
      <Popover.Target>
        <Button
          variant="subtle"
          size="compact-sm"
          leftSection={<IconTerminal2 size={14} stroke={1.7} />}
          aria-expanded={opened}
          onClick={() => setOpened(!opened)}
        >
          Copy as command
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label="Copy as command" className={classes.dropdown}>
        <LoadBoundary compact what="The command" skeleton={<Loader size="sm" aria-label="Loading" />}>
          <Lines calls={calls} />
        </LoadBoundary>
      </Popover.Dropdown>
    </Popover>
  );
}

function Lines({ calls }: CopyAsProps) {
  const {
    data: { asCommand, asCurl },
  } = useSuspenseQuery({ queryKey: ['commands'], queryFn: loadCommands, staleTime: Infinity });
  const shown = typeof calls === 'function' ? calls() : calls;
  const command = shown.map(({ call, input }) => asCommand(call, input)).join('\n');
  const curl = shown.map(({ call, input }) => asCurl(call, input, window.location.origin)).join('\n\n');
  return (
    <>
      <Line title="Command line" label="command" text={command} />
      <Line title="cURL" label="curl command" text={curl} />
      <div className={classes.note}>
        <p>
          The credential is an API key, or a token, in ACACIA_API_KEY. Words in capitals stand for secrets,
          and for ids of what is made before.
        </p>
        <GuideLink guide="command-line" about="the command line" />
      </div>
    </>
  );
}

function Line({
  title,
  label,
  text,
}: {
  readonly title: string;
  readonly label: string;
  readonly text: string;
}) {
  return (
    <section className={classes.line}>
      <header className={classes.head}>
        <h3>{title}</h3>
        <CopyButton value={text} label={label} />
      </header>
      <pre tabIndex={0} aria-label={title}>
        {text}
      </pre>
    </section>
  );
}
