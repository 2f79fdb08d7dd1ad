/** The code of a thread that parses and checks texts: one job after the other, each answered once. */
import { serialize } from 'node:v8';
import { parentPort } from 'node:worker_threads';
import {
  analyzeQuery,
  checkProgram,
  parseProgram,
  parseQuery,
  printedValues,
  type Ast,
  type Diagnostic,
  type GraphSchema,
} from '@acacia/language';
import { confineThread } from '../confine-thread.ts';

confineThread();

export type ReaderJob =
  | { readonly kind: 'program'; readonly text: string }
  | { readonly kind: 'query'; readonly text: string }
  | { readonly kind: 'faults'; readonly text: string; readonly schema: GraphSchema }
  | { readonly kind: 'printed'; readonly text: string; readonly schema: GraphSchema }
  | { readonly kind: 'treeFaults'; readonly query: Ast.QueryDefinition; readonly schema: GraphSchema }
  | {
      readonly kind: 'allFaults';
      readonly text: string;
      readonly schema: GraphSchema;
      readonly graphs: readonly GraphSchema[];
    };

/** Trees are serialised one by one, so that the receiver can do other work between them. */
export type ReaderAnswer =
  | { readonly diagnostics: readonly Diagnostic[]; readonly trees: readonly Uint8Array[] }
  | { readonly failed: string };

/** The most bytes of a serialised statement: reading it blocks the receiver for at most some 50 ms. */
const MAX_TREE = 3 * 2 ** 20;
const MAX_STATEMENTS = 20_000;

const tooLarge = ({ start, end }: Diagnostic['span'], message: string): Diagnostic => ({
  code: 'SYN-15',
  severity: 'error',
  message,
  span: { start, end },
});

function packed(
  trees: readonly (Ast.Statement | Ast.QueryDefinition)[],
  diagnostics: readonly Diagnostic[],
): ReaderAnswer {
  const [first] = trees.slice(MAX_STATEMENTS);
  if (first !== undefined)
    return {
      trees: [],
      diagnostics: [tooLarge(first.span, `A text has at most ${MAX_STATEMENTS} statements.`)],
    };
  const faults = [...diagnostics];
  const whole: Uint8Array[] = [];
  for (const tree of trees) {
    const bytes = serialize(tree);
    if (bytes.length <= MAX_TREE) whole.push(bytes);
    else faults.push(tooLarge(tree.span, 'This statement is too large: cut it into several.'));
  }
  return { trees: whole, diagnostics: faults };
}

/** The diagnostics of a query's text: of its syntax, and if that is right, of names and types. */
function faultsOf(text: string, schema: GraphSchema): readonly Diagnostic[] {
  const { query, diagnostics } = parseQuery(text);
  if (query === undefined || diagnostics.some(({ severity }) => severity === 'error')) return diagnostics;
  return [...diagnostics, ...analyzeQuery(query, schema).diagnostics];
}

function answer(job: ReaderJob): ReaderAnswer {
  switch (job.kind) {
    case 'program': {
      const { program, diagnostics } = parseProgram(job.text);
      return packed(program.statements, diagnostics);
    }
    case 'query': {
      const { query, diagnostics } = parseQuery(job.text);
      return packed(query === undefined ? [] : [query], diagnostics);
    }
    case 'faults':
      return { trees: [], diagnostics: faultsOf(job.text, job.schema) };
    case 'printed': {
      const { query, diagnostics } = parseQuery(job.text);
      const values = query === undefined ? [] : printedValues(query, job.schema);
      return { trees: [serialize(values)], diagnostics };
    }
    case 'treeFaults':
      return { trees: [], diagnostics: analyzeQuery(job.query, job.schema).diagnostics };
    case 'allFaults':
      return { trees: [], diagnostics: checkProgram(job.text, job.schema, job.graphs) };
  }
}

parentPort?.on('message', (job: ReaderJob) => {
  try {
    parentPort?.postMessage(answer(job));
  } catch (cause) {
    parentPort?.postMessage({ failed: String(cause) } satisfies ReaderAnswer);
  }
});
