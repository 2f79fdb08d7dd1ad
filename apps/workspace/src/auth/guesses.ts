/**
 * Limits wrong passwords: by account and address, by address, and by account over all addresses from which it was never
 * signed in to. An attempt is counted before the password is compared, and taken back when it was right, so that
 * parallel attempts all count. The counts are kept in the data folder. Guessing from one address does not lock out
 * people at another.
 */
import { createHash } from 'node:crypto';
import { z } from 'zod';
import { problem } from '../errors/problem.ts';
import type { KeptFiles } from '../storage/kept-files.ts';

const FILE = 'guesses.json';
/** Milliseconds after the first wrong attempt in which these many may follow. */
const WINDOW = 15 * 60_000;
const MOST = { pair: 10, address: 50 } as const;
/** Wrong attempts by strangers after which an account allows fewer of them from each address. */
const ATTACK = 100;
const MOST_UNDER_ATTACK = 3;
/** Milliseconds for which an address is known to be an account's. */
const KNOWN_FOR = 30 * 24 * 3600_000;
/** Counts, and known addresses, that are kept: the ones that end first go. */
const MOST_KEPT = 5_000;
/** Milliseconds between two writes of the file. */
const WRITE_EVERY = 1_000;

const Entry = z.object({ count: z.number(), until: z.number() });
type Entry = z.infer<typeof Entry>;
const Stored = z.object({ counts: z.record(z.string(), Entry), known: z.record(z.string(), z.number()) });

export interface Attempt {
  /** Whether this account was signed in to from this address before. */
  readonly known: boolean;
  /** The password was right: it does not count. */
  right(): void;
  /** Nothing was compared: the attempt does not count either. */
  givenUp(): void;
}

export interface Guesses {
  /** Counts an attempt. @throws Problem 429 when there were too many */
  begin(user: string, address: string): Attempt;
  /** Resolves when the counts are in the data folder. */
  flush(): Promise<void>;
}

/** Names are anyone's choice, and may be long. */
const keyOf = (...parts: readonly string[]): string =>
  createHash('sha256').update(parts.join('\n')).digest('base64url').slice(0, 22);

/** Key of an address; one household or server with IPv6 has a whole network (RFC 6177). */
const placeOf = (address: string): string =>
  address.includes(':') && !address.includes('.')
    ? `${expanded(address).slice(0, 4).join(':')}::/64`
    : address;

function expanded(address: string): string[] {
  const [head = '', tail] = address.split('::', 2);
  const first = head === '' ? [] : head.split(':');
  if (tail === undefined) return first;
  const last = tail === '' ? [] : tail.split(':');
  const zeros = Math.max(0, 8 - first.length - last.length);
  return [...first, ...Array.from({ length: zeros }, () => '0'), ...last];
}

function keepNewest<T>(map: Map<string, T>, until: (value: T) => number, now: number): void {
  if (map.size <= MOST_KEPT) return;
  for (const [key, value] of map) if (until(value) <= now) map.delete(key);
  if (map.size <= MOST_KEPT) return;
  const oldest = [...map]
    .sort(([, a], [, b]) => until(a) - until(b))
    .slice(0, map.size - (MOST_KEPT * 3) / 4);
  for (const [key] of oldest) map.delete(key);
}

type Stored = z.infer<typeof Stored>;

function readStored(text: string | undefined, tell: (sentence: string) => void): Stored {
  const nothing: Stored = { counts: {}, known: {} };
  if (text === undefined) return nothing;
  try {
    return Stored.parse(JSON.parse(text));
  } catch (error) {
    if (!(error instanceof SyntaxError || error instanceof z.ZodError)) throw error;
    tell(`The file server/${FILE} is damaged: wrong passwords are counted from zero again.`);
    return nothing;
  }
}

/**
 * @param tell takes a sentence for the log
 * @param now the clock, in milliseconds
 */
export async function openGuesses(
  files: KeptFiles,
  tell: (sentence: string) => void,
  now: () => number = Date.now,
): Promise<Guesses> {
  const before = readStored(await files.read(FILE), tell);
  const counts = new Map<string, Entry>(Object.entries(before.counts));
  const known = new Map<string, number>(Object.entries(before.known));
  let dirty = false;
  let writing: Promise<void> | undefined;

  async function write(): Promise<void> {
    while (dirty) {
      dirty = false;
      const content = { counts: Object.fromEntries(counts), known: Object.fromEntries(known) };
      await files.write(FILE, JSON.stringify(content));
      if (dirty) await new Promise((resolve) => setTimeout(resolve, WRITE_EVERY).unref());
    }
  }
  function changed(): void {
    dirty = true;
    // While the write is pending, or if it fails, the counts in memory hold.
    writing ??= write()
      .catch((error: unknown) => tell(`Wrong passwords are not counted on the disk now: ${String(error)}`))
      .finally(() => {
        writing = undefined;
      });
  }

  const living = (key: string): Entry => {
    const entry = counts.get(key);
    return entry !== undefined && entry.until > now() ? entry : { count: 0, until: now() + WINDOW };
  };

  return {
    begin(user, address) {
      const place = placeOf(address);
      const pair = keyOf('pair', user, place);
      const account = keyOf('account', user);
      const isKnown = (known.get(pair) ?? 0) > now();
      const attacked = !isKnown && living(account).count >= ATTACK;
      const limits: [string, number][] = [
        [pair, attacked ? MOST_UNDER_ATTACK : MOST.pair],
        [keyOf('address', place), MOST.address],
        ...(isKnown ? [] : ([[account, Infinity]] as [string, number][])),
      ];
      const full = limits
        .map(([key, most]) => [living(key), most] as const)
        .find(([{ count }, most]) => count >= most);
      if (full !== undefined) {
        const seconds = Math.ceil((full[0].until - now()) / 1000);
        const wait = `${Math.ceil(seconds / 60)} minutes`;
        throw problem('tooManyGuesses', { wait }).after(seconds);
      }
      for (const [key] of limits) {
        const { count, until } = living(key);
        counts.set(key, { count: count + 1, until });
      }
      keepNewest(counts, ({ until }) => until, now());
      changed();
      const takeBack = (): void => {
        for (const [key] of limits) {
          const entry = counts.get(key);
          if (entry === undefined) continue;
          if (entry.count <= 1) counts.delete(key);
          else counts.set(key, { ...entry, count: entry.count - 1 });
        }
        changed();
      };
      return {
        known: isKnown,
        right() {
          takeBack();
          counts.delete(pair);
          known.set(pair, now() + KNOWN_FOR);
          keepNewest(known, (until) => until, now());
        },
        givenUp: takeBack,
      };
    },
    async flush() {
      await writing;
      if (dirty) await write();
    },
  };
}
