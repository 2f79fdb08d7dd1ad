/** The arrangement of a schema, worked out in a worker; the one before stays until it has come. */
import { t } from '@acacia/texts';
import { useEffect, useMemo, useRef, useState } from 'react';
import { toast } from '@acacia/ui';
import { arrange } from './arrange.ts';
import type { FromWorker, ToWorker } from './messages.ts';
import type { Arrangement, LayoutInput, Point } from './shapes.ts';

/** Links up to which the arrangement takes a few milliseconds: it is worked out at once, and nothing jumps. */
const AT_ONCE = 40;

const NO_ROUTES: Arrangement['routes'] = new Map();

/** @param input the same object as long as nothing changed. Returns undefined until there is a first arrangement. */
export function useArrangement(input: LayoutInput): Arrangement | undefined {
  const worker = useRef<Worker | null>(null);
  const run = useRef(0);
  const [answer, setAnswer] = useState<Arrangement>();
  const isSmall = typeof Worker === 'undefined' || input.links.length + input.boxes.length <= AT_ONCE;
  const small = useMemo(() => (isSmall ? arrange(input) : undefined), [isSmall, input]);

  useEffect(() => {
    run.current += 1;
    if (isSmall) return;
    if (worker.current === null) {
      worker.current = new Worker(new URL('./arrange-worker.ts', import.meta.url), { type: 'module' });
      worker.current.addEventListener('message', ({ data }: MessageEvent<FromWorker>) => {
        if (data.run === run.current) setAnswer(data.arrangement);
      });
      worker.current.addEventListener('error', () => {
        toast.error(t`The schema could not be arranged. Reload the page to try again.`);
      });
    }
    const message: ToWorker = { run: run.current, input };
    worker.current.postMessage(message);
  }, [isSmall, input]);
  useEffect(
    () => () => {
      worker.current?.terminate();
      worker.current = null;
    },
    [],
  );

  return useMemo(() => {
    const arrangement = small ?? answer;
    if (arrangement === undefined) return undefined;
    // Boxes that were moved or made since the answer was worked out are where they were put.
    const positions = new Map<string, Point>();
    let isOld = false;
    for (const { id, at } of input.boxes) {
      const known = arrangement.positions.get(id);
      if (at !== null && (known?.x !== at.x || known.y !== at.y)) isOld = true;
      positions.set(id, at ?? known ?? { x: 0, y: 0 });
    }
    return { positions, routes: isOld ? NO_ROUTES : arrangement.routes };
  }, [small, answer, input]);
}
