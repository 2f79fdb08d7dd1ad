/** The thread on which texts are checked, completed, explained and formatted. */
import { messageOf } from '@acacia/base';
import type { GsqlSchema } from '../schema-facet.ts';
import type { FromWorker, ToWorker } from './protocol.ts';
import { doTask } from './tasks.ts';

let schema: GsqlSchema | undefined;

const send = (message: FromWorker): void => postMessage(message);

addEventListener('message', ({ data }: MessageEvent<ToWorker>) => {
  if ('schema' in data) {
    schema = data.schema;
    return;
  }
  const { id, task } = data;
  try {
    send({ id, answer: doTask(task, schema) });
  } catch (error) {
    send({ id, fault: messageOf(error) });
  }
});
send({ ready: true });
