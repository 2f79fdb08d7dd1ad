/** The facts that a program needs to connect: the endpoint, a token, and a first program in several languages. */
import type { Workspace } from '@acacia/contract';
import { CopyableId } from '@acacia/ui';
import { Button, Collapse, UnstyledButton } from '@mantine/core';
import { IconChevronRight, IconKey } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { Programs } from '../parameters/Programs.tsx';
import { firstProgram } from '../parameters/snippets.ts';
import classes from './connect.module.css';
import { TokenDialog } from './TokenDialog.tsx';

interface HowToConnectProps {
  readonly workspace: Workspace;
  readonly origin: string;
  /** Null while there is none. */
  readonly graph: string | null;
}

export function HowToConnect({ workspace, origin, graph }: HowToConnectProps) {
  const [token, setToken] = useState(false);
  const [code, setCode] = useState(false);
  const codeId = useId();
  return (
    <section className={classes.how} aria-label="How to connect">
      <dl className={classes.facts}>
        <dt>Endpoint</dt>
        <dd>
          <CopyableId value={origin} label="endpoint" whole />
        </dd>
        <dt>Token</dt>
        <dd>
          <Button
            size="compact-sm"
            variant="default"
            leftSection={<IconKey size={14} stroke={1.7} />}
            onClick={() => setToken(true)}
          >
            Generate database token
          </Button>
        </dd>
      </dl>
      {graph !== null && (
        <>
          <UnstyledButton
            className={classes.toggle}
            aria-expanded={code}
            aria-controls={codeId}
            onClick={() => setCode(!code)}
          >
            <IconChevronRight size={14} stroke={1.8} className={classes.chevron} />
            Code to connect
          </UnstyledButton>
          <Collapse expanded={code} id={codeId}>
            <p className={classes.about}>Connects, and counts the vertices of {graph} by type.</p>
            <Programs render={(language) => firstProgram(language, origin, graph)} />
          </Collapse>
        </>
      )}
      {token && <TokenDialog workspace={workspace} onClose={() => setToken(false)} />}
    </section>
  );
}
