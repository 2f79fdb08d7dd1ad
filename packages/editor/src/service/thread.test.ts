import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { FromWorker, ToWorker } from './protocol.ts';
import { createThread, type WorkerLike } from './thread.ts';

/** A worker that does what the test says. */
class Puppet implements WorkerLike {
  readonly heard: ToWorker[] = [];
  ended = false;
  onmessage: WorkerLike['onmessage'] = null;
  onerror: WorkerLike['onerror'] = null;
  onmessageerror: WorkerLike['onmessageerror'] = null;
  postMessage(message: ToWorker): void {
    this.heard.push(message);
  }
  terminate(): void {
    this.ended = true;
  }
  say(data: FromWorker): void {
    this.onmessage?.({ data } as MessageEvent<FromWorker>);
  }
  die(message: string): void {
    this.onerror?.({ message, preventDefault: () => undefined } as ErrorEvent);
  }
  /** Id of its last task. */
  get task(): number {
    const last = this.heard.at(-1);
    if (last === undefined || !('id' in last)) throw new Error('It was given no task.');
    return last.id;
  }
}

function thread() {
  const workers: Puppet[] = [];
  const onFallback = vi.fn();
  const ask = createThread({
    start: () => {
      workers.push(new Puppet());
      return workers.at(-1) as Puppet;
    },
    onPage: async ({ text }) => `on the page: ${text}`,
    onFallback,
  });
  return { workers, onFallback, format: (text: string) => ask({ kind: 'format', text }, undefined) };
}

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe('a thread of the language service', () => {
  it('gives a task whose worker died to the next one', async () => {
    const { workers, format } = thread();
    const answer = format('LS');
    workers[0]?.say({ ready: true });
    workers[0]?.die('out of memory');
    expect(workers[0]?.ended).toBe(true);
    workers[1]?.say({ ready: true });
    workers[1]?.say({ id: workers[1].task, answer: 'shaped' });
    await expect(answer).resolves.toBe('shaped');
  });

  it('says why after a second death, and works again for the next task', async () => {
    const { workers, format } = thread();
    const answer = expect(format('LS')).rejects.toThrow('The language service stopped: out of memory.');
    for (const i of [0, 1]) {
      workers[i]?.say({ ready: true });
      workers[i]?.die('out of memory');
    }
    await answer;
    const next = format('USE GLOBAL');
    workers[2]?.say({ ready: true });
    workers[2]?.say({ id: workers[2].task, answer: 'shaped' });
    await expect(next).resolves.toBe('shaped');
  });

  it('ends a worker that hangs, and gives the tasks behind the one it hung on to the next', async () => {
    const { workers, format } = thread();
    const hung = expect(format('endless')).rejects.toThrow('it did not answer in 20 seconds');
    workers[0]?.say({ ready: true });
    const behind = format('LS');
    vi.advanceTimersByTime(20_000);
    workers[1]?.say({ ready: true });
    vi.advanceTimersByTime(20_000);
    await hung;
    workers[2]?.say({ ready: true });
    workers[2]?.say({ id: workers[2].task, answer: 'shaped' });
    await expect(behind).resolves.toBe('shaped');
  });

  it('rejects a task that fails, and keeps the worker', async () => {
    const { workers, format } = thread();
    const answer = expect(format('LS')).rejects.toThrow('The language service failed: no such word');
    workers[0]?.say({ ready: true });
    workers[0]?.say({ id: workers[0].task, fault: 'no such word' });
    await answer;
    expect(workers).toHaveLength(1);
    expect(workers[0]?.ended).toBe(false);
  });

  it('works on the page where no worker can be started, and says so once', async () => {
    const { workers, onFallback, format } = thread();
    const answer = format('LS');
    workers[0]?.die('');
    await expect(answer).resolves.toBe('on the page: LS');
    await expect(format('b')).resolves.toBe('on the page: b');
    expect(onFallback).toHaveBeenCalledOnce();
    expect(workers).toHaveLength(1);
  });

  it('sends a schema once for all tasks with it', () => {
    const { workers, format } = thread();
    void format('a');
    void format('b');
    expect(workers[0]?.heard.map((message) => Object.keys(message))).toEqual([
      ['id', 'task'],
      ['id', 'task'],
    ]);
  });
});
