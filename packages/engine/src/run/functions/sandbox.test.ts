/** An engine of functions from its making to its end, in this thread. */
import type { FunctionSignature } from '@acacia/language';
import { beforeEach, expect, it, vi } from 'vitest';
import { loadSandbox, Sandbox } from './sandbox.ts';

const CODE = `
function total(list) { return list.length; }
function hungry() { const all = []; for (let n = 0; ; n++) all.push('x'.repeat(100000) + n); }
`;
const signatureOf = (name: string): FunctionSignature => ({
  name,
  parameters: [],
  returns: { kind: 'scalar', name: 'INT' },
});

/** Lines that the engine prints to the terminal; it takes the function for that when it is loaded. */
const said: string[] = [];

beforeEach(async () => {
  vi.spyOn(console, 'error').mockImplementation((text: string) => void said.push(text));
  said.length = 0;
  await loadSandbox();
});

const opened = (): Sandbox => new Sandbox(CODE, ['total', 'hungry', 'missing'].map(signatureOf));

it('keeps nothing of the arguments of a call that failed', () => {
  const sandbox = opened();
  expect(sandbox.call('total', [[1, 2, 3]])).toBe(3);
  expect(() => sandbox.call('missing', [[1, 2, 3]])).toThrow('missing is not defined');
  expect(sandbox.call('total', [['a']])).toBe(1);
  // The engine checks for remaining values, and aborts where it finds some.
  sandbox.dispose();
  expect(said).toEqual([]);
});

it('goes as a whole when it ran full, without a word on the terminal, and the next one is whole', async () => {
  const full = opened();
  expect(() => full.call('hungry', [])).toThrow('needs more than 64 MB');
  full.dispose();
  await loadSandbox();
  const next = opened();
  expect(next.call('total', [[1]])).toBe(1);
  next.dispose();
  expect(said).toEqual([]);
});
