/** `SELECT * FROM …` at the prompt: what is stored, as JSON. */
import type { Ast } from '@acacia/language';
import type { ListOptions } from '../engine.ts';
import { EngineError } from '../errors.ts';
import { listEdges, listVertices } from '../storage/read-lists.ts';
import { requireGraph } from './definitions.ts';
import { exactJson } from './exact-json.ts';
import type { ShellContext } from './shell.ts';

const semantic = (message: string): EngineError =>
  new EngineError('GSQL-SEMANTIC', `Semantic Check Fails: ${message}`);

export const selectAll = async (context: ShellContext, statement: Ast.SelectAll): Promise<void> => {
  const graph = requireGraph(context);
  const { type, edge, conditions, limit } = statement;
  const idNames = edge === undefined ? ['primary_id'] : ['from_id', 'to_id'];
  const isId = (name: Ast.Name): boolean => idNames.includes(name.text.toLowerCase());
  const idOf = (wanted: string): string | undefined => {
    const [first, second] = conditions.filter(({ name }) => name.text.toLowerCase() === wanted);
    if (first === undefined) return undefined;
    if (second !== undefined || first.op !== '==') throw semantic(`${wanted} can be compared once, with ==.`);
    return String(first.value);
  };
  const options: ListOptions = {
    filter: conditions
      .filter(({ name }) => !isId(name))
      .map(({ name, op, value }) => `${name.text}${op === '==' ? '=' : op}${filterText(value)}`)
      .join(','),
    ...(limit === undefined ? {} : { limit }),
  };
  const rows = await context.store.read<readonly unknown[]>((transaction, state) => {
    if (edge === undefined) {
      const id = idOf('primary_id');
      return listVertices(
        transaction,
        state,
        graph,
        type.text,
        id === undefined ? options : { ...options, id },
      );
    }
    const sourceId = idOf('from_id');
    if (sourceId === undefined) throw semantic('SELECT * FROM an edge needs WHERE from_id == "…".');
    const targetId = idOf('to_id');
    const path = {
      sourceType: type.text,
      sourceId,
      ...(edge.type.text === '_' ? {} : { edgeType: edge.type.text }),
      ...(edge.to.text === '_' ? {} : { targetType: edge.to.text }),
      ...(targetId === undefined ? {} : { targetId }),
    };
    return listEdges(transaction, state, graph, path, options);
  });
  context.print(exactJson(rows));
};

const filterText = (value: string | number | bigint | boolean): string =>
  typeof value === 'string' ? `"${value.replace(/["\\]/g, '\\$&')}"` : String(value);
