/** A schema drawn as a graph of its types, to look at. */
import type { GraphSchema } from '@acacia/language';
import { useMemo } from 'react';
import { draftOf, NO_STYLE } from '../design-schema/draft.ts';
import { layoutOf } from '../design-schema/layout/layout-of-draft.ts';
import { useArrangement } from '../design-schema/layout/useArrangement.ts';
import { SchemaCanvas } from '../design-schema/SchemaCanvas.tsx';
import { typeColors } from '../workspace-tool/type-colors.ts';
import classes from './ingestion.module.css';

const NOTHING: ReadonlySet<string> = new Set();
const ignore = (): void => undefined;

export function SchemaPicture({ schema }: { readonly schema: GraphSchema }) {
  const draft = useMemo(() => {
    const colors = typeColors(
      schema.vertexTypes.map((type) => type.name),
      undefined,
    );
    return draftOf(schema, { style: NO_STYLE, colorOf: colors.vertex, isForeign: () => false });
  }, [schema]);
  const arrangement = useArrangement(useMemo(() => layoutOf(draft), [draft]));
  return (
    <div className={classes.proposedCanvas}>
      {arrangement !== undefined && (
        <SchemaCanvas
          handle={null}
          draft={draft}
          arrangement={arrangement}
          selected={NOTHING}
          faulty={NOTHING}
          readOnly
          withText={false}
          onSelect={ignore}
          onMove={ignore}
          onConnect={ignore}
          onCreateVertex={ignore}
        />
      )}
    </div>
  );
}
