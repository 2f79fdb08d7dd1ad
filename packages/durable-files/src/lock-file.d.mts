/** Whether a process with this id exists, of any account. */
export function isAlive(pid: number): boolean;

/** When the process started, as the operating system writes it; undefined when there is none. */
export function startOf(pid: number): string | undefined;

export interface HeldLock {
  /** Lets the lock count for another process, which lives on when this one is killed. */
  handTo(pid: number): void;
  release(): void;
}

/** Locks the file for this process, or tells the id of the live process that holds it or is about to. */
export function takeLock(file: string): HeldLock | { readonly holder: number };
