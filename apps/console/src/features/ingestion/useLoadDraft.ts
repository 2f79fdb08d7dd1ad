/** Brings a person's draft back when they come to a graph, with a load that runs, and keeps it while they change it. */
import { t } from '@acacia/texts';
import type { WorkspaceClient } from '@acacia/api-client';
import type { GraphSchema } from '@acacia/language';
import { errorText, toast } from '@acacia/ui';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useMe } from '../../data/me.ts';
import { draftIn, draftOf, mappingsIn, memberOf, NO_DRAFT, type LoadDraft } from './load-draft.ts';
import type { Loader } from './useLoader.ts';

/** Milliseconds without a change after which a draft is kept. */
const KEPT_AFTER_MS = 500;

export function useLoadDraft(
  client: WorkspaceClient,
  graph: string,
  schema: GraphSchema,
  loader: Loader,
): void {
  const { id: userId } = useMe();
  const [isRestored, setRestored] = useState(false);
  const { mappings } = loader.state;
  // Right after another graph was chosen the mappings are still those of the one before.
  const isOfGraph = loader.state.graph === graph;
  const now = draftOf(loader.state);
  const draft = JSON.stringify(now);
  /** The draft as it was last sent, and the one that waits to be sent. */
  const last = useRef(JSON.stringify(NO_DRAFT));
  const waiting = useRef<string | null>(null);
  const queue = useRef(Promise.resolve());

  const restore = useEffectEvent(async (): Promise<void> => {
    // Mappings that were made with the graph's schema are newer than any draft.
    if (isOfGraph && mappings.length > 0) return;
    const kept = draftIn(await client.storedDocument('loading-job-info', graph), userId);
    last.current = JSON.stringify(kept);
    if (kept.files.length > 0) {
      const there = await client.files();
      for (const { name, path, options } of kept.files) {
        const file = path === null ? there.find((each) => each.name === name) : { name, path, size: 0 };
        if (file !== undefined) await loader.useFile(file, options);
      }
      loader.dispatch({ kind: 'adopt', graph, mappings: mappingsIn(kept, schema) });
      loader.dispatch({ kind: 'own', own: kept.own });
    }
    if (kept.run !== null) void loader.follow(kept.run);
  });
  useEffect(() => {
    restore()
      .catch((error: unknown) => toast.error(t`What you chose before could not be read. ${errorText(error)}`))
      .finally(() => setRestored(true));
  }, []);

  const send = useEffectEvent((): void => {
    const text = waiting.current;
    if (text === null) return;
    waiting.current = null;
    last.current = text;
    // One after the other: what was sent last is what stays.
    queue.current = queue.current
      .then(async () => {
        await client.mergeLoadingJobInfo(graph, memberOf(userId, JSON.parse(text) as LoadDraft));
      })
      .catch((error: unknown) => {
        toast.error(t`What you chose could not be kept. ${errorText(error)}`);
      });
  });
  useEffect(() => {
    if (!isRestored || !isOfGraph || draft === last.current) return undefined;
    waiting.current = draft;
    // A load is found again by its id, however soon the page is left.
    const isBegun = now.run !== (JSON.parse(last.current) as LoadDraft).run;
    const timer = setTimeout(() => send(), isBegun ? 0 : KEPT_AFTER_MS);
    return () => clearTimeout(timer);
  }, [draft, now.run, isRestored, isOfGraph]);
  // Leaving the page leaves nothing behind.
  useEffect(() => () => send(), []);
}
