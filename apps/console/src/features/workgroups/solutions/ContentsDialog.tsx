/** Contents of a solution, file by file: schema, loading job, queries. */
import { said } from '@acacia/texts';
import type { SolutionCatalogEntry } from '@acacia/contract';
import { CopyButton, PageSkeleton } from '@acacia/ui';
import { Modal, NativeSelect, Tabs } from '@mantine/core';
import { useState } from 'react';
import { useSolutionMeta } from '../../../data/solutions.ts';
import { LoadBoundary } from '../../../shell/loading/LoadBoundary.tsx';
import { filesIn, type SourceFile } from './solution-state.ts';
import classes from './solutions.module.css';

interface ContentsDialogProps {
  readonly solution: SolutionCatalogEntry;
  readonly onClose: () => void;
}

export function ContentsDialog({ solution, onClose }: ContentsDialogProps) {
  return (
    <Modal opened onClose={onClose} title={`What ${said(solution.name)} brings`} size={880}>
      <LoadBoundary compact what="The contents" skeleton={<PageSkeleton label="Loading" />}>
        <Contents id={solution.id} />
      </LoadBoundary>
    </Modal>
  );
}

function Contents({ id }: Pick<SolutionCatalogEntry, 'id'>) {
  const { schema, loadingJob, queries } = useSolutionMeta(id);
  return (
    <Tabs defaultValue="schema" keepMounted={false}>
      <Tabs.List>
        <Tabs.Tab value="schema">Schema</Tabs.Tab>
        <Tabs.Tab value="loading">Loading job</Tabs.Tab>
        <Tabs.Tab value="queries">Queries ({filesIn(queries).length})</Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value="schema">
        <Files what="Schema" files={filesIn(schema)} />
      </Tabs.Panel>
      <Tabs.Panel value="loading">
        <Files what="Loading job" files={filesIn(loadingJob)} />
      </Tabs.Panel>
      <Tabs.Panel value="queries">
        <Files what="Query" files={filesIn(queries)} />
      </Tabs.Panel>
    </Tabs>
  );
}

function Files({ what, files }: { readonly what: string; readonly files: readonly SourceFile[] }) {
  const [chosen, setChosen] = useState(files[0]?.name ?? '');
  const text = files.find(({ name }) => name === chosen)?.text ?? '';
  return (
    <div className={classes.files}>
      <div className={classes.fileHead}>
        <NativeSelect
          aria-label={what}
          className={classes.fileSelect}
          value={chosen}
          data={files.map(({ name }) => name)}
          onChange={(event) => setChosen(event.currentTarget.value)}
        />
        <CopyButton value={text} label={chosen} copiedMessage={`${chosen} copied successfully.`} />
      </div>
      <pre className={classes.source} tabIndex={0} aria-label={`${what} ${chosen}`}>
        {text}
      </pre>
    </div>
  );
}
