/** Builds the indexes of vectors after a start, before the first search needs them. */
import { schemaOf } from '../catalog/catalog.ts';
import type { EngineOptions } from '../engine.ts';
import type { Store } from './store.ts';

/** Reads the graphs that have vectors, one after the other; gives the way to stop. */
export function warmVectors(store: Store, log: NonNullable<EngineOptions['log']>): () => void {
  const stop = new AbortController();
  const graphs = [...store.catalog.graphs.keys()].filter((graph) =>
    schemaOf(store.catalog, graph).vertexTypes.some(({ vectors = [] }) => vectors.length > 0),
  );
  const warm = async (): Promise<void> => {
    for (const graph of graphs) {
      if (stop.signal.aborted) return;
      try {
        await store.snapshot(graph, stop.signal);
      } catch (cause) {
        // A search reports the failure again; until then nothing needs the graph.
        if (stop.signal.aborted) return;
        log('warn', `The vectors of the graph '${graph}' could not be read.`, { cause });
      }
    }
  };
  void warm();
  return () => stop.abort();
}
