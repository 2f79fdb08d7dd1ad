/** How an exploration is looked at: filters, what is hidden, groups, the window of time, styles. Pure. */
import type { AttributeCondition, ExplorationStyles, ExplorationView } from '@acacia/contract';
import { attributeText } from '@acacia/graph-view';
import type { HiddenTypes } from '../../workspace-tool/visible-types.ts';

export const NO_STYLES: ExplorationStyles = { looks: {}, rules: [] };

export const PLAIN_VIEW: ExplorationView = {
  styles: NO_STYLES,
  filters: [],
  hidden: { vertexTypes: [], edgeTypes: [], vertices: [], classes: [] },
  groups: [],
  time: null,
  pattern: null,
};

export const hiddenTypes = ({ hidden }: ExplorationView): HiddenTypes => ({
  nodes: new Set(hidden.vertexTypes),
  edges: new Set(hidden.edgeTypes),
});

export const withHiddenTypes = (view: ExplorationView, types: HiddenTypes): ExplorationView => ({
  ...view,
  hidden: { ...view.hidden, vertexTypes: [...types.nodes], edgeTypes: [...types.edges] },
});

export const hideVertices = (view: ExplorationView, keys: readonly string[]): ExplorationView => ({
  ...view,
  hidden: { ...view.hidden, vertices: [...new Set([...view.hidden.vertices, ...keys])] },
});

/** Shows everything: without filters, hidden elements and the window of time. */
export const showAll = (view: ExplorationView): ExplorationView => ({
  ...view,
  hidden: PLAIN_VIEW.hidden,
  filters: [],
  time: null,
});

/** Switches a line of the legend of style rules. */
export function toggleClass(view: ExplorationView, key: string): ExplorationView {
  const { classes } = view.hidden;
  const rest = classes.filter((each) => each !== key);
  return {
    ...view,
    hidden: { ...view.hidden, classes: rest.length === classes.length ? [...classes, key] : rest },
  };
}

/** Folds vertices into one; whoever is in another group leaves it. */
export function grouped(view: ExplorationView, name: string, keys: readonly string[]): ExplorationView {
  const taken = new Set(keys);
  const others = view.groups
    .map((group) => ({ ...group, members: group.members.filter((key) => !taken.has(key)) }))
    .filter(({ members }) => members.length > 0);
  return { ...view, groups: [...others, { name, members: [...keys] }] };
}

/** @param at place of the group in the list */
export const ungrouped = (view: ExplorationView, at: number): ExplorationView => ({
  ...view,
  groups: view.groups.filter((_, each) => each !== at),
});

/** Whether an attribute meets a condition: numbers as numbers, other values as texts. */
export function meets(
  value: unknown,
  { operator, value: wanted }: Pick<AttributeCondition, 'operator' | 'value'>,
): boolean {
  const text = attributeText(value);
  if (operator === 'contains') return text.toLowerCase().includes(wanted.toLowerCase());
  const isNumber = typeof value === 'number' || typeof value === 'bigint';
  const number = Number(wanted);
  if (isNumber && wanted.trim() !== '' && Number.isFinite(number)) {
    const difference = Number(value) - number;
    return compares(difference, operator);
  }
  return compares(text < wanted ? -1 : text > wanted ? 1 : 0, operator);
}

function compares(
  difference: number,
  operator: Exclude<AttributeCondition['operator'], 'contains'>,
): boolean {
  switch (operator) {
    case '=':
      return difference === 0;
    case '!=':
      return difference !== 0;
    case '>':
      return difference > 0;
    case '>=':
      return difference >= 0;
    case '<':
      return difference < 0;
    case '<=':
      return difference <= 0;
  }
}

/** The attribute that labels each type, for those that have one chosen. */
export const labelAttributes = ({ looks }: ExplorationStyles): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(looks).flatMap(([type, { label }]) => (label === undefined ? [] : [[type, label]])),
  );
