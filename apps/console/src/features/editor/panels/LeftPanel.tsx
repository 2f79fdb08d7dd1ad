/** The panel at the left of the editor: files, queries, schema. */
import type { WireQueryInfo } from '@acacia/contract';
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
    Omit<ComponentProps<typeof QueriesPanel>, 'onOpen' | 'onRun'>,
    Pick<ComponentProps<typeof SchemaPanel>, 'schema' | 'colors' | 'onInsert'> {
  readonly tab: LeftTab;
  readonly onTab: (tab: LeftTab) => void;
  readonly files: Files;
  readonly onRun: (query: WireQueryInfo) => void;
}

export function LeftPanel(props: LeftPanelProps) {
  const { tab, onTab, files, graph, queries, onRun, readOnlyReason, schema, colors, onInsert } = props;
  /** Opens the query's text as the workspace has it now, in a temporary file unless it is open already. */
  const openQuery = (query: WireQueryInfo) => {
    const name = `${query.name}.gsql`;
    const same = files.documents.list().find((each) => each.name === name && each.text === query.code);
    if (same === undefined) files.addTemporary(name, query.code);
    else files.openFile(same.id);
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
            onOpen={openQuery}
            onRun={onRun}
            readOnlyReason={readOnlyReason}
          />
        )}
        {tab === 'schema' && <SchemaPanel schema={schema} colors={colors} onInsert={onInsert} />}
      </div>
    </div>
  );
}
