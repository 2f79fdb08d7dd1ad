/** Runs a step periodically, never twice at once. */
export interface Loop {
  start(): void;
  /** Runs the step now, or again as soon as the present run has ended. */
  kick(): void;
  /** Resolves when the present run has ended. */
  stop(): Promise<void>;
}

interface LoopOptions {
  /** Milliseconds until the next run; asked after each run. */
  readonly pause: () => number;
  readonly step: () => Promise<void>;
  /** Called when a step failed; the next one runs nevertheless. */
  readonly onError: (error: unknown) => void;
}

export function createLoop({ pause, step, onError }: LoopOptions): Loop {
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | undefined;
  let again = false;
  let started = false;

  const plan = (milliseconds: number) => {
    clearTimeout(timer);
    timer = setTimeout(run, milliseconds);
  };
  function run(): void {
    again = false;
    running = step()
      .catch(onError)
      .finally(() => {
        running = undefined;
        if (started) plan(again ? 0 : pause());
      });
  }
  return {
    start() {
      started = true;
      plan(pause());
    },
    kick() {
      if (!started) return;
      if (running === undefined) plan(0);
      else again = true;
    },
    async stop() {
      started = false;
      clearTimeout(timer);
      await running;
    },
  };
}
