/** The loading job in GSQL: shown, copied, and written by a person, which is read back into the mapping where it can be. */
import { Button, Code, Collapse, Group, Textarea } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconChevronDown } from '@tabler/icons-react';
import type { GraphSchema } from '@acacia/language';
import { CopyButton, Notice } from '@acacia/ui';
import { useState } from 'react';
import { readJob } from './read-job.ts';
import type { Loader } from './useLoader.ts';
import classes from './ingestion.module.css';

interface JobTextProps {
  readonly loader: Loader;
  readonly graph: string;
  readonly schema: GraphSchema;
}

export function JobText({ loader, graph, schema }: JobTextProps) {
  const { own, files } = loader.state;
  const [shown, { toggle }] = useDisclosure(own !== null);
  /** The text as it is being written; null: it is only shown. */
  const [written, setWritten] = useState<string | null>(null);
  const [fault, setFault] = useState<string | null>(null);
  const leave = (): void => {
    setWritten(null);
    setFault(null);
  };
  const apply = (): void => {
    if (written === null) return;
    const read = readJob(written, graph, schema, files);
    if (read.kind === 'fault') {
      setFault(read.message);
      return;
    }
    loader.dispatch(
      read.kind === 'mapping'
        ? { kind: 'adopt', graph, mappings: read.mappings }
        : { kind: 'own', own: read.job },
    );
    leave();
  };
  return (
    <div>
      {own !== null && (
        <Notice
          tone="info"
          action={
            <Button
              size="compact-xs"
              variant="default"
              onClick={() => loader.dispatch({ kind: 'own', own: null })}
            >
              Back to the mapping
            </Button>
          }
        >
          The job is run as it is written in GSQL: it says more than the mapping can.
        </Notice>
      )}
      <Button
        size="compact-sm"
        variant="subtle"
        color="gray"
        aria-expanded={shown}
        rightSection={<IconChevronDown size={14} />}
        onClick={toggle}
      >
        {shown ? 'Hide GSQL' : 'Show GSQL'}
      </Button>
      <Collapse expanded={shown}>
        {written === null ? (
          <div className={classes.code}>
            <Group gap="xs">
              <Button size="compact-xs" variant="default" onClick={() => setWritten(loader.text)}>
                Edit GSQL
              </Button>
              <CopyButton value={loader.text} label="Copy the loading job" />
            </Group>
            <Code block>{loader.text}</Code>
          </div>
        ) : (
          <div className={classes.stack}>
            <Textarea
              aria-label="The loading job in GSQL"
              classNames={{ input: classes.written }}
              autosize
              minRows={6}
              maxRows={24}
              spellCheck={false}
              value={written}
              error={fault}
              onChange={(event) => {
                setWritten(event.currentTarget.value);
                setFault(null);
              }}
            />
            <Group gap="xs" justify="flex-end">
              <Button size="compact-sm" variant="default" onClick={leave}>
                Discard
              </Button>
              <Button size="compact-sm" onClick={apply}>
                Apply
              </Button>
            </Group>
          </div>
        )}
      </Collapse>
    </div>
  );
}
