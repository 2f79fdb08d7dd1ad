import { describe, expect, test } from 'vitest';
import type { Db } from '../database/database.ts';
import type { Step } from './performer.ts';
import { doSteps, Undone } from './steps.ts';

/** A list of steps that write down what they do, and a way to do them. */
function course(again: (error: unknown, times: number) => boolean = () => false) {
  const lines: string[] = [];
  const step = (name: string, more: Partial<Step> = {}): Step => ({
    name,
    async do() {
      lines.push(`do ${name}`);
      return async () => void lines.push(`write ${name}`);
    },
    undo: {
      name: `back from ${name}`,
      async do(failure) {
        lines.push(`undo ${name}`);
        return async () => void lines.push(`write ${name} undone: ${failure}`);
      },
    },
    ...more,
  });
  const failing = (name: string, message: string, more: Partial<Step> = {}): Step =>
    step(name, { do: () => Promise.reject(new Error(message)), ...more });
  /** Does the steps and writes the end. Resolves with the message of a failure; '' for success. */
  async function run(...steps: Step[]): Promise<string> {
    const options = {
      began: async (name: string) => void lines.push(name),
      cutsOff: (error: unknown) => error instanceof Error && error.message === 'closed',
      again: async (error: unknown, times: number) => again(error, times),
    };
    // These endings write no rows.
    const tx = {} as Db;
    try {
      await (
        await doSteps(steps, options)
      )(tx);
      return '';
    } catch (error) {
      if (error instanceof Undone) await error.ending(tx);
      return (error as Error).message;
    }
  }
  return { lines, step, failing, run };
}

describe('the steps of an operation', () => {
  test('are done in order, then their results are written', async () => {
    const { lines, step, run } = course();
    expect(await run(step('a'), step('b', { do: async () => undefined }), step('c'))).toBe('');
    expect(lines).toEqual(['a', 'do a', 'b', 'c', 'do c', 'write a', 'write c']);
  });

  test('are undone from the last that began when one fails', async () => {
    const { lines, step, failing, run } = course();
    expect(await run(step('a'), failing('b', 'No.'), step('c'))).toBe('No.');
    expect(lines.slice(2)).toEqual([
      'b',
      'back from b',
      'undo b',
      'back from a',
      'undo a',
      'write b undone: No.',
      'write a undone: No.',
    ]);
  });

  test('are not undone once a final one is done', async () => {
    const { lines, step, failing, run } = course();
    expect(await run(step('a'), step('b', { final: true }), failing('c', 'No.', { undo: undefined }))).toBe(
      'No.',
    );
    expect(lines).toEqual(['a', 'do a', 'b', 'do b', 'c']);
  });

  test('are undone when the final one itself fails', async () => {
    const { lines, step, failing, run } = course();
    expect(await run(step('a'), failing('b', 'No.', { final: true, undo: undefined }))).toBe('No.');
    expect(lines.slice(3)).toEqual(['back from a', 'undo a', 'write a undone: No.']);
  });

  test('say both failures when undoing fails too', async () => {
    const { lines, step, failing, run } = course();
    const undo = { name: 'back', do: () => Promise.reject(new Error('Nor that.')) };
    expect(await run(step('a'), failing('b', 'No.', { undo }))).toBe('No. Going back failed too: Nor that.');
    expect(lines).toEqual(['a', 'do a', 'b', 'back']);
  });

  test('stay as they are when they were cut off', async () => {
    const { lines, step, failing, run } = course(() => true);
    expect(await run(step('a'), failing('b', 'closed'))).toBe('closed');
    expect(lines).toEqual(['a', 'do a', 'b']);
  });

  test('begin again as often as their performer says', async () => {
    const { lines, step, failing, run } = course((_, times) => times < 3);
    expect(await run(step('a'), failing('b', 'No.'))).toBe('No.');
    expect(lines.filter((line) => line === 'do a')).toHaveLength(3);
    expect(lines.filter((line) => line === 'undo a')).toHaveLength(1);
  });
});
