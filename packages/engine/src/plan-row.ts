/** A row of the plan of a query: a statement, or an operator of one. Figures are estimates for one turn of each loop. */
export interface PlanRow {
  /** Children follow their parent, one deeper. */
  readonly depth: number;
  readonly kind: 'statement' | 'operator' | 'query';
  readonly operator: string;
  /** On one line; shortened when it is long. */
  readonly text: string;
  /** The line in the query's text. */
  readonly line: number;
  /** Null where there are none, or nothing is known. */
  readonly rowsIn: number | null;
  readonly rowsOut: number | null;
  /** Vertices and edges that are looked at, with those of the rows beneath; null: none are counted. */
  readonly cost: number | null;
  /** Of the first operator of a pattern: the number of plans, of which a run takes one by a sample. Of others 1. */
  readonly choices: number;
}
