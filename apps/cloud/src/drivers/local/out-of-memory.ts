import { writeFile } from 'node:fs/promises';

/** Between 0 (as likely as any other process) and 1000 (first): proc_pid_oom_score_adj(5). */
const SCORE = '500';

/**
 * Makes the kernel's OOM killer prefer a workspace's process, which is restarted, to the control plane and its
 * database. Does nothing except on Linux.
 */
export async function preferAsVictim(pid: number): Promise<void> {
  if (process.platform !== 'linux') return;
  try {
    await writeFile(`/proc/${pid}/oom_score_adj`, SCORE);
  } catch {
    // The process is gone already, or a container forbids it; this is only a preference.
  }
}
