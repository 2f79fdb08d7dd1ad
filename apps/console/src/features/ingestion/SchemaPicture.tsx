/** A schema drawn as a graph of its types, to look at. */
import type { GraphStyle } from '@acacia/contract';
import type { GraphSchema } from '@acacia/language';
import { useMemo } from 'react';
import { draftOf, EMPTY_DRAFT, NO_STYLE } from '../design-schema/draft.ts';
import { isTooLarge, layoutOf } from '../design-schema/layout/layout-of-draft.ts';
import { useArrangement } from '../design-schema/layout/useArrangement.ts';
import { SchemaCanvas } from '../design-schema/canvas/SchemaCanvas.tsx';
import { TooLarge } from '../design-schema/canvas/TooLarge.tsx';
import { typeColors } from '../workspace-tool/type-colors.ts';
import classes from './ingestion.module.css';

const NOTHING: ReadonlySet<string> = new Set();
const ignore = (): void => undefined;

interface SchemaPictureProps {
  readonly schema: GraphSchema;
  /** Colours, icons and places of the types; the palette and the layout choose them where it has none. */
  readonly style?: GraphStyle;
}

export function SchemaPicture({ schema, style = NO_STYLE }: SchemaPictureProps) {
  const draft = useMemo(() => {
    const colors = typeColors(
      schema.vertexTypes.map((type) => type.name),
      style,
    );
    return draftOf(schema, { style, colorOf: colors.vertex, isForeign: () => false });
  }, [schema, style]);
  const tooLarge = isTooLarge(draft);
  const arrangement = useArrangement(
    useMemo(() => layoutOf(tooLarge ? EMPTY_DRAFT : draft), [draft, tooLarge]),
  );
  if (tooLarge) return <TooLarge />;
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
