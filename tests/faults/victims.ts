/** Victims: the processes to kill. */
import type { Acacia } from './acacia.ts';
import { kill, processesOf, workspaceOf } from './processes.ts';
import type { Random } from '../random.ts';

/**
 * `cloud`: the control plane's process; `workspace`: one that serves, stands by, or works for an operation;
 * `database`: the server of the control plane's database, which the control plane must start again;
 * `everything`: all processes at once.
 */
export type Victim = 'cloud' | 'workspace' | 'database' | 'everything';

const TURNS: readonly Victim[] = ['workspace', 'database', 'cloud', 'everything'];

/** The victim of a run: kinds come by turns, so that a short series has each; another one where it would prove nothing. */
export function victimOf(number: number, possible: readonly Victim[], random: Random): Victim {
  const turn = TURNS[number % TURNS.length];
  return turn !== undefined && possible.includes(turn) ? turn : random.pick(possible);
}

/** Begins the names of workspaces that the API does not have: they work for an operation. */
const HELPER = 'scratch-';

/** @returns the victim: the control plane where the workspace has no process just now */
export async function strike(
  acacia: Acacia,
  victim: Victim,
  target: string,
  random: Random,
): Promise<Victim> {
  switch (victim) {
    case 'workspace': {
      const candidates = processesOf(acacia.home).filter((each) => {
        const workspace = workspaceOf(each);
        return workspace === target || workspace?.startsWith(HELPER) === true;
      });
      if (candidates.length === 0) return strike(acacia, 'cloud', target, random);
      kill(random.pick(candidates).pid);
      return victim;
    }
    case 'database':
      await acacia.killDatabase();
      return victim;
    case 'cloud':
    case 'everything':
      await acacia.kill(victim === 'everything');
      return victim;
  }
}
