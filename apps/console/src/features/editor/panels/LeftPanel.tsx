/** The panel at the left of the editor: files, queries, schema. */
import type { WireQueryInfo } from '@acacia/contract';
import { Tabs } from '@mantine/core';
import type { ComponentProps } from 'react';
import type { useFiles } from '../files/useFiles.ts';
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
  readonly files: ReturnType<typeof useFiles>;
  readonly onRun: (query: WireQueryInfo) => void;
}

export function LeftPanel(props: LeftPanelProps) {
  const { tab, onTab, files, graph, queries, onRun, readOnlyReason, schema, colors, onInsert } = props;
  /** Opens the file named after the query, which is made from its code where there is none. */
  const openQuery = (query: WireQueryInfo) => {
    const name = `${query.name}.gsql`;
    const known = files.files.find((file) => file.name === name);
    if (known === undefined) files.create(name, query.code);
    else files.openFile(known.id);
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
        {tab === 'files' && (
          <FilesPanel
            files={files.files}
            store={files.store}
            currentId={files.current?.id}
            onOpen={files.openFile}
            onCreate={() => files.create()}
            onDelete={files.remove}
          />
        )}
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
