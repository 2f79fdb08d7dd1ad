/** The vertices with which the exploration began, in the address: brought back once, and added to. */
import { t } from '@acacia/texts';
import type { WireGraphSchema, WireVertex } from '@acacia/contract';
import { toast } from '@acacia/ui';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback, useRef } from 'react';
import { edgesAmong, isOfTypes, type GraphPlace } from '../workspace-tool/graph-queries.ts';
import { vertexKey, vertexOfKey } from '../workspace-tool/wire-graph.ts';
import type { ExplorationStore } from './exploration-store.ts';
import { seedsOf, seedsText } from './seeds.ts';
import type { useExploration } from './useExploration.ts';
import { WHOLE_STEP } from './walk/walk.ts';

const expandIn = (search: { readonly expand?: unknown }): boolean => search.expand === 'all';

const seedsIn = (search: { readonly seeds?: unknown }): string | undefined =>
  typeof search.seeds === 'string' ? search.seeds : undefined;

interface Seeds {
  /** Adds vertices to the address. */
  readonly addSeeds: (vertices: readonly WireVertex[]) => void;
  /** Whether an exploration with these vertices is one that the address may have begun. */
  readonly goesOn: (vertices: ReadonlySet<string>) => boolean;
  /** Brings the seeds of the address onto an empty canvas, once. */
  readonly begin: () => void;
}

export function useSeeds(
  place: GraphPlace,
  schema: WireGraphSchema,
  store: ExplorationStore,
  { addVertices, expand }: Pick<ReturnType<typeof useExploration>, 'addVertices' | 'expand'>,
): Seeds {
  const { graph } = place;
  const navigate = useNavigate();
  const seeds = useSearch({ strict: false, select: seedsIn });
  const isExpanded = useSearch({ strict: false, select: expandIn });

  // An address that was sent or reloaded brings its seeds back, once.
  const begun = useRef(false);
  const begin = useCallback(() => {
    if (begun.current) return;
    begun.current = true;
    const wanted = seedsOf(seeds);
    if (wanted.length === 0 || store.get().parts.vertices.size > 0) return;
    edgesAmong(place, wanted.filter(isOfTypes(schema))).then(
      ({ vertices }) => {
        addVertices([...vertices.values()]);
        if (isExpanded && vertices.size > 0) void expand([...vertices.keys()].map(vertexOfKey), [WHOLE_STEP]);
        const missing = wanted.length - vertices.size;
        if (missing > 0)
          toast.error(t`${missing} of the vertices that the address names could not be found.`);
      },
      (error: unknown) => toast.error(error),
    );
  }, [seeds, isExpanded, store, place, schema, addVertices, expand]);
  const goesOn = useCallback(
    (vertices: ReadonlySet<string>) => seedsOf(seeds).every((seed) => vertices.has(vertexKey(seed))),
    [seeds],
  );

  const addSeeds: Seeds['addSeeds'] = (vertices) => {
    const found = vertices.map((vertex) => ({ type: vertex.v_type, id: vertex.v_id }));
    void navigate({
      to: '.',
      search: (previous) => ({
        ...previous,
        graph_name: graph,
        seeds: seedsText([...seedsOf(seedsIn(previous)), ...found]),
      }),
      replace: true,
    });
  };
  return { addSeeds, goesOn, begin };
}
