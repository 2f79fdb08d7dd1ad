/** Brings a person's draft back when they come to a graph, and keeps it while they change it. */
import type { WorkspaceClient } from '@acacia/api-client';
import type { GraphSchema } from '@acacia/language';
import { errorText, toast } from '@acacia/ui';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useMe } from '../../data/me.ts';
import { draftIn, draftOf, mappingsIn, NO_DRAFT, withDraft, type LoadDraft } from './load-draft.ts';
import type { Loader } from './useLoader.ts';

/** Milliseconds without a change after which a draft is kept. */
const KEPT_AFTER_MS = 500;

async function keep(client: WorkspaceClient, graph: string, userId: string, draft: LoadDraft): Promise<void> {
  // The document has the drafts of others too: it is read as late as can be.
  const document = await client.storedDocument('loading-job-info', graph);
  await client.saveDocument('loading-job-info', graph, withDraft(document, userId, draft));
}

export function useLoadDraft(
  client: WorkspaceClient,
  graph: string,
  schema: GraphSchema,
  loader: Loader,
): void {
  const { id: userId } = useMe();
  const [isRestored, setRestored] = useState(false);
  const { files, mappings } = loader.state;
  // Right after another graph was chosen the mappings are still those of the one before.
  const isOfGraph = loader.state.graph === graph;
  const draft = JSON.stringify(draftOf(files, mappings));
  const last = useRef(JSON.stringify(NO_DRAFT));

  const restore = useEffectEvent(async (): Promise<void> => {
    // Mappings that were made with the graph's schema are newer than any draft.
    if (isOfGraph && mappings.length > 0) return;
    const kept = draftIn(await client.storedDocument('loading-job-info', graph), userId);
    if (kept.files.length === 0) return;
    last.current = JSON.stringify(kept);
    const there = await client.files();
    for (const { name, options } of kept.files) {
      const file = there.find((each) => each.name === name);
      if (file !== undefined) await loader.useFile(file, options);
    }
    loader.dispatch({ kind: 'adopt', graph, mappings: mappingsIn(kept, schema) });
  });
  useEffect(() => {
    restore()
      .catch((error: unknown) => toast.error(`What you chose before could not be read. ${errorText(error)}`))
      .finally(() => setRestored(true));
  }, []);

  useEffect(() => {
    if (!isRestored || !isOfGraph || draft === last.current) return undefined;
    const timer = setTimeout(() => {
      last.current = draft;
      keep(client, graph, userId, JSON.parse(draft) as LoadDraft).catch((error: unknown) =>
        toast.error(`What you chose could not be kept. ${errorText(error)}`),
      );
    }, KEPT_AFTER_MS);
    return () => clearTimeout(timer);
  }, [client, graph, userId, draft, isRestored, isOfGraph]);
}
