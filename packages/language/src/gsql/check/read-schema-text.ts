/** Reads a schema from GSQL that makes its types: what `schemaText` prints, and what people write in its place. */
import type { Diagnostic, Span } from '../../diagnostic.ts';
import type { GraphSchema } from '../../schema.ts';
import type { Name, SchemaStep, Statement } from '../ast.ts';
import { finding } from '../diagnostics/catalogue.ts';
import { parseProgram } from '../parse.ts';
import type { Report } from './ddl.ts';
import { afterSteps } from './schema-job.ts';

export interface SchemaReading {
  /** The types of the text after those that the scope has without it; what faults leave of them. */
  readonly schema: GraphSchema;
  /** In the order of the text. */
  readonly diagnostics: readonly Diagnostic[];
  /** The step that adds each type, by the type's name. */
  readonly spans: ReadonlyMap<string, Span>;
}

/**
 * @param scope the graph's name ('' for the global scope), its tuples, and the types that it has without the text: the
 *   global types that a graph uses, which the text may name and not change
 */
export function readSchemaText(text: string, scope: GraphSchema): SchemaReading {
  const { program, diagnostics: syntax } = parseProgram(text);
  const diagnostics: Diagnostic[] = [...syntax];
  const report: Report = (severity, found, { start, end }, fix) => {
    const span = { start, end };
    diagnostics.push({ ...found, severity, span, ...(fix === undefined ? {} : { fix }) });
  };
  const isBroken = ({ span }: Statement): boolean =>
    syntax.some((each) => each.span.start < span.end && each.span.end > span.start);
  const spans = new Map<string, Span>();
  const given = new Set([...scope.vertexTypes, ...scope.edgeTypes].map(({ name }) => name));
  const schema = program.statements.reduce(
    (before, statement) =>
      // The parts that a syntax fault took away must not be reported again.
      stepsOf(statement, scope.name, report).reduce((current, step) => {
        const say: Report = isBroken(statement) ? () => undefined : report;
        checkStep(step, current, given, say);
        if (step.kind === 'addType') spans.set(step.type.name.text, step.span);
        return afterSteps([step], current, say);
      }, before),
    scope,
  );
  return {
    schema,
    diagnostics: diagnostics.toSorted((a, b) => a.span.start - b.span.start || a.span.end - b.span.end),
    spans,
  };
}

/** The steps of a statement; those that run or drop a job have none. Others are reported. */
function stepsOf(statement: Statement, graph: string, report: Report): readonly SchemaStep[] {
  const ofOther = (name: string, span: Span): void => {
    if (name !== graph) report('error', finding('schemaTextScope', { scope: scopeText(graph) }), span);
  };
  switch (statement.kind) {
    case 'createVertex':
    case 'createEdge':
      return [{ kind: 'addType', type: statement, span: statement.span }];
    case 'createSchemaJob':
      ofOther(statement.global ? '' : (statement.graph?.text ?? graph), statement.name.span);
      return statement.steps;
    case 'useGraph':
      ofOther(statement.name?.text ?? '', statement.span);
      return [];
    case 'runSchemaJob':
      return [];
    case 'drop':
      if (statement.what === 'job') return [];
      break;
    default:
  }
  report('error', finding('schemaTextStatement'), statement.span);
  return [];
}

const scopeText = (graph: string): string => (graph === '' ? 'the global types' : `the graph ${graph}`);

/** Names that a step adds are free, and those that it changes are of the text. */
function checkStep(
  step: SchemaStep,
  { vertexTypes, edgeTypes }: GraphSchema,
  given: ReadonlySet<string>,
  report: Report,
): void {
  switch (step.kind) {
    case 'addType': {
      const { type } = step;
      const added = [type.name, ...(type.kind === 'createEdge' ? [type.reverseEdge ?? []].flat() : [])];
      for (const name of added) {
        const kind = vertexTypes.some((each) => each.name === name.text)
          ? 'a vertex type'
          : edgeTypes.some((each) => each.name === name.text)
            ? 'an edge type'
            : undefined;
        if (kind !== undefined) report('error', finding('typeThere', { kind, name: name.text }), name.span);
      }
      return;
    }
    case 'member':
    case 'dropTuples':
      report('error', finding('schemaTextStatement'), step.span);
      return;
    case 'dropTypes':
      for (const name of step.names) refuseGiven(name, given, report);
      return;
    default:
      refuseGiven(step.type, given, report);
  }
}

function refuseGiven(name: Name, given: ReadonlySet<string>, report: Report): void {
  if (given.has(name.text)) report('error', finding('schemaTextGlobal', { name: name.text }), name.span);
}
