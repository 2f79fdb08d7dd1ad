/** Statements to begin with in a graph: of the types that it has, so that each gives an answer as it stands. Pure. */
import type { GraphSchema } from '@acacia/language';
import { t } from '@acacia/texts';

export interface FirstQuestion {
  readonly title: string;
  /** A statement of GSQL. */
  readonly text: string;
}

const ROWS = 10;
/** Types that have no end of a fixed type are asked for nothing. */
const ANY = '*';

/** At most three; none without vertex types. */
export function firstQuestions({ vertexTypes, edgeTypes }: GraphSchema): readonly FirstQuestion[] {
  const edge = edgeTypes.find(({ pairs }) => pairs.some(({ from, to }) => from !== ANY && to !== ANY));
  const pair = edge?.pairs.find(({ from, to }) => from !== ANY && to !== ANY);
  const vertex = vertexTypes.find(({ name }) => name === pair?.from) ?? vertexTypes[0];
  if (vertex === undefined) return [];
  const some = { title: t`Some ${vertex.name}`, text: `SELECT v FROM (v:${vertex.name}) LIMIT ${ROWS}` };
  if (edge === undefined || pair === undefined) return [some];
  const step = edge.directed ? `-[:${edge.name}]->` : `-[:${edge.name}]-`;
  return [
    some,
    {
      title: t`Some ${edge.name}`,
      text: `SELECT a, b FROM (a:${pair.from}) ${step} (b:${pair.to}) LIMIT ${ROWS}`,
    },
    {
      title: t`${pair.to} with most ${edge.name}`,
      text: `SELECT v, count(*) AS edges FROM (:${pair.from}) ${step} (v:${pair.to}) GROUP BY v ORDER BY edges DESC LIMIT ${ROWS}`,
    },
  ];
}
