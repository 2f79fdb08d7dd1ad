/** `/onboarding/check-schema`: the proposed schema with its reasons, to be changed before the graph is built. */
import { said as translated, t } from '@acacia/texts';
import { importedFiles, importSources, importSourcesKey, type WireProposal } from '@acacia/contract';
import { nameFault } from '@acacia/language';
import { ActionButton, Card, ErrorState, errorText, Notice } from '@acacia/ui';
import { Skeleton, TextInput } from '@mantine/core';
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { Navigate, useNavigate } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { idsOf } from '../../data/workspaces.ts';
import { useServices, type Services } from '../../services/services.ts';
import { LinkButton } from '../../shell/LinkButton.tsx';
import { ProposedTypes } from '../ingestion/ProposedTypes.tsx';
import {
  editedFrom,
  graphName,
  proposalFault,
  schemaOf,
  type EditedProposal,
} from '../ingestion/proposal.ts';
import { SchemaPicture } from '../ingestion/SchemaPicture.tsx';
import type { ReadyWorkspace } from '../workspace-tool/ToolGate.tsx';
import { graphsQuery } from '../workspace-tool/useGraphChoice.ts';
import { advised, adviceRequest } from './advice.ts';
import { editedOf, keptProposal, useImport, type Import } from './import-draft.ts';
import { OnboardingPage } from './OnboardingPage.tsx';
import classes from './onboarding.module.css';

export function Page() {
  return (
    <OnboardingPage
      title="Review the schema"
      description="Each type says why it is proposed and how sure that is. Change what you want: nothing is built yet."
      writes
    >
      {(ready) => <CheckSchema key={ready.workspace.workspace_id} {...ready} />}
    </OnboardingPage>
  );
}

function CheckSchema(ready: ReadyWorkspace) {
  const { workspace, client } = ready;
  const { workspace_id } = workspace;
  const own = useImport(workspace);
  const { draft } = own;
  const sources = importSources(draft);
  const kept = editedOf(draft);
  const services = useServices();
  const { data, error, refetch } = useQuery({
    queryKey: ['import-proposal', workspace_id, sources, draft.provider],
    queryFn: async ({ signal }) => {
      const proposal = await client.proposeSchema(sources, { signal });
      if (draft.provider === '') return { edited: editedFrom(proposal), said: '' };
      return askModel(services, ready, draft, proposal, signal);
    },
    enabled: sources.length > 0 && kept === null,
    staleTime: Infinity,
  });
  if (sources.length === 0) return <Navigate to="/onboarding/import-csv" search={{ workspace_id }} replace />;
  if (error !== null) {
    return <ErrorState title="No schema could be proposed" error={error} onRetry={() => void refetch()} />;
  }
  const edited = kept ?? data?.edited;
  if (edited === undefined) return <Skeleton height={340} role="status" aria-label="Looking for a schema" />;
  return (
    <Review ready={ready} own={own} edited={edited} said={kept === null ? (data?.said ?? '') : draft.said} />
  );
}

/** The proposal with the advice of a language model; without a usable answer as it is, with the reason. */
async function askModel(
  { cloud }: Pick<Services, 'cloud'>,
  { workspace, client }: ReadyWorkspace,
  draft: Import['draft'],
  proposal: WireProposal,
  signal: AbortSignal,
): Promise<{ readonly edited: EditedProposal; readonly said: string }> {
  const unchanged = editedFrom(proposal);
  try {
    const files = [];
    for (const { name, path, options } of importedFiles(draft)) {
      files.push({ name, sample: await client.sampleSource(null, path, options, { signal }) });
    }
    const body = adviceRequest(draft.provider, proposal, files);
    const { advice, provider, reason } = await cloud.adviseSchema({ params: idsOf(workspace), body, signal });
    if (advice === null) return { edited: unchanged, said: `${reason} ${AS_FOUND}` };
    const { edited, changes } = advised(unchanged, advice);
    return changes === 0
      ? { edited, said: t`${provider} would change nothing. ${AS_FOUND}` }
      : { edited, said: t`${provider} changed ${changes} of the names and edges below: each says why.` };
  } catch (error) {
    signal.throwIfAborted();
    return { edited: unchanged, said: `${errorText(error)} ${AS_FOUND}` };
  }
}

const AS_FOUND = t`The schema is as it was found in the files.`;

interface ReviewProps {
  /** Result of asking a language model; '': none was asked. */
  readonly said: string;
  readonly ready: ReadyWorkspace;
  readonly own: Import;
  readonly edited: EditedProposal;
}

/** A name that no graph of the workspace has. */
function freeName(wanted: string, taken: readonly string[]): string {
  let name = wanted;
  for (let count = 2; taken.includes(name); count += 1) name = `${wanted}_${count}`;
  return name;
}

function Review({ ready, own, edited, said }: ReviewProps) {
  const { workspace, client } = ready;
  const { workspace_id } = workspace;
  const { draft, change } = own;
  const navigate = useNavigate();
  const taken = useSuspenseQuery(graphsQuery(client, workspace_id)).data.map((graph) => graph.graphName);
  const [name, setName] = useState(() =>
    draft.graph === '' ? freeName(graphName(importedFiles(draft)[0]?.name ?? ''), taken) : draft.graph,
  );
  const schema = useMemo(() => schemaOf(name, edited), [name, edited]);
  const nameProblem = taken.includes(name)
    ? t`The workspace has a graph of this name. Choose another.`
    : translated(nameFault('graph', name)?.message);
  const keep = (next: EditedProposal): void =>
    change({ proposal: keptProposal(importSourcesKey(draft), next), said });
  const build = (): void => {
    change({ proposal: keptProposal(importSourcesKey(draft), edited), said, graph: name, load: null });
    void navigate({ to: '/onboarding/ai-build-graph', search: { workspace_id } });
  };
  return (
    <>
      {said !== '' && <Notice tone="info">{said}</Notice>}
      <Card flush title="Proposed schema">
        <SchemaPicture schema={schema} />
      </Card>
      <ProposedTypes edited={edited} onChange={keep} />
      <div className={classes.actions}>
        <LinkButton to="/onboarding/import-csv" search={{ workspace_id }} variant="default">
          Back
        </LinkButton>
        <TextInput
          label="Name of the graph"
          value={name}
          error={nameProblem}
          onChange={(event) => {
            setName(event.currentTarget.value);
            change({ graph: event.currentTarget.value });
          }}
        />
        <ActionButton disabledReason={nameProblem ?? proposalFault(edited)} onClick={build}>
          Build my graph
        </ActionButton>
      </div>
    </>
  );
}
