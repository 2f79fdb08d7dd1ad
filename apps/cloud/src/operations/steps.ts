/** Does the steps of an operation in order, and undoes them when one fails. */
import { tellable } from '../errors/tellable.ts';
import type { Ending, Step } from './performer.ts';

/** A failure after which the state before was restored; `ending` writes that state into the rows. */
export class Undone extends Error {
  readonly ending: Ending;
  /** @param cause the failure; its message, as far as people may see it, becomes this error's */
  constructor(cause: unknown, ending: Ending) {
    super(tellable(cause), { cause });
    this.name = 'Undone';
    this.ending = ending;
  }
}

interface Course {
  /** Stores the name of the step, or of the undo, that begins. */
  readonly began: (name: string) => Promise<void>;
  /** Whether an error only cuts the operation off, which goes on later. */
  readonly cutsOff: (error: unknown) => boolean;
  /** Whether to begin again at the first step after the steps have failed so many times. */
  readonly again: (error: unknown, times: number) => Promise<boolean>;
}

const all =
  (endings: readonly Ending[]): Ending =>
  async (tx) => {
    for (const ending of endings) await ending(tx);
  };

/** Restores the state before. Returns the error with which the operation ends. */
async function undo(begun: readonly Step[], error: unknown, { began }: Course): Promise<unknown> {
  const undos = begun.flatMap((step) => step.undo ?? []).reverse();
  if (undos.length === 0) return error;
  const failure = tellable(error);
  const endings: Ending[] = [];
  try {
    for (const one of undos) {
      await began(one.name);
      endings.push(await one.do(failure));
    }
  } catch (second) {
    return new Error(`${failure} Going back failed too: ${tellable(second)}`, { cause: second });
  }
  return new Undone(error, all(endings));
}

/**
 * Does the steps one after the other.
 * @returns the writes of all their results
 * @throws Undone when a step failed and what was begun is undone; the step's error when there was nothing to undo or it
 *   cut the operation off; an error with both messages when undoing failed too
 */
export async function doSteps(steps: readonly Step[], course: Course): Promise<Ending> {
  for (let times = 1; ; times++) {
    const endings: Ending[] = [];
    let begun: Step[] = [];
    try {
      for (const step of steps) {
        begun.push(step);
        await course.began(step.name);
        const ending = await step.do();
        if (typeof ending === 'function') endings.push(ending);
        if (step.final === true) begun = [];
      }
      return all(endings);
    } catch (error) {
      if (course.cutsOff(error)) throw error;
      if (!(await course.again(error, times))) throw await undo(begun, error, course);
    }
  }
}
