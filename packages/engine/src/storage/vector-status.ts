/** Progress of the indexes of vectors. */
import type { VectorStatus } from '../engine.ts';
import type { GraphSnapshot } from '../graph/snapshot.ts';
import { isIndexed } from './index-builder.ts';

export const vectorStatusOf = (snapshot: GraphSnapshot): VectorStatus[] =>
  snapshot.vertexTables.flatMap(({ type, typeIndex }) =>
    (type.vectors ?? []).flatMap(({ name }) => {
      const vectors = snapshot.vectors(typeIndex, name);
      return vectors === undefined
        ? []
        : [{ vertexType: type.name, name, isReady: isIndexed(vectors.buffers) }];
    }),
  );
