/** Key insights of a graph: sentences computed from its data, the most telling first. Pure, but for `hubsOf`. */
import { t } from '@acacia/texts';
import type { WorkspaceClient } from '@acacia/api-client';
import type { DataProfile, WireGraphSchema } from '@acacia/contract';
import { formatNumber } from '@acacia/ui';

export interface Insight {
  readonly title: string;
  readonly text: string;
  /** The vertex of which it tells. */
  readonly vertex?: { readonly type: string; readonly id: string };
}

/** The vertex that most edges of a type lead to. */
export interface Hub {
  readonly edge: string;
  readonly type: string;
  readonly id: string;
  readonly edges: number;
}

const MOST = 6;
const MOST_HUBS = 3;

const percent = (share: number): string =>
  share > 0 && share < 0.01 ? '< 1 %' : `${Math.round(share * 100)} %`;

type Edges = DataProfile['edges'][number];
type Attribute = DataProfile['vertices'][number]['attributes'][number];

/** Edge types by which hubs are looked for: those with most edges between one pair of types. */
export const hubTypes = ({ edges }: DataProfile): readonly Edges[] =>
  edges
    .filter(({ count, from, to }) => count > 0 && from.length === 1 && to.length === 1)
    .toSorted((a, b) => b.count - a.count)
    .slice(0, MOST_HUBS);

/** The GSQL that finds the hub of an edge type. Names are those of the schema. */
export function hubText({ type, from, to, directed }: Edges): string {
  return `INTERPRET QUERY () SYNTAX V2 {
  SumAccum<INT> @edges;
  Hub = SELECT t FROM ${from[0]}:s -(${type}${directed ? '>' : ''}:e)- ${to[0]}:t
    ACCUM t.@edges += 1
    ORDER BY t.@edges DESC LIMIT 1;
  PRINT Hub[Hub.@edges AS edges];
}`;
}

/** @throws WorkspaceError with the workspace's answer */
export async function hubsOf(
  client: WorkspaceClient,
  profile: DataProfile,
  signal: AbortSignal,
): Promise<readonly Hub[]> {
  const hubs: Hub[] = [];
  for (const edge of hubTypes(profile)) {
    const answer = await client.interpretQuery(profile.graph, hubText(edge), {}, { signal });
    const found = answer.results.flatMap((result) => hubIn(result['Hub'], edge.type))[0];
    if (found !== undefined) hubs.push(found);
  }
  return hubs;
}

function hubIn(printed: unknown, edge: string): Hub[] {
  if (!Array.isArray(printed)) return [];
  return printed.flatMap((row: unknown): Hub[] => {
    const { v_id: id, v_type: type, attributes } = row as Readonly<Record<string, unknown>>;
    const edges = Number((attributes as Readonly<Record<string, unknown>> | undefined)?.['edges']);
    return typeof id === 'string' && typeof type === 'string' && edges > 0 ? [{ edge, type, id, edges }] : [];
  });
}

const COMMON = 0.25;

/** A value that many vertices share. */
function commonValue(
  type: string,
  count: number,
  { name, type: of, distinct, histogram }: Attribute,
): Insight[] {
  const [first] = histogram.toSorted((a, b) => b.count - a.count);
  const judged = histogram.reduce((sum, bucket) => sum + bucket.count, 0);
  if (of !== 'STRING' && of !== 'BOOL') return [];
  if (first === undefined || first.label === '' || distinct < 2 || distinct * 2 > count) return [];
  const share = first.count / judged;
  if (share < COMMON || share === 1) return [];
  return [
    {
      title: `${type}: ${name}`,
      text: t`${name} is ${first.label} in ${percent(share)} of ${formatNumber(count)} vertices.`,
    },
  ];
}

const COORDINATE = /^(lat|latitude|lon|lng|long|longitude)$|_(lat|latitude|lon|lng|longitude)$/i;

/** From where to where the values of an attribute go; keys and places on the earth are no measure of anything. */
function span(type: string, count: number, { name, type: of, distinct, min, max }: Attribute): Insight[] {
  if (COORDINATE.test(name)) return [];
  const measures = of === 'DATETIME' || of === 'DOUBLE' || (of === 'INT' && distinct < count);
  if (!measures || min === null || max === null || min === max) return [];
  // Days stand without the time of their beginning.
  const isDays = [min, max].every((each) => each.endsWith(' 00:00:00'));
  const shown = (value: string): string => (of === 'DATETIME' && isDays ? value.slice(0, 10) : value);
  return [{ title: `${type}: ${name}`, text: t`${name} goes from ${shown(min)} to ${shown(max)}.` }];
}

/** Vertices without any edge of a type that others have. */
function unlinked({ type, from, degrees, count }: Edges): Insight[] {
  const none = degrees.find(({ label }) => label === '0')?.count ?? 0;
  const all = degrees.reduce((sum, bucket) => sum + bucket.count, 0);
  const [start] = from;
  if (none === 0 || count === 0 || start === undefined || from.length !== 1) return [];
  return [
    {
      title: t`${start} without ${type}`,
      text:
        none === 1
          ? t`1 of ${formatNumber(all)} has no ${type} (${percent(none / all)}).`
          : t`${formatNumber(none)} of ${formatNumber(all)} have no ${type} (${percent(none / all)}).`,
    },
  ];
}

const hubInsight =
  ({ edges }: DataProfile) =>
  ({ edge, type, id, edges: own }: Hub): Insight => {
    const found = edges.find((each) => each.type === edge);
    const all = found?.count ?? own;
    const [count, total, share] = [formatNumber(own), formatNumber(all), percent(own / all)];
    // Edges of the type may lead away from the vertex too, which are not among these.
    const isOneWay = found?.directed === true && found.from[0] === found.to[0];
    return {
      title: t`Most connected ${type}`,
      text: isOneWay
        ? t`${count} of ${total} ${edge} edges lead to ${id} (${share}).`
        : t`${id} has ${count} of ${total} ${edge} edges (${share}).`,
      vertex: { type, id },
    };
  };

/** At most six: hubs, then values in common, vertices without edges, and ranges. */
export function insightsOf(profile: DataProfile, hubs: readonly Hub[]): readonly Insight[] {
  const ofAttributes = (
    make: (type: string, count: number, attribute: Attribute) => readonly Insight[],
  ): Insight[] =>
    profile.vertices.flatMap(({ type, count, attributes }) =>
      attributes.flatMap((attribute) => make(type, count, attribute)),
    );
  return [
    ...hubs.map(hubInsight(profile)),
    ...ofAttributes(commonValue).slice(0, 2),
    ...profile.edges.flatMap(unlinked).slice(0, 2),
    ...ofAttributes(span),
  ].slice(0, MOST);
}

/** Numbers of types, without reverse edge types, which are the same edges again. */
export function typeCounts({ VertexTypes, EdgeTypes }: WireGraphSchema) {
  const reverse = new Set(EdgeTypes.map((type) => type.Config.REVERSE_EDGE).filter(Boolean));
  const edges = EdgeTypes.filter(({ Name }) => !reverse.has(Name));
  return { vertices: VertexTypes.length, edges: edges.length, edgeNames: edges.map(({ Name }) => Name) };
}
