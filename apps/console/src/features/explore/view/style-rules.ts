/** Style rules of an exploration as the canvas applies them. */
import type { StyleRule } from '@acacia/contract';
import { applyRules, type GraphData, type RuleLook, type StyledGraph } from '@acacia/graph-view';
import { CategoricalPalette } from '@acacia/ui';

/** Ends of the colours from low to high: told apart on both grounds, and by their lightness alone. */
const LOW = '#e8c547';
const HIGH = '#5b4bb8';

function lookOf(rule: StyleRule): RuleLook {
  if (rule.by === 'value') return { look: 'colors' };
  if (rule.by === 'scale') {
    return rule.channel === 'color'
      ? { look: 'color range', from: LOW, to: HIGH }
      : { look: 'size range', from: 0.6, to: rule.kind === 'vertex' ? 2.6 : 5 };
  }
  const { operator, value, color, size } = rule;
  return {
    look: 'condition',
    operator,
    value,
    ...(color === undefined ? {} : { color }),
    ...(size === undefined ? {} : { size }),
  };
}

/** The graph with the looks that rules give its elements, and their legend, in the order of the rules. */
export function styledGraph(data: GraphData, rules: readonly StyleRule[]): StyledGraph {
  // On the canvas the last rule wins; in the list the first does.
  const applied = rules.toReversed().map((rule) => ({
    ...lookOf(rule),
    id: rule.id,
    kind: rule.kind === 'vertex' ? ('nodes' as const) : ('edges' as const),
    type: rule.type,
    attribute: rule.attribute,
  }));
  const styled = applyRules(data, applied, CategoricalPalette);
  return { ...styled, legend: styled.legend.toReversed() };
}
