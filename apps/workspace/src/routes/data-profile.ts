/** Statistics of a graph's data for the console's Data Profile tab. */
import type { DataProfile } from '@acacia/contract';
import type { Register } from '../http/calls.ts';
import { gsql } from '../http/envelopes.ts';
import { graphInPath, type Services } from '../services.ts';

export function dataProfileRoutes(on: Register, { engine, heavy }: Services): void {
  on('GET /api/data-profile/:graph', async (request) => {
    const graph = graphInPath(engine, request);
    const { vertices, edges, sampleRows } = await heavy.run(() => engine.profile(graph));
    return gsql({
      graph,
      measured_at: new Date().toISOString(),
      vertices,
      edges,
      sample_rows: sampleRows,
    } satisfies ReadOnly<DataProfile>);
  });
}

type ReadOnly<T> = T extends object ? { readonly [K in keyof T]: ReadOnly<T[K]> } : T;
