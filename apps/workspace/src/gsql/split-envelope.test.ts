import { expect, it } from 'vitest';
import { splitEnvelope } from './split-envelope.ts';

async function parts(json: string): Promise<readonly string[] | null> {
  const found = await splitEnvelope(Buffer.from(json), new AbortController().signal);
  return found && [String(found.results), String(found.envelope)];
}

it.each([
  ['{"error":false,"results":[{"a":"]}"}],"x":1}', ['[{"a":"]}"}]', '{"error":false,"results":null,"x":1}']],
  [
    '{"message":"\\"results\\":[1]","results":{"a":[1,2]}}',
    ['{"a":[1,2]}', '{"message":"\\"results\\":[1]","results":null}'],
  ],
  ['{"a":{"results":[1]},"results":7}', ['7', '{"a":{"results":[1]},"results":null}']],
  ['{"m":"results","results":[]}', ['[]', '{"m":"results","results":null}']],
  ['{"error":true}', null],
  ['[{"results":1}]', null],
  ['no JSON', null],
  ['{"results":[1', null],
])('the results of %s', async (json, expected) => {
  expect(await parts(json)).toEqual(expected);
});

it('stops when it is told to, in the midst of a long answer', async () => {
  const controller = new AbortController();
  const long = Buffer.from(`{"results":[${'1,'.repeat(2 ** 20)}1]}`);
  const work = splitEnvelope(long, controller.signal);
  controller.abort(new Error('cancelled'));
  await expect(work).rejects.toThrow('cancelled');
});
