/** Measurements of data profiles that are under way here: whoever asks for the same one meanwhile shares it. */
import type { DataProfile } from '@acacia/contract';

/** Milliseconds that a call waits before it answers that the measurement is pending. */
const PATIENCE_MS = 2_000;
/** Milliseconds for which an outcome is kept for those who were told that it was pending; a failure may be tried again. */
const KEPT_MS = { success: 60_000, failed: 10_000 } as const;

type Ended =
  | { readonly status: 'success'; readonly profile: DataProfile }
  | { readonly status: 'failed'; readonly error: unknown };
/** `wasPending`: somebody was told before that it is pending. */
export type Outcome = { readonly status: 'pending' } | (Ended & { readonly wasPending: boolean });

interface Measurement {
  readonly end: Promise<Ended>;
  wasPending: boolean;
}

export interface Measurements {
  /**
   * The outcome of the measurement with this key, which begins where there is none.
   * @param told called when a measurement has ended that somebody was told is pending
   */
  outcome(key: string, measure: () => Promise<DataProfile>, told: () => Promise<unknown>): Promise<Outcome>;
}

export function createMeasurements(): Measurements {
  const known = new Map<string, Measurement>();

  function begin(
    key: string,
    measure: () => Promise<DataProfile>,
    told: () => Promise<unknown>,
  ): Measurement {
    const end = measure().then(
      (profile): Ended => ({ status: 'success', profile }),
      (error: unknown): Ended => ({ status: 'failed', error }),
    );
    const measurement: Measurement = { end, wasPending: false };
    known.set(key, measurement);
    void end.then(async ({ status }) => {
      if (measurement.wasPending) {
        setTimeout(() => known.delete(key), KEPT_MS[status]).unref();
        // Whoever is not told looks by themselves.
        await told().catch(() => undefined);
      } else known.delete(key);
    });
    return measurement;
  }

  return {
    async outcome(key, measure, told) {
      const measurement = known.get(key) ?? begin(key, measure, told);
      let timer: NodeJS.Timeout | undefined;
      const late = new Promise<undefined>((resolve) => {
        timer = setTimeout(resolve, PATIENCE_MS, undefined);
      });
      const ended = await Promise.race([measurement.end, late]);
      clearTimeout(timer);
      if (ended !== undefined) return { ...ended, wasPending: measurement.wasPending };
      measurement.wasPending = true;
      return { status: 'pending' };
    },
  };
}
