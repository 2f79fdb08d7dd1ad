/** The graph in sight: without what filters, hidden elements and the window of time take away, with groups folded. */
import { t } from '@acacia/texts';
import type { AttributeCondition, ExplorationView } from '@acacia/contract';
import { foldGroups, type GraphData, type GraphNode } from '@acacia/graph-view';
import { secondsOf } from './moments.ts';
import { meets } from './view.ts';

/** Id of the vertex that stands for a group; no key of a vertex begins so, for types have no spaces. */
const GROUP = 'group ';
export const groupId = (at: number): string => `${GROUP}${at}`;
/** The place of the group in the list; null for a vertex. */
export const groupAt = (id: string): number | null =>
  id.startsWith(GROUP) ? Number(id.slice(GROUP.length)) : null;
/** The type that groups are drawn as. */
export const GROUP_TYPE = t`Group`;

type Element = Pick<GraphNode, 'type' | 'data'>;

/** Conditions by type: an element of the type meets all of them. */
function conditionsOf(filters: readonly AttributeCondition[], kind: AttributeCondition['kind']) {
  const byType = new Map<string, AttributeCondition[]>();
  for (const filter of filters) {
    if (filter.kind === kind) byType.set(filter.type, [...(byType.get(filter.type) ?? []), filter]);
  }
  return ({ type, data }: Element): boolean =>
    (byType.get(type) ?? []).every((condition) => meets(data?.[condition.attribute], condition));
}

/** Elements without the attribute are at all times. */
function within(time: ExplorationView['time']) {
  return ({ data }: Element): boolean => {
    if (time === null) return true;
    const moment = secondsOf(data?.[time.attribute]);
    return moment === undefined || (moment >= time.from && moment <= time.to);
  };
}

/** @returns the same graph where the view takes nothing away */
export function visibleGraph(data: GraphData, view: ExplorationView): GraphData {
  const { hidden, filters, groups, time } = view;
  if (filters.length + hidden.vertices.length + groups.length === 0 && time === null) return data;
  const away = new Set(hidden.vertices);
  const isIn = within(time);
  const fits = conditionsOf(filters, 'vertex');
  const edgeFits = conditionsOf(filters, 'edge');
  const nodes = data.nodes.filter((node) => !away.has(node.id) && isIn(node) && fits(node));
  const there = new Set(nodes.map(({ id }) => id));
  const edges = data.edges.filter(
    (edge) => there.has(edge.from) && there.has(edge.to) && isIn(edge) && edgeFits(edge),
  );
  return folded({ nodes, edges }, groups);
}

/** Vertices that are drawn, those that a group stands for too. */
export const countOf = (nodes: GraphData['nodes']): number =>
  nodes.reduce((sum, { members }) => sum + (members?.length ?? 1), 0);

/** Groups as the canvas folds them. */
const folded = (data: GraphData, groups: ExplorationView['groups']): GraphData =>
  groups.length === 0
    ? data
    : foldGroups(
        data,
        groups.map(({ name, members }, at) => ({ id: groupId(at), label: name, type: GROUP_TYPE, members })),
      );
