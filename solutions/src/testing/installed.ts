/** A workspace with one solution in it. */
import type { GeneratedFile } from '../generate/data-file.ts';
import { solutionKit, type SolutionKit } from '../kit.ts';
import { installSteps } from '../steps.ts';
import { WorkspaceProcess } from './workspace-process.ts';

export function kitOf(id: string): SolutionKit {
  const kit = solutionKit(id);
  if (kit === undefined) throw new Error(`There is no solution ${id}.`);
  return kit;
}

export async function installed(id: string, data: readonly GeneratedFile[]): Promise<WorkspaceProcess> {
  const workspace = await WorkspaceProcess.start();
  try {
    for (const step of installSteps(kitOf(id))) await workspace.perform(step, data);
  } catch (error) {
    await workspace.stop();
    throw error;
  }
  return workspace;
}
