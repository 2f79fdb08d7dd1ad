/**
 * Looks by rule: colours, sizes, icons and labels of single elements from the values of their attributes, and a legend
 * that can filter. Pure functions of a graph: `styled = applyRules(data, rules, palette)`, then
 * `withoutClasses(styled, hidden)` is drawn and `styled.legend` shown by `GraphLegend`.
 */
import { t } from '@acacia/texts';
import { attributeText, isDate, numberOf } from './attribute-values.ts';
import { cssOf, mix, parseColor } from './colors.ts';
import { grouped, rounded } from './grouped.ts';
import type { GraphData, GraphEdge, GraphNode } from './model.ts';

export type RuleOperator = '=' | '!=' | '<' | '<=' | '>' | '>=' | 'contains';

/** The look that a rule gives. Sizes are factors: of the usual radius of a node, of the usual width of an edge. */
export type RuleLook =
  /** The attribute's value is the label. */
  | { readonly look: 'label' }
  /**
   * A colour for each value; those without one get a colour of the palette that they keep when others come and go, rare
   * ones a common grey.
   */
  | { readonly look: 'colors'; readonly colors?: Readonly<Record<string, string>> }
  /** A colour between two (`#rrggbb`), from the least value to the most; absent bounds are those of the data. */
  | {
      readonly look: 'color range';
      readonly from: string;
      readonly to: string;
      readonly least?: number;
      readonly most?: number;
    }
  | {
      readonly look: 'size range';
      readonly from: number;
      readonly to: number;
      readonly least?: number;
      readonly most?: number;
      /** For values that differ by powers of ten; values below 1 count as 1. */
      readonly isLogarithmic?: boolean;
    }
  /** Stroke paths for each value, as in `TypeStyle.icon`. Nodes only. */
  | { readonly look: 'icons'; readonly icons: Readonly<Record<string, readonly string[]>> }
  /** Elements whose value passes the test. Values are compared as numbers where both sides are numbers or dates. */
  | {
      readonly look: 'condition';
      readonly operator: RuleOperator;
      readonly value: string;
      readonly color?: string;
      readonly size?: number;
      readonly icon?: readonly string[];
    };

/** Where rules give the same element two colours, sizes, icons or labels, the later rule wins. */
export type StyleRule = RuleLook & {
  /** Unique among the rules. */
  readonly id: string;
  readonly kind: 'nodes' | 'edges';
  /** Null: elements of all types. */
  readonly type: string | null;
  readonly attribute: string;
};

/** Elements that one line of the legend stands for. */
export interface LegendClass {
  /** Unique among the classes of all rules; `withoutClasses` takes these. */
  readonly key: string;
  /** `Kyiv`, `100 to 200`, `No value`. */
  readonly label: string;
  readonly count: number;
  /** Absent where the rule gives the class no colour, or no size. */
  readonly color?: string;
  readonly size?: number;
  readonly icon?: readonly string[];
}

export interface RuleLegend {
  readonly rule: StyleRule;
  readonly classes: readonly LegendClass[];
  /** The class of each element of the rule's kind, by its place in the graph; -1: of none. */
  readonly classOf: Int16Array;
}

export interface StyledGraph {
  readonly data: GraphData;
  /** One for each rule but those of labels. */
  readonly legend: readonly RuleLegend[];
}

const RARE = '#9a948c';
/** Values with a line of their own in the legend. */
const MOST_CLASSES = 40;
/** Parts of a range, for the legend. */
const PARTS = 5;

interface Change {
  color?: string;
  /** Of nodes. */
  size?: number;
  /** Of edges. */
  width?: number;
  icon?: readonly string[];
  label?: string;
}

type Element = GraphNode | GraphEdge;
/** A rule made ready for a graph: the class of a value, the looks of an element of it. */
interface Judge {
  readonly classes: readonly Omit<LegendClass, 'key' | 'count'>[];
  /** -1: the value is in no class. */
  readonly classOf: (value: unknown) => number;
  readonly looks: (
    value: unknown,
    place: number,
  ) => { color?: string; size?: number; icon?: readonly string[] };
}

/**
 * Gives elements their looks. Elements that no rule changes stay the same objects.
 * @param palette colours for the values of an attribute, the most frequent first
 */
export function applyRules(
  data: GraphData,
  rules: readonly StyleRule[],
  palette: readonly string[],
): StyledGraph {
  const legend: RuleLegend[] = [];
  const changes = { nodes: new Map<number, Change>(), edges: new Map<number, Change>() };
  for (const rule of rules) {
    const elements: readonly Element[] = data[rule.kind];
    const changed = changes[rule.kind];
    const change = (at: number, part: Change): void => {
      changed.set(at, { ...changed.get(at), ...part });
    };
    const concerned = [...elements.keys()].filter(
      (at) => rule.type === null || elements[at]?.type === rule.type,
    );
    if (rule.look === 'label') {
      for (const at of concerned) {
        const label = attributeText(elements[at]?.data?.[rule.attribute]);
        if (label !== '') change(at, { label });
      }
      continue;
    }
    const values = concerned.map((at) => elements[at]?.data?.[rule.attribute]);
    const judge = judgeOf(rule, values, palette);
    const classOf = new Int16Array(elements.length).fill(-1);
    const counts = judge.classes.map(() => 0);
    concerned.forEach((at, i) => {
      const place = judge.classOf(values[i]);
      classOf[at] = place;
      if (place < 0) return;
      counts[place] = (counts[place] ?? 0) + 1;
      const { size, ...rest } = judge.looks(values[i], place);
      const sized = size === undefined ? {} : rule.kind === 'nodes' ? { size } : { width: size };
      change(at, { ...rest, ...sized });
    });
    legend.push({
      rule,
      classOf,
      classes: judge.classes.map((each, place) => ({
        ...each,
        key: JSON.stringify([rule.id, each.label]),
        count: counts[place] ?? 0,
      })),
    });
  }
  const changedList = <T extends Element>(list: readonly T[], changed: ReadonlyMap<number, Change>) =>
    changed.size === 0
      ? list
      : list.map((each, at) => {
          const change = changed.get(at);
          return change === undefined ? each : { ...each, ...change };
        });
  return {
    data: {
      nodes: changedList(data.nodes, changes.nodes),
      edges: changedList(data.edges, changes.edges),
    },
    legend,
  };
}

/** The graph without the elements of some classes of its legend, and without edges that lose an end. */
export function withoutClasses({ data, legend }: StyledGraph, hidden: ReadonlySet<string>): GraphData {
  if (hidden.size === 0) return data;
  const isShown = (kind: 'nodes' | 'edges', at: number): boolean =>
    legend.every(({ rule, classes, classOf }) => {
      if (rule.kind !== kind) return true;
      const place = classOf[at] ?? -1;
      return place < 0 || !hidden.has(classes[place]?.key ?? '');
    });
  const nodes = data.nodes.filter((_, at) => isShown('nodes', at));
  const kept = new Set(nodes.map(({ id }) => id));
  return {
    nodes,
    edges: data.edges.filter(({ from, to }, at) => kept.has(from) && kept.has(to) && isShown('edges', at)),
  };
}

function judgeOf(
  rule: Exclude<StyleRule, { readonly look: 'label' }>,
  values: readonly unknown[],
  palette: readonly string[],
): Judge {
  switch (rule.look) {
    case 'colors': {
      const chosen = new Map(Object.entries(rule.colors ?? {}));
      // Values that would be grey have one line together; chosen colours have lines of their own.
      return byValue(values, Math.max(palette.length, chosen.size), (named) => {
        const free = named.filter((text) => !chosen.has(text)).slice(0, palette.length);
        const colors = new Map([...paletteColors(free, palette), ...chosen]);
        return (text) => ({ color: (text === null ? undefined : colors.get(text)) ?? RARE });
      });
    }
    case 'icons': {
      const icons = new Map(Object.entries(rule.icons));
      return byValue(values, MOST_CLASSES, () => (text) => {
        const icon = text === null ? undefined : icons.get(text);
        return icon === undefined ? {} : { icon };
      });
    }
    case 'color range': {
      const [from, to] = [rule.from, rule.to].map((color) => parseColor(color) ?? { r: 138, g: 130, b: 121 });
      return byRange(rule, values, false, (part) =>
        from === undefined || to === undefined ? {} : { color: hexOf(cssOf(mix(to, from, part))) },
      );
    }
    case 'size range':
      return byRange(rule, values, rule.isLogarithmic === true, (part) => ({
        size: rule.from + (rule.to - rule.from) * part,
      }));
    case 'condition': {
      const { color, size, icon } = rule;
      const look = {
        ...(color === undefined ? {} : { color }),
        ...(size === undefined ? {} : { size }),
        ...(icon === undefined ? {} : { icon }),
      };
      return {
        classes: [{ label: `${rule.attribute} ${rule.operator} ${rule.value}`, ...look }],
        classOf: (value) => (passes(value, rule.operator, rule.value) ? 0 : -1),
        looks: () => look,
      };
    }
  }
}

/** A number of a text, by which texts are spread: FNV-1a. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (const sign of text) hash = Math.imul(hash ^ (sign.codePointAt(0) ?? 0), 0x01000193);
  return hash >>> 0;
}

/** Each value has its own colour, or the next one where another value has that. @param texts as many as colours at most */
function paletteColors(texts: readonly string[], palette: readonly string[]): ReadonlyMap<string, string> {
  const colors = new Map<string, string>();
  const taken = new Set<number>();
  for (const text of texts.toSorted()) {
    let slot = hashOf(text) % palette.length;
    while (taken.has(slot)) slot = (slot + 1) % palette.length;
    taken.add(slot);
    colors.set(text, palette[slot] ?? RARE);
  }
  return colors;
}

/**
 * A class for each frequent value, and one for the rest.
 * @param most classes of single values
 * @param looksOf gives the look of each of the values that have a class; null: of a rare one
 */
function byValue(
  values: readonly unknown[],
  most: number,
  looksOf: (
    named: readonly string[],
  ) => (text: string | null) => { color?: string; icon?: readonly string[] },
): Judge {
  const counts = new Map<string, number>();
  for (const value of values) {
    const text = attributeText(value);
    if (text !== '') counts.set(text, (counts.get(text) ?? 0) + 1);
  }
  const sorted = [...counts].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1)).map(([text]) => text);
  const named = sorted.slice(0, most);
  const places = new Map(named.map((text, place) => [text, place]));
  const look = looksOf(named);
  const classes = named.map((label) => ({ label, ...look(label) }));
  const rest = classes.length;
  classes.push({ label: t`Other values`, ...look(null) }, { label: t`No value` });
  return {
    classes,
    classOf: (value) => {
      const text = attributeText(value);
      return text === '' ? rest + 1 : (places.get(text) ?? rest);
    },
    looks: (_, place) => {
      const { label: _label, ...looks } = classes[place] ?? { label: '' };
      return looks;
    },
  };
}

/** Parts of equal width between two bounds, and one for elements without a number. */
function byRange(
  bounds: { readonly least?: number; readonly most?: number },
  values: readonly unknown[],
  isLogarithmic: boolean,
  look: (part: number) => { color?: string; size?: number },
): Judge {
  let [low, high] = [Infinity, -Infinity];
  for (const value of values) {
    const number = numberOf(value);
    if (number === null) continue;
    low = Math.min(low, number);
    high = Math.max(high, number);
  }
  const least = bounds.least ?? (low > high ? 0 : low);
  const most = Math.max(least, bounds.most ?? (low > high ? 0 : high));
  const scaled = (value: number): number => (isLogarithmic ? Math.log10(Math.max(1, value)) : value);
  const [from, to] = [scaled(least), scaled(most)];
  const partOf = (value: number): number =>
    to === from ? 0.5 : Math.max(0, Math.min(1, (scaled(value) - from) / (to - from)));
  const isTime = values.some(isDate);
  const bound = (part: number): string => {
    const at = from + (to - from) * part;
    return shownNumber(isLogarithmic ? 10 ** at : at, isTime);
  };
  const classes: Omit<LegendClass, 'key' | 'count'>[] =
    to === from
      ? [{ label: shownNumber(least, isTime), ...look(0.5) }]
      : Array.from({ length: PARTS }, (_, part) => ({
          label: t`${bound(part / PARTS)} to ${bound((part + 1) / PARTS)}`,
          ...look((part + 0.5) / PARTS),
        }));
  const none = classes.push({ label: t`No value` }) - 1;
  return {
    classes,
    classOf: (value) => {
      const number = numberOf(value);
      return number === null ? none : Math.min(none - 1, Math.floor(partOf(number) * none));
    },
    looks: (value) => {
      const number = numberOf(value);
      return number === null ? {} : look(partOf(number));
    },
  };
}

function shownNumber(value: number, isTime: boolean): string {
  if (isTime) return new Date(value).toISOString().slice(0, 10);
  return grouped(rounded(value));
}

function passes(value: unknown, operator: RuleOperator, wanted: string): boolean {
  const text = attributeText(value);
  if (operator === 'contains') return text.toLowerCase().includes(wanted.toLowerCase());
  const [a, b] = [numberOf(value), numberOf(wanted)];
  const order = a !== null && b !== null ? a - b : text === wanted ? 0 : text < wanted ? -1 : 1;
  if (text === '' && operator !== '=' && operator !== '!=') return false;
  switch (operator) {
    case '=':
      return order === 0;
    case '!=':
      return order !== 0;
    case '<':
      return order < 0;
    case '<=':
      return order <= 0;
    case '>':
      return order > 0;
    case '>=':
      return order >= 0;
  }
}

/** `rgb(…)` as `#rrggbb`, which colour fields of pages take. */
function hexOf(css: string): string {
  const { r, g, b } = parseColor(css) ?? { r: 0, g: 0, b: 0 };
  return `#${[r, g, b].map((part) => part.toString(16).padStart(2, '0')).join('')}`;
}
