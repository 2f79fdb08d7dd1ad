import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createDebouncedSave } from './debounced-save.ts';
import { createLocalFileStore, freeName, nameProblem, sorted } from './file-store.ts';

class MemoryStorage implements Storage {
  readonly #items = new Map<string, string>();
  full = false;
  get length() {
    return this.#items.size;
  }
  key(index: number) {
    return [...this.#items.keys()][index] ?? null;
  }
  getItem(key: string) {
    return this.#items.get(key) ?? null;
  }
  setItem(key: string, value: string) {
    if (this.full) throw new DOMException('full', 'QuotaExceededError');
    this.#items.set(key, value);
  }
  removeItem(key: string) {
    this.#items.delete(key);
  }
  clear() {
    this.#items.clear();
  }
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('window', new EventTarget());
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('the file store', () => {
  it('keeps files by owner, over a reload', () => {
    const storage = new MemoryStorage();
    const store = createLocalFileStore(storage, ['u1', 'w1']);
    const file = store.create('a.gsql', 'SELECT 1');
    store.write(file.id, 'SELECT 2');
    store.rename(file.id, 'b.gsql');
    const again = createLocalFileStore(storage, ['u1', 'w1']);
    expect(again.list()).toMatchObject([{ id: file.id, name: 'b.gsql', content: 'SELECT 2' }]);
    expect(createLocalFileStore(storage, ['u1', 'w2']).list()).toEqual([]);
  });

  it('tells listeners, gives the same list until then', () => {
    const store = createLocalFileStore(new MemoryStorage(), ['u', 'w']);
    const listener = vi.fn();
    const stop = store.subscribe(listener);
    const file = store.create('a.gsql');
    expect(listener).toHaveBeenCalledTimes(1);
    expect(store.list()).toBe(store.list());
    store.remove(file.id);
    expect(store.list()).toEqual([]);
    stop();
    store.create('b.gsql');
    expect(listener).toHaveBeenCalledTimes(2);
  });

  it('reads again what another window wrote', () => {
    const storage = new MemoryStorage();
    const store = createLocalFileStore(storage, ['u', 'w']);
    store.subscribe(() => undefined);
    expect(store.list()).toEqual([]);
    createLocalFileStore(storage, ['u', 'w']).create('other.gsql');
    window.dispatchEvent(Object.assign(new Event('storage'), { key: 'acacia.files.u.w.x' }));
    expect(store.list()).toHaveLength(1);
  });

  it('says so when the browser is full, and when the file is gone', () => {
    const storage = new MemoryStorage();
    const store = createLocalFileStore(storage, ['u', 'w']);
    const file = store.create('a.gsql', 'old');
    storage.full = true;
    expect(() => store.write(file.id, 'new')).toThrow(
      'a.gsql could not be saved: this browser has no room left.',
    );
    expect(() => store.write('gone', 'x')).toThrow('deleted in another window');
  });

  it('passes over what is not a file', () => {
    const storage = new MemoryStorage();
    storage.setItem('acacia.files.u.w.1', '{broken');
    storage.setItem('acacia.files.u.w.2', '{"id":1}');
    expect(createLocalFileStore(storage, ['u', 'w']).list()).toEqual([]);
  });
});

describe('names', () => {
  const files = ['q2.gsql', 'q10.gsql', 'q1.gsql'].map((name, i) => ({
    id: name,
    name,
    content: '',
    created_at: i,
    updated_at: 10 - i,
  }));
  it('sort by number, date of creation or change', () => {
    expect(sorted(files, 'Name').map((file) => file.name)).toEqual(['q1.gsql', 'q2.gsql', 'q10.gsql']);
    expect(sorted(files, 'DateCreated')[0]?.name).toBe('q1.gsql');
    expect(sorted(files, 'LastModified')[0]?.name).toBe('q2.gsql');
  });
  it('are refused when empty, taken or with a slash', () => {
    expect(nameProblem('  ', files)).toBe('Please enter a name.');
    expect(nameProblem('q1.gsql', files)).toBe('There is a file named q1.gsql already.');
    expect(nameProblem('a/b', files)).toBe('A name has no slashes.');
    expect(nameProblem('new.gsql', files)).toBeNull();
    expect(freeName('q1', files)).toBe('q1-2.gsql');
  });
});

describe('saving while typing', () => {
  it('waits for a pause of 200 ms, but not longer than a second', () => {
    const write = vi.fn();
    const save = createDebouncedSave(write);
    save.put('a', '1');
    vi.advanceTimersByTime(150);
    save.put('a', '2');
    vi.advanceTimersByTime(199);
    expect(write).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(write.mock.calls).toEqual([['a', '2']]);
    for (let i = 0; i < 12; i += 1) {
      save.put('a', `x${i}`);
      vi.advanceTimersByTime(100);
    }
    expect(write.mock.calls.length).toBe(2);
  });
  it('can be made to write at once, or to forget', () => {
    const write = vi.fn();
    const save = createDebouncedSave(write);
    save.put('a', '1');
    save.put('b', '2');
    save.drop('b');
    save.flush();
    expect(write.mock.calls).toEqual([['a', '1']]);
  });
});
