/** Billing periods: calendar months and days in UTC. */

/** From a moment, up to and without another. */
export interface Period {
  readonly from: Date;
  readonly to: Date;
}

export interface Month extends Period {
  /** `YYYY-MM`. */
  readonly name: string;
}

export const DAY_MS = 86_400_000;

function month(year: number, index: number): Month {
  const from = new Date(Date.UTC(year, index));
  return { name: from.toISOString().slice(0, 7), from, to: new Date(Date.UTC(year, index + 1)) };
}

export const monthOf = (at: Date): Month => month(at.getUTCFullYear(), at.getUTCMonth());

export const monthBefore = ({ from }: Month): Month => month(from.getUTCFullYear(), from.getUTCMonth() - 1);

/** @param name `YYYY-MM` */
export const monthNamed = (name: string): Month => monthOf(new Date(`${name}-01T00:00:00Z`));

export const secondsOf = (at: Date): number => Math.floor(at.getTime() / 1000);

/** The day in UTC that holds a moment, `YYYY-MM-DD`. */
export const dayOf = (at: Date): string => at.toISOString().slice(0, 10);

/** The part of a period that has passed. */
export const upTo = ({ from, to }: Period, at: Date): Period => ({
  from,
  to: new Date(Math.max(from.getTime(), Math.min(to.getTime(), at.getTime()))),
});
