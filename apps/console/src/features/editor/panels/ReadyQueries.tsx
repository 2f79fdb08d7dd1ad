/** The queries of the graph that can be run at once, below a file without text. */
import type { ToolRights, WireQueryInfo } from '@acacia/contract';
import { ActionButton } from '@acacia/ui';
import { Button } from '@mantine/core';
import { IconPlayerPlay } from '@tabler/icons-react';
import classes from './panels.module.css';

/** More than these are behind a button. */
const SHOWN = 8;

interface ReadyQueriesProps {
  readonly graph: string;
  readonly queries: readonly WireQueryInfo[];
  readonly rights: ToolRights;
  readonly onRun: (query: WireQueryInfo) => void;
  readonly onAll: () => void;
}

export function ReadyQueries({ graph, queries, rights, onRun, onAll }: ReadyQueriesProps) {
  const ready = queries.filter(({ installed }) => installed);
  if (ready.length === 0) return null;
  return (
    <section className={classes.ready} aria-label={`Queries of ${graph} that are ready`}>
      <span className={classes.note}>Ready in {graph}</span>
      <ul className={classes.readyList}>
        {ready.slice(0, SHOWN).map((query) => (
          <li key={query.name} title={query.name}>
            <ActionButton
              size="compact-sm"
              variant="default"
              leftSection={<IconPlayerPlay size={13} stroke={1.7} />}
              disabledReason={rights.refusal('query.run', graph, query.name)}
              onClick={() => onRun(query)}
            >
              {query.name}
            </ActionButton>
          </li>
        ))}
      </ul>
      {queries.length > SHOWN && (
        <Button size="compact-sm" variant="subtle" onClick={onAll}>
          All {queries.length} queries
        </Button>
      )}
    </section>
  );
}
