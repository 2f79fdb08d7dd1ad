/** The picture on the canvas: contents with labels and rules, without what is hidden, in the colours of the types. */
import type { ExplorationView, WireGraphSchema } from '@acacia/contract';
import { withoutClasses, type GraphData } from '@acacia/graph-view';
import { useMemo } from 'react';
import { NEUTRAL, type TypeColors } from '../../workspace-tool/type-colors.ts';
import type { HiddenTypes } from '../../workspace-tool/visible-types.ts';
import { graphDataOf, type WireGraphParts } from '../../workspace-tool/wire-graph.ts';
import { styledGraph } from './style-rules.ts';
import { hiddenTypes, labelAttributes } from './view.ts';
import { GROUP_TYPE, visibleGraph } from './visible.ts';

type Styled = ReturnType<typeof styledGraph>;

export interface Picture {
  /** Everything on the canvas, hidden or not. */
  readonly all: GraphData;
  /** Elements that are drawn. */
  readonly data: GraphData;
  readonly legend: Styled['legend'];
  /** Keys of classes of rules that are hidden. */
  readonly hiddenClasses: ReadonlySet<string>;
  readonly hidden: HiddenTypes;
  /** Colours of the types, with their sizes. */
  readonly looks: TypeColors;
}

export function usePicture(
  parts: WireGraphParts,
  view: ExplorationView,
  schema: WireGraphSchema,
  colors: TypeColors,
): Picture {
  const { styles } = view;
  const all = useMemo(() => graphDataOf(parts, labelAttributes(styles)), [parts, styles]);
  const styled = useMemo(() => styledGraph(all, styles.rules), [all, styles.rules]);
  const hiddenClasses = useMemo(() => new Set(view.hidden.classes), [view.hidden.classes]);
  const data = useMemo(
    () => visibleGraph(withoutClasses(styled, hiddenClasses), view),
    [styled, hiddenClasses, view],
  );
  const hidden = useMemo(() => hiddenTypes(view), [view]);
  const looks = useMemo(() => {
    const nodes = schema.VertexTypes.map(
      ({ Name }) => [Name, { color: colors.vertex(Name), size: styles.looks[Name]?.size ?? 1 }] as const,
    );
    return {
      ...colors,
      styles: { ...colors.styles, nodes: { ...Object.fromEntries(nodes), [GROUP_TYPE]: { color: NEUTRAL } } },
    };
  }, [colors, styles.looks, schema]);
  return { all, data, legend: styled.legend, hiddenClasses, hidden, looks };
}
