/** Runs a step for each item, a few at a time. @param step must not reject */
export async function inParallel<T>(
  items: readonly T[],
  atOnce: number,
  step: (item: T) => Promise<void>,
): Promise<void> {
  const left = items.values();
  const work = async () => {
    for (const item of left) await step(item);
  };
  await Promise.all(Array.from({ length: Math.min(atOnce, items.length) }, work));
}
