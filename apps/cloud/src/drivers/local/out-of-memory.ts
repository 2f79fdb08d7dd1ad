import { writeFile } from 'node:fs/promises';

/** Between 0 (as likely as any) and 1000 (first): proc_pid_oom_score_adj(5). */
const SCORE = '500';

/**
 * When the machine runs out of memory the system is to end a workspace, which is started again, and not
 * the control plane or its database. Linux alone can be told so; elsewhere nothing happens.
 */
export async function preferAsVictim(pid: number): Promise<void> {
  if (process.platform !== 'linux') return;
  try {
    await writeFile(`/proc/${pid}/oom_score_adj`, SCORE);
  } catch {
    // Gone already, or a container that forbids it: a preference, not a need.
  }
}
