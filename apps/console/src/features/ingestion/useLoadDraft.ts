/** Brings a person's draft back when they come to a graph, with a load that runs, and keeps it while they change it. */
import { t } from '@acacia/texts';
import { CloudError, type WorkspaceClient } from '@acacia/api-client';
import { KeptLoadDraft, type LoadDraft, type Workspace } from '@acacia/contract';
import type { GraphSchema } from '@acacia/language';
import { errorText, toast } from '@acacia/ui';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useMe } from '../../data/me.ts';
import { idsOf } from '../../data/workspaces.ts';
import { useServices } from '../../services/services.ts';
import { NO_LABELS } from './column-labels.ts';
import { draftOf, forgetOldDraft, isNothing, mappingsIn, NO_DRAFT, oldDraft } from './load-draft.ts';
import { isMappedTo } from './mapping.ts';
import type { Loader } from './useLoader.ts';

/** Milliseconds without a change after which a draft is kept. */
const KEPT_AFTER_MS = 500;

/** The draft that another window has saved, of a refusal to save over another version; undefined of other errors. */
const theirsIn = (error: unknown): KeptLoadDraft | undefined =>
  error instanceof CloudError && error.status === 412
    ? KeptLoadDraft.safeParse(error.standing).data
    : undefined;

export function useLoadDraft(
  workspace: Workspace,
  client: WorkspaceClient,
  graph: string,
  schema: GraphSchema,
  loader: Loader,
): void {
  const { id: userId } = useMe();
  const { cloud } = useServices();
  const params = { ...idsOf(workspace), graph };
  const [isRestored, setRestored] = useState(false);
  const { mappings } = loader.state;
  // Right after another graph was chosen the mappings are still those of the one before.
  const isOfGraph = loader.state.graph === graph;
  const now = draftOf(loader.state);
  const draft = JSON.stringify(now);
  /** The draft as it was last sent, the version of what is kept, and the draft that waits to be sent. */
  const last = useRef(JSON.stringify(NO_DRAFT));
  const version = useRef(0);
  const waiting = useRef<string | null>(null);
  const queue = useRef(Promise.resolve());
  const isLeft = useRef(false);

  const read = async (): Promise<KeptLoadDraft> => {
    const kept = await cloud.getLoadDraft({ params });
    if (kept.version > 0) return kept;
    const old = await oldDraft(client, graph, userId);
    if (old === null || isNothing(old)) return kept;
    const saved = await cloud.saveLoadDraft({ params, version: 0, body: { draft: old } });
    await forgetOldDraft(client, graph, userId);
    return { ...saved, draft: old };
  };

  /** Adds the choices of a draft to those of the page. */
  const show = useEffectEvent(async (kept: LoadDraft): Promise<void> => {
    last.current = JSON.stringify(kept);
    if (kept.files.length > 0) {
      const there = await client.files();
      for (const { name, path, options, labels = NO_LABELS } of kept.files) {
        const file = path === null ? there.find((each) => each.name === name) : { name, path, size: 0 };
        if (file !== undefined) await loader.useFile(file, options);
        loader.dispatch({ kind: 'label', file: name, labels });
      }
      const files = kept.files.map(({ name }) => name);
      loader.dispatch({ kind: 'restore', graph, files, mappings: mappingsIn(kept, schema), own: kept.own });
    }
    if (kept.run !== null && kept.run !== now.run) void loader.follow(kept.run);
  });

  /** Puts the choices of a draft in the place of those of the page. */
  const replace = useEffectEvent(async (kept: LoadDraft): Promise<void> => {
    for (const { file } of loader.state.files)
      if (!kept.files.some(({ name }) => name === file.name))
        loader.dispatch({ kind: 'remove', file: file.name });
    await show(kept);
  });

  const restore = useEffectEvent(async (): Promise<void> => {
    const kept = await read();
    version.current = kept.version;
    // Mappings that were made with the graph's schema are newer than any draft.
    if (isOfGraph && mappings.length > 0) return;
    await show(kept.draft ?? NO_DRAFT);
  });
  useEffect(() => {
    restore()
      .catch((error: unknown) => toast.error(t`What you chose before could not be read. ${errorText(error)}`))
      .finally(() => setRestored(true));
  }, []);

  const keep = async (text: string): Promise<void> => {
    const next = JSON.parse(text) as LoadDraft;
    const over = { params, version: version.current };
    const saved = isNothing(next)
      ? await cloud.deleteLoadDraft(over)
      : await cloud.saveLoadDraft({ ...over, body: { draft: next } });
    version.current = saved.version;
  };

  /** Maps to the types that the graph has now: what its types cannot take any more is not mapped. */
  const followSchema = useEffectEvent((): void => {
    if (!isOfGraph || isMappedTo(schema, mappings)) return;
    const after = mappingsIn(now, schema);
    const files = now.files.map(({ name }) => name);
    loader.dispatch({ kind: 'restore', graph, files, mappings: after, own: now.own });
    toast.success(
      t`The types of the graph were changed, and the mapping follows them. Look at it before you load.`,
    );
  });
  useEffect(() => followSchema(), [schema]);

  const send = useEffectEvent((): void => {
    const text = waiting.current;
    if (text === null) return;
    waiting.current = null;
    last.current = text;
    // One after the other: each save is over the version of the one before.
    queue.current = queue.current
      .then(() => keep(text))
      .catch(async (error: unknown) => {
        const theirs = theirsIn(error);
        if (theirs === undefined) throw error;
        version.current = theirs.version;
        toast.error(
          t`Your choices were changed in another window or browser. What was chosen there is shown.`,
        );
        if (isLeft.current) return;
        waiting.current = null;
        setRestored(false);
        await replace(theirs.draft ?? NO_DRAFT).finally(() => setRestored(true));
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
  useEffect(() => {
    isLeft.current = false;
    return () => {
      isLeft.current = true;
      send();
    };
  }, []);
}
