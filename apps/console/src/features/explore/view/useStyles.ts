/** The styles of what is on the canvas: those of the saved exploration, else the person's own, else the graph's. */
import { ExplorationStyles, type GraphStyle } from '@acacia/contract';
import { toast } from '@acacia/ui';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
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
  const timer = useRef(0);
  const waiting = useRef<ExplorationStyles | null>(null);

  const keep = useMutation({
    mutationFn: (styles: ExplorationStyles | null) =>
      cloud.saveExplorationStyles({ params: { ...params, graph }, body: { styles } }),
    onMutate: (styles) =>
      queryClient.setQueryData(explorationKeys.styles(params.workspace_id, graph), styles),
    onError: (error) => toast.error(error),
  });
  const { mutate } = keep;
  useEffect(
    () => () => {
      clearTimeout(timer.current);
      if (waiting.current !== null) mutate(waiting.current);
    },
    [mutate],
  );

  const adopted = useRef(false);
  useEffect(() => {
    if (adopted.current || !ready || !own.isFetched || !ofGraph.isFetched) return;
    adopted.current = true;
    if (store.saved() !== null) return;
    store.setView({ ...store.view(), styles: own.data ?? stylesOf(ofGraph.data) });
  }, [ready, own, ofGraph, store]);

  const isSaved = store.saved() !== null;
  return {
    whose: isSaved
      ? 'They are saved with the exploration.'
      : (own.data ?? null) === null
        ? 'They are those of the graph, until you change them.'
        : 'They are yours, in every browser.',
    change: (styles) => {
      store.setView({ ...store.view(), styles });
      if (store.saved() !== null) return;
      waiting.current = styles;
      clearTimeout(timer.current);
      timer.current = window.setTimeout(() => {
        waiting.current = null;
        mutate(styles);
      }, KEPT_AFTER_MS);
    },
    share: () => {
      const save = async () => {
        const now = await client.graphStyle(graph);
        await client.saveGraphStyle(graph, { ...now, [MEMBER]: store.view().styles });
        await queryClient.invalidateQueries({ queryKey: graphKeys.styles(params.workspace_id, graph) });
        toast.success(`Everybody who explores ${graph} without own styles has these now.`);
      };
      save().catch(toast.error);
    },
    reset: () => {
      clearTimeout(timer.current);
      waiting.current = null;
      store.setView({ ...store.view(), styles: stylesOf(ofGraph.data) });
      if (!isSaved && (own.data ?? null) !== null) mutate(null);
    },
  };
}
