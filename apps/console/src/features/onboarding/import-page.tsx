/** `/onboarding/import-csv`: consent, files, and which of them are imported. */
import { t } from '@acacia/texts';
import { IMPORT_BYTES, IMPORT_COLUMNS } from '@acacia/contract';
import {
  ActionButton,
  Card,
  DataTable,
  formatBytes,
  formatNumber,
  Notice,
  toast,
  type DataTableColumn,
} from '@acacia/ui';
import { Button, Checkbox, Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useState } from 'react';
import { useCan } from '../../data/me.ts';
import { idsOf } from '../../data/workspaces.ts';
import { useServices } from '../../services/services.ts';
import { usePhone } from '../../shell/narrow.ts';
import { providersQuery } from '../configuration/addons/copilot.ts';
import { FilesStep } from '../ingestion/FilesStep.tsx';
import { isUploaded } from '../ingestion/source-kinds.ts';
import { stacked } from '../ingestion/stacked.tsx';
import { useLoader } from '../ingestion/useLoader.ts';
import type { ReadyWorkspace } from '../workspace-tool/ToolGate.tsx';
import { useImport, type Import } from './import-draft.ts';
import { importRefusal, judgeFiles, type JudgedFile } from './judge-files.ts';
import { OnboardingPage } from './OnboardingPage.tsx';
import classes from './onboarding.module.css';

export function Page() {
  return (
    <OnboardingPage
      title="Bring your files"
      description={`Up to ${formatBytes(IMPORT_BYTES)} together, with up to ${IMPORT_COLUMNS} columns over all files. A schema is proposed from them.`}
      writes
    >
      {(ready) => <ImportFiles key={ready.workspace.workspace_id} {...ready} />}
    </OnboardingPage>
  );
}

function ImportFiles({ workspace, client }: ReadyWorkspace) {
  const { workspace_id } = workspace;
  const own = useImport(workspace);
  const { draft, change } = own;
  const loader = useLoader(client, workspace_id, null);
  const { files } = loader.state;
  const isRestored = useKeptFiles(own, client, loader);
  const navigate = useNavigate();
  const judged = judgeFiles(files, draft.leftOut);
  const refusal = !draft.consent
    ? t`Agree first.`
    : isRestored
      ? importRefusal(loader.state, judged)
      : t`Your files are being read.`;
  const goOn = (): void => {
    change({
      leftOut: judged.filter(({ isIn }) => !isIn).map(({ name }) => name),
      graph: '',
      load: null,
    });
    void navigate({ to: '/onboarding/check-schema', search: { workspace_id } });
  };
  /** The files stay in the workspace, and the graph as it is. */
  const beginAnew = (): void => {
    for (const { file } of files) loader.dispatch({ kind: 'remove', file: file.name });
    change({ leftOut: [], proposal: null, said: '', graph: '', load: null });
  };
  return (
    <>
      {draft.load !== null && files.length > 0 && isRestored && (
        <Notice
          tone="info"
          action={
            <Button size="compact-sm" variant="default" onClick={beginAnew}>
              Begin with other files
            </Button>
          }
        >
          These files are those of the graph {draft.graph}.
        </Notice>
      )}
      <Card title="Consent">
        <Checkbox
          label="I may use these files, and agree that their content is read in my workspace to propose a schema and to build a graph."
          description="The files go to your workspace and stay there until you delete them."
          checked={draft.consent}
          onChange={(event) => change({ consent: event.currentTarget.checked })}
        />
      </Card>
      {draft.consent && (
        <>
          <FilesStep
            kind="files"
            graph={null}
            loader={loader}
            client={client}
            workspaceId={workspace_id}
            mostBytes={IMPORT_BYTES}
          />
          {files.length > 0 && <Chosen judged={judged} own={own} />}
          {files.length > 0 && <ModelChoice workspace={workspace} own={own} />}
        </>
      )}
      <div className={classes.actions}>
        <ActionButton disabledReason={refusal} onClick={goOn}>
          Continue
        </ActionButton>
      </div>
    </>
  );
}

/** Brings back the files of another visit, and keeps those that are chosen. @returns whether all are back */
function useKeptFiles(
  { draft, change }: Import,
  client: ReadyWorkspace['client'],
  loader: ReturnType<typeof useLoader>,
): boolean {
  const [isRestored, setRestored] = useState(false);
  const restore = useEffectEvent(async (): Promise<void> => {
    if (draft.files.length === 0) return;
    const there = await client.files();
    for (const { name, path, size, options } of draft.files) {
      const file = isUploaded(path) ? there.find((each) => each.name === name) : { name, path, size };
      if (file !== undefined) await loader.useFile(file, options);
    }
  });
  useEffect(() => {
    restore()
      .catch(toast.error)
      .finally(() => setRestored(true));
  }, []);
  const { files } = loader.state;
  const keep = useEffectEvent((): void =>
    change({
      files: files.map(({ file, preview }) => ({
        name: file.name,
        path: file.path,
        size: file.size,
        columns: preview.sample.columnCount,
        options: preview.options,
      })),
    }),
  );
  useEffect(() => {
    if (isRestored) keep();
  }, [isRestored, files]);
  return isRestored;
}

function Chosen({ judged, own }: { readonly judged: readonly JudgedFile[]; readonly own: Import }) {
  const { draft, change } = own;
  const isPhone = usePhone();
  const columns: readonly DataTableColumn<JudgedFile>[] = [
    {
      id: 'in',
      header: t`Import`,
      cell: ({ name, isIn, refusal }) => (
        <Checkbox
          aria-label={`Import ${name}`}
          checked={isIn}
          disabled={refusal !== undefined}
          onChange={(event) => {
            const others = draft.leftOut.filter((each) => each !== name);
            change({ leftOut: event.currentTarget.checked ? others : [...others, name] });
          }}
        />
      ),
    },
    { id: 'file', header: t`File`, cell: ({ name }) => name },
    { id: 'size', header: t`Size`, align: 'right', cell: ({ size }) => formatBytes(size) },
    { id: 'columns', header: t`Columns`, align: 'right', cell: (file) => formatNumber(file.columns) },
    {
      id: 'why',
      header: t`Left out because`,
      cell: ({ isIn, refusal }) => refusal ?? (isIn ? '' : t`You left it out.`),
    },
  ];
  return (
    <Card flush title="Files to import">
      <DataTable
        label="Files to import"
        columns={isPhone ? stacked(t`File`, columns) : columns}
        rows={judged}
        rowKey={({ name }) => name}
        empty={null}
      />
    </Card>
  );
}

/** Nothing where the organisation has no language model that could be asked. */
function ModelChoice({
  workspace,
  own: { draft, change },
}: Pick<ReadyWorkspace, 'workspace'> & { readonly own: Import }) {
  const may = useCan()('addonConfig.read', idsOf(workspace));
  const { data } = useQuery({ ...providersQuery(useServices()), enabled: may });
  const models = data?.filter(({ Model }) => Model !== '') ?? [];
  const chosen = models.find(({ id }) => id === draft.provider);
  if (models.length === 0) return null;
  return (
    <Card title="Language model">
      <Select
        label="Also ask a language model"
        description="Names of files and columns, and three values of each column, are then sent to it. It may propose better names and further edges; you decide."
        placeholder="None: nothing leaves your workspace"
        data={models.map(({ id, Name, Model }) => ({ value: id, label: `${Name} (${Model})` }))}
        value={chosen?.id ?? null}
        clearable
        clearButtonProps={{ 'aria-label': t`Ask none` }}
        onChange={(provider) => change({ provider: provider ?? '', proposal: null, said: '' })}
      />
    </Card>
  );
}
