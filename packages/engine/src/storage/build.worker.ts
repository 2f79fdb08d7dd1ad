/** The thread that puts large tables together, so that the one that answers requests does not stand still. */
import { parentPort } from 'node:worker_threads';
import type { FromBuilder, ToBuilder } from './table-builder.ts';
import { edgeTableOf, tableParts, type TableParts } from './table-parts.ts';

const open = new Map<number, TableParts>();

const answer = (id: number, work: () => object): void => {
  let message: FromBuilder;
  try {
    message = { id, value: work() };
  } catch (problem) {
    message = { id, error: problem instanceof Error ? (problem.stack ?? problem.message) : String(problem) };
  }
  parentPort?.postMessage(message);
};

parentPort?.on('message', (message: ToBuilder) => {
  switch (message.kind) {
    case 'begin':
      open.set(message.id, tableParts(message.spec));
      return;
    case 'chunk':
      open.get(message.id)?.add(message.columns);
      return;
    case 'forget':
      open.delete(message.id);
      return;
    case 'end':
      answer(message.id, () => {
        const parts = open.get(message.id);
        open.delete(message.id);
        if (parts === undefined) throw new Error(`The table ${message.id} was not begun`);
        return parts.finish();
      });
      return;
    case 'edgeTable':
      answer(message.id, () => edgeTableOf(message.spec));
  }
});
