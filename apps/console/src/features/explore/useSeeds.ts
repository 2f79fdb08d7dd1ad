/** The vertices with which the exploration began, in the address: brought back once, and added to. */
import type { WireVertex } from '@acacia/contract';
import { toast } from '@acacia/ui';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import type { GraphPlace } from '../workspace-tool/graph-queries.ts';
import type { ExplorationStore } from './exploration-store.ts';
import { seedsOf, seedsText } from './seeds.ts';

const seedsIn = (search: { readonly seeds?: unknown }): string | undefined =>
  typeof search.seeds === 'string' ? search.seeds : undefined;

/** @returns adds vertices to the address */
export function useSeeds(
  { client, graph }: GraphPlace,
  store: ExplorationStore,
  addVertices: (vertices: readonly WireVertex[]) => void,
): (vertices: readonly WireVertex[]) => void {
  const navigate = useNavigate();
  const seeds = useSearch({ strict: false, select: seedsIn });

  // An address that was sent or reloaded brings its seeds back, once.
  const begun = useRef(false);
  useEffect(() => {
    if (begun.current) return;
    begun.current = true;
    const wanted = seedsOf(seeds);
    if (wanted.length === 0 || store.get().parts.vertices.size > 0) return;
    Promise.allSettled(wanted.map(({ type, id }) => client.vertex(graph, type, id))).then(
      (answers) => {
        addVertices(answers.flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value] : [])));
        const missing = answers.filter((answer) => answer.status === 'rejected').length;
        if (missing > 0) toast.error(`${missing} of the vertices that the address names could not be found.`);
      },
      (error: unknown) => toast.error(error),
    );
  }, [seeds, store, client, graph, addVertices]);

  return (vertices) => {
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
}
