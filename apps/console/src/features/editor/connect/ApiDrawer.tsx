/**
 * Connect From API: what a program needs, and the endpoints of a graph, each to be tried and taken along (specification
 * part 4, section 2).
 */
import type { Workspace } from '@acacia/contract';
import { EmptyState, ErrorState, TableSkeleton, useOnTop } from '@acacia/ui';
import { ActionIcon, Drawer, Tabs, TextInput, Tooltip } from '@mantine/core';
import { IconRefresh, IconSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Fragment, useState, type ReactNode } from 'react';
import { useWorkspaceClient } from '../../../data/workspace-client.ts';
import { GraphPicker } from '../../../shell/GraphPicker.tsx';
import { graphsQuery, schemaQuery } from '../../workspace-tool/useGraphChoice.ts';
import classes from './connect.module.css';
import { EndpointDialog } from './EndpointDialog.tsx';
import { HowToConnect } from './HowToConnect.tsx';
import { listedEndpoints, matching, type EndpointKind, type ListedEndpoint } from './endpoints.ts';

/** Milliseconds for which the vertex types are not asked for again (specification part 4, section 9). */
const TYPES_MS = 5 * 60_000;

/** A path that breaks after its slashes, rather than within a word. */
const breakable = (path: string): ReactNode =>
  path.split(/(?<=\/)/).map((part, index) => (
    <Fragment key={index}>
      {part}
      <wbr />
    </Fragment>
  ));

interface ApiDrawerProps {
  readonly workspace: Workspace;
  /** The graph at first; else the first there is. */
  readonly graph?: string | null;
  /** An installed query of the graph, at whose endpoint the drawer opens. */
  readonly query?: string | undefined;
  readonly onClose: () => void;
}

export function ApiDrawer({ workspace, graph: first = null, query, onClose }: ApiDrawerProps) {
  const id = workspace.workspace_id;
  const client = useWorkspaceClient(workspace);
  const close = useOnTop(true, onClose);
  const [kind, setKind] = useState<EndpointKind>('query');
  const [chosen, setChosen] = useState<string | null>(first);
  const [search, setSearch] = useState('');
  /** Undefined until the person has opened or closed one. */
  const [opened, setOpen] = useState<ListedEndpoint | null>();
  const graphs = useQuery(graphsQuery(client, id));
  const names = graphs.data?.map(({ graphName }) => graphName);
  const graph = chosen ?? names?.[0] ?? null;
  const schema = useQuery({
    ...schemaQuery(client, id, graph),
    enabled: graph !== null,
    staleTime: TYPES_MS,
  });
  const endpoints = useQuery({
    queryKey: ['workspace', id, 'endpoints', graph, kind],
    queryFn: ({ signal }) =>
      client.endpoints(graph ?? '', kind === 'builtin' ? { builtin: true } : { dynamic: true }, { signal }),
    enabled: graph !== null,
  });
  const failed = [graphs, schema, endpoints].find(({ isError }) => isError);
  const refresh = () => {
    for (const each of graph === null ? [graphs] : [graphs, schema, endpoints]) void each.refetch();
  };
  const vertexTypes = schema.data?.VertexTypes.map(({ Name }) => Name) ?? [];
  const noSchema = names?.length === 0 || (schema.data !== undefined && vertexTypes.length === 0);
  const all =
    graph === null || endpoints.data === undefined
      ? undefined
      : listedEndpoints(kind, graph, endpoints.data, workspace.is_rw);
  const shown = all === undefined ? undefined : matching(all, search);
  const asked = query === undefined ? undefined : all?.find(({ title }) => title === query);
  const open = opened === undefined ? (asked ?? null) : opened;
  const empty = noSchema && (kind === 'builtin' || all === undefined || all.length === 0);
  return (
    <Drawer opened onClose={close} position="right" size={560} title="Connect from API">
      <HowToConnect workspace={workspace} origin={client.origin} graph={graph} />
      <Tabs value={kind} onChange={(tab) => setKind(tab === 'builtin' ? 'builtin' : 'query')}>
        <Tabs.List>
          <Tabs.Tab value="query">Installed query</Tabs.Tab>
          <Tabs.Tab value="builtin">Built-in query</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value={kind}>
          <div className={classes.tools}>
            <GraphPicker graphs={names} graph={graph} onChoose={setChosen} />
            <TextInput
              style={{ flex: 1, minWidth: 180 }}
              aria-label="Search endpoints"
              placeholder="Search endpoints"
              leftSection={<IconSearch size={14} />}
              value={search}
              onChange={(event) => setSearch(event.currentTarget.value)}
            />
            <Tooltip label="Refresh">
              <ActionIcon
                variant="default"
                size={36}
                aria-label="Refresh endpoints"
                loading={endpoints.isFetching}
                onClick={refresh}
              >
                <IconRefresh size={16} stroke={1.7} />
              </ActionIcon>
            </Tooltip>
          </div>
          {failed !== undefined ? (
            <ErrorState compact what="The endpoints" error={failed.error} onRetry={refresh} />
          ) : empty ? (
            <EmptyState
              compact
              title="Graph schema is empty, please create graph schema."
              description="The schema designer draws vertex and edge types."
            />
          ) : shown === undefined ? (
            <TableSkeleton rows={6} label="Loading endpoints" />
          ) : shown.length === 0 ? (
            <EmptyState
              compact
              title="No endpoints available"
              description={
                search.trim() === ''
                  ? 'A query that is installed in the editor is listed here.'
                  : 'Try another text.'
              }
            />
          ) : (
            <ul className={classes.list} aria-label="Endpoints">
              {shown.map((endpoint) => (
                <li key={endpoint.key}>
                  <button type="button" className={classes.endpoint} onClick={() => setOpen(endpoint)}>
                    <span className={classes.method} data-method={endpoint.call.method}>
                      {endpoint.call.method}
                    </span>
                    <span className={classes.path}>{breakable(endpoint.path)}</span>
                    {endpoint.about !== '' && <span className={classes.about}>{endpoint.about}</span>}
                  </button>
                </li>
              ))}
            </ul>
          )}
        </Tabs.Panel>
      </Tabs>
      {open !== null && graph !== null && (
        <EndpointDialog
          key={open.key}
          workspaceId={id}
          client={client}
          graph={graph}
          version={workspace.tg_version}
          endpoint={open}
          vertexTypes={vertexTypes}
          onClose={() => setOpen(null)}
        />
      )}
    </Drawer>
  );
}
