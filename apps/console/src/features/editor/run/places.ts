/** A number of places for work; more of it waits in line. */
interface Places {
  in<T>(work: () => Promise<T>): Promise<T>;
}

export function createPlaces(count: number): Places {
  let free = count;
  const line: (() => void)[] = [];
  return {
    async in(work) {
      if (free > 0) free -= 1;
      else await new Promise<void>((resolve) => line.push(resolve));
      try {
        return await work();
      } finally {
        const next = line.shift();
        if (next === undefined) free += 1;
        else next();
      }
    },
  };
}
