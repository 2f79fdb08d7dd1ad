/** The canvas as the page opens: the picture of the last visit, the vertices of the address, or another tool's graph. */
import type { WireGraphSchema } from '@acacia/contract';
import { useSearch } from '@tanstack/react-router';
import { useEffect, useMemo } from 'react';
import { useMe } from '../../data/me.ts';
import type { GraphPlace } from '../workspace-tool/graph-queries.ts';
import { takeHandedOver } from '../workspace-tool/hand-over.ts';
import type { ExplorationStore } from './exploration-store.ts';
import type { useExploration } from './useExploration.ts';
import { useKeptExploration, type Kept } from './useKeptExploration.ts';
import { useSeeds } from './useSeeds.ts';

const explorationIn = ({ exploration }: { readonly exploration?: unknown }): string | undefined =>
  typeof exploration === 'string' ? exploration : undefined;

interface Opening extends Kept {
  readonly addSeeds: ReturnType<typeof useSeeds>['addSeeds'];
  /** Id of the saved exploration that the address names. */
  readonly named: string | undefined;
}

export function useOpening(
  workspaceId: string,
  place: GraphPlace,
  schema: WireGraphSchema,
  store: ExplorationStore,
  requests: Pick<ReturnType<typeof useExploration>, 'addVertices' | 'addParts' | 'expand'>,
): Opening {
  const { client, graph } = place;
  const { addParts } = requests;
  const me = useMe();
  const where = useMemo(() => ({ owner: me.id, workspaceId, graph }), [me.id, workspaceId, graph]);
  const named = useSearch({ strict: false, select: explorationIn });
  const { addSeeds, goesOn, begin } = useSeeds(place, schema, store, requests);
  const kept = useKeptExploration(where, place, schema, store, goesOn);
  const { ready } = kept;
  useEffect(() => {
    if (ready && named === undefined) begin();
  }, [ready, begin, named]);
  useEffect(() => {
    if (!ready) return;
    const handed = takeHandedOver(client.origin, graph);
    if (handed !== undefined) addParts(handed);
  }, [ready, client.origin, graph, addParts]);
  return { ...kept, addSeeds, named };
}
