import { expect, it } from 'vitest';
import { Turnstile } from './turnstile.ts';

/** A task that the test ends. */
function task(log: string[], name: string) {
  const { promise, resolve } = Promise.withResolvers<void>();
  const run = async (): Promise<string> => {
    log.push(name);
    await promise;
    return name;
  };
  return { run, end: resolve };
}

it('lets in as many as it may, in the order of asking, and refuses who finds the line full', async () => {
  const turnstile = new Turnstile('queries', { running: 2, waiting: 1 });
  const log: string[] = [];
  const [a, b, c, d] = ['a', 'b', 'c', 'd'].map((name) => task(log, name));
  if (!a || !b || !c || !d) throw new Error('no tasks');
  const results = [turnstile.run(a.run), turnstile.run(b.run), turnstile.run(c.run)];
  await expect(turnstile.run(d.run)).rejects.toMatchObject({
    code: 'REST-14000',
    message: expect.stringContaining('Too many queries: 2 run and 1 wait') as string,
  });
  expect(log).toEqual(['a', 'b']);
  b.end();
  await results[1];
  expect(log).toEqual(['a', 'b', 'c']);
  turnstile.limits = { running: 3, waiting: 0 };
  const last = turnstile.run(d.run);
  for (const each of [a, c, d]) each.end();
  expect(await Promise.all([...results, last])).toEqual(['a', 'b', 'c', 'd']);
});

it('forgets who gives up or is sent away, and goes on after a failure', async () => {
  const turnstile = new Turnstile('queries', { running: 1, waiting: 5 });
  const log: string[] = [];
  const first = task(log, 'first');
  const running = turnstile.run(first.run);
  const abort = new AbortController();
  const gaveUp = turnstile.run(task(log, 'gave up').run, abort.signal);
  abort.abort(new Error('gave up'));
  await expect(gaveUp).rejects.toThrow('gave up');
  const away = turnstile.run(task(log, 'sent away').run);
  turnstile.clear(new Error('restarted'));
  await expect(away).rejects.toThrow('restarted');
  const failing = turnstile.run(() => Promise.reject(new Error('failed')));
  const after = task(log, 'after');
  const last = turnstile.run(after.run);
  first.end();
  after.end();
  await running;
  await expect(failing).rejects.toThrow('failed');
  await last;
  expect(log).toEqual(['first', 'after']);
  await expect(turnstile.run(after.run, AbortSignal.abort(new Error('late')))).rejects.toThrow('late');
});

it('lets a person in of whom nothing runs, and next of those who wait the one with the fewest running', async () => {
  const turnstile = new Turnstile('queries', { running: 2, waiting: 3 });
  const log: string[] = [];
  const as = (person: string, name: string) => {
    const made = task(log, name);
    return { ...made, result: turnstile.run(made.run, undefined, person) };
  };
  const ann = ['ann 1', 'ann 2', 'ann 3', 'ann 4'].map((name) => as('ann', name));
  const others = ['bob', 'cid', 'dan'].map((person) => as(person, person));
  expect(log).toEqual(['ann 1', 'ann 2', 'bob', 'cid']);
  await expect(turnstile.run(task(log, 'ann 5').run, undefined, 'ann')).rejects.toMatchObject({
    code: 'REST-14000',
  });
  ann[0]?.end();
  await ann[0]?.result;
  expect(log.slice(4)).toEqual(['dan']);
  for (const { end } of [...others, ...ann]) end();
  await Promise.all([...others, ...ann].map(({ result }) => result));
  expect(log.slice(5)).toEqual(['ann 3', 'ann 4']);
});
