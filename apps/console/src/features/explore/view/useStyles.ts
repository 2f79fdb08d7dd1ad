/** The styles of what is on the canvas: those of the saved exploration, else the person's own, else the graph's. */
import { t } from '@acacia/texts';
import { ExplorationStyles, type GraphStyle } from '@acacia/contract';
import { toast } from '@acacia/ui';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useSyncExternalStore } from 'react';
import { useServices } from '../../../services/services.ts';
import type { GraphPlace } from '../../workspace-tool/graph-queries.ts';
import { useGraphStyle } from '../../workspace-tool/type-colors.ts';
import { graphKeys } from '../../workspace-tool/useGraphChoice.ts';
import type { ExplorationStore } from '../exploration-store.ts';
import { explorationKeys, ownStylesQuery, type WorkspaceIds } from '../saved/explorations.ts';
import { NO_STYLES } from './view.ts';

/** The member of a graph's style that holds the explorer's. */
const MEMBER = 'explorerStyles';
/** Pause after the last change until it is kept, in milliseconds. */
const KEPT_AFTER_MS = 600;

const stylesOf = (style: GraphStyle | undefined): ExplorationStyles =>
  ExplorationStyles.safeParse(style?.[MEMBER]).data ?? NO_STYLES;

/** Both come from the one schema, which puts members in order. */
const isSame = (a: ExplorationStyles, b: ExplorationStyles): boolean =>
  JSON.stringify(a) === JSON.stringify(b);

interface Styles {
  readonly change: (styles: ExplorationStyles) => void;
  readonly share: () => void;
  readonly reset: () => void;
  readonly whose: string;
}

/** @param ready whether it is known what is on the canvas */
export function useStyles(
  params: WorkspaceIds,
  { client, graph }: GraphPlace,
  store: ExplorationStore,
  ready: boolean,
): Styles {
  const services = useServices();
  const { cloud, queryClient } = services;
  const own = useQuery(ownStylesQuery(services, params, graph));
  const ofGraph = useGraphStyle(client, params.workspace_id, graph);
  const styles = useSyncExternalStore(store.subscribe, () => store.view().styles);
  /** Those that are kept, or need not be. */
  const known = useRef<ExplorationStyles | null>(null);

  const { mutate } = useMutation({
    mutationFn: (next: ExplorationStyles | null) =>
      cloud.saveExplorationStyles({ params: { ...params, graph }, body: { styles: next } }),
    onMutate: (next) => queryClient.setQueryData(explorationKeys.styles(params.workspace_id, graph), next),
    onError: (error) => toast.error(error),
  });

  useEffect(() => {
    if (known.current !== null || !ready || !own.isFetched || !ofGraph.isFetched) return;
    known.current = store.view().styles;
    if (store.saved() !== null) return;
    known.current = own.data ?? stylesOf(ofGraph.data);
    store.step({ kind: 'styles', styles: known.current });
  }, [ready, own, ofGraph, store]);

  const shared = useRef(ofGraph.data);
  useEffect(() => {
    shared.current = ofGraph.data;
  }, [ofGraph.data]);
  useEffect(() => {
    if (known.current === null || known.current === styles) return undefined;
    let isKept = false;
    const keep = (): void => {
      if (isKept) return;
      isKept = true;
      known.current = styles;
      if (store.saved() === null) mutate(isSame(styles, stylesOf(shared.current)) ? null : styles);
    };
    const timer = window.setTimeout(keep, KEPT_AFTER_MS);
    return () => {
      clearTimeout(timer);
      // A change that waits is kept as the page is left, and dropped when another one follows.
      if (store.view().styles === styles) keep();
    };
  }, [styles, store, mutate]);

  const isSaved = store.saved() !== null;
  return {
    whose: isSaved
      ? t`These styles are saved with the exploration.`
      : (own.data ?? null) === null
        ? t`These styles are the graph’s, until you change them.`
        : t`These styles are yours, in every browser.`,
    change: (next) => store.setView({ ...store.view(), styles: next }),
    share: () => {
      const save = async () => {
        await client.changeGraphStyle(graph, { [MEMBER]: store.view().styles });
        // They are the graph's from now on: the person goes with later changes of them.
        if (store.saved() === null) mutate(null);
        await queryClient.invalidateQueries({ queryKey: graphKeys.styles(params.workspace_id, graph) });
        toast.success(t`Everybody who explores ${graph} without styles of their own has these now.`);
      };
      save().catch(toast.error);
    },
    reset: () => store.setView({ ...store.view(), styles: stylesOf(ofGraph.data) }),
  };
}
