/** The panel at the left of the editor: files, queries, schema. */
import { Tabs } from '@mantine/core';
import type { ComponentProps } from 'react';
import type { Files } from '../files/useFiles.ts';
import type { LeftTab } from '../workbench-state.ts';
import classes from '../editor.module.css';
import { FilesPanel } from './FilesPanel.tsx';
import { QueriesPanel } from './QueriesPanel.tsx';
import { SchemaPanel } from './SchemaPanel.tsx';

export interface LeftPanelProps
  extends
    Omit<ComponentProps<typeof QueriesPanel>, 'onCreate'>,
    Pick<ComponentProps<typeof SchemaPanel>, 'schema' | 'colors' | 'onInsert'> {
  readonly tab: LeftTab;
  readonly onTab: (tab: LeftTab) => void;
  readonly files: Files;
}

export function LeftPanel(props: LeftPanelProps) {
  const { tab, onTab, files, graph, queries, schema, colors, onInsert } = props;
  const create = () => {
    const taken = new Set(queries.list.data?.map(({ name }) => name));
    let number = 1;
    while (taken.has(`query_${number}`)) number += 1;
    const name = `query_${number}`;
    files.addTemporary(
      `${name}.gsql`,
      `CREATE QUERY ${name}() FOR GRAPH ${graph ?? ''} {\n  PRINT "Hello";\n}\n`,
    );
  };
  return (
    <div className={classes.left}>
      <Tabs value={tab} onChange={(value) => onTab(value as LeftTab)}>
        <Tabs.List grow>
          <Tabs.Tab value="files">Files</Tabs.Tab>
          <Tabs.Tab value="queries">Queries</Tabs.Tab>
          <Tabs.Tab value="schema">Schema</Tabs.Tab>
        </Tabs.List>
      </Tabs>
      <div className={classes.leftPanel}>
        {tab === 'files' && <FilesPanel files={files} />}
        {tab === 'queries' && (
          <QueriesPanel
            graph={graph}
            queries={queries}
            onOpen={props.onOpen}
            onRun={props.onRun}
            onEndpoint={props.onEndpoint}
            onCreate={create}
            rights={props.rights}
          />
        )}
        {tab === 'schema' && <SchemaPanel schema={schema} colors={colors} onInsert={onInsert} />}
      </div>
    </div>
  );
}
