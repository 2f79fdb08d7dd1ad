/** Values with which a query ran before, from the history of the person's runs; the last ones are filled in. */
import type { WorkspaceClient } from '@acacia/api-client';
import { parseJson } from '@acacia/base';
import type { RunHistoryEntry } from '@acacia/contract';
import { Button, Menu } from '@mantine/core';
import { IconHistory } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import classes from './parameters.module.css';

/** Entries that are looked at, and different values that are offered. */
const READ = 50;
const OFFERED = 8;

type Values = Readonly<Record<string, unknown>>;

/** Different parameters of runs, the latest first. */
function earlierValues(entries: readonly RunHistoryEntry[]): readonly string[] {
  const texts = entries.flatMap(({ parameters }) =>
    parameters === null || parameters === '{}' ? [] : [parameters],
  );
  return [...new Set(texts)].slice(0, OFFERED);
}

interface EarlierValuesProps {
  readonly workspaceId: string;
  readonly client: WorkspaceClient;
  readonly query: string;
  /** null: any graph. */
  readonly graph: string | null;
  /** @param chosen by the person, not the last ones by themselves */
  readonly onUse: (values: Values, chosen: boolean) => void;
}

export function EarlierValues({ workspaceId, client, query, graph, onUse }: EarlierValuesProps) {
  const { data } = useQuery({
    queryKey: ['workspace', workspaceId, 'run-history', 'values', graph, query],
    queryFn: ({ signal }) =>
      client.runHistory({ query, ...(graph === null ? {} : { graph }), rows: READ }, { signal }),
    gcTime: 0,
  });
  const texts = useMemo(() => earlierValues(data?.entries ?? []), [data]);
  const last = texts[0];
  useEffect(() => {
    if (last !== undefined) onUse(parseJson(last) as Values, false);
  }, [last, onUse]);
  if (last === undefined) return null;
  return (
    <Menu position="bottom-start">
      <Menu.Target>
        <Button variant="default" size="compact-sm" leftSection={<IconHistory size={14} />}>
          Values of earlier runs
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {texts.map((text) => (
          <Menu.Item key={text} onClick={() => onUse(parseJson(text) as Values, true)}>
            <code className={classes.earlier}>{text}</code>
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
