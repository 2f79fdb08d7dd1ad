/**
 * What a workspace sees of the file system: the system itself, read; its own folders; nothing of the data folder
 * beside them, of other people's temporary files, or of the home of the account.
 */
import { existsSync, statSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { dirname } from 'node:path';

export interface View {
  /** Folders that are hidden: an empty one is seen in their place. */
  readonly hidden: readonly string[];
  /** Files and folders that are seen, whatever is hidden above them. */
  readonly shown: readonly Shown[];
}

export interface Shown {
  readonly path: string;
  /** Where it is seen; default: where it is. */
  readonly at?: string;
  readonly writable?: boolean;
}

/** Folders in which every process may write. */
const TEMPORARY = new Set([tmpdir(), '/tmp', '/var/tmp', '/dev/shm']);

/** The folders above a path through which others may not pass (`/root`), topmost first. */
function closedAbove(path: string): string[] {
  const above = dirname(path);
  if (above === path) return [];
  const closed = (statSync(above).mode & 0o001) === 0;
  return [...closedAbove(above), ...(closed ? [above] : [])];
}

/** Of the account; undefined when it has none (a number without a name, as containers give them). */
function accountHome(): string | undefined {
  try {
    return homedir();
  } catch {
    // The system knows no such account.
    return undefined;
  }
}

/** @param home the data folder */
export function viewOf(home: string, shown: readonly Shown[]): View {
  const topmost = shown.flatMap(({ path }) => closedAbove(path).slice(0, 1));
  const hidden = [home, accountHome(), ...TEMPORARY, ...topmost];
  const there = hidden.filter(
    (path): path is string => path !== undefined && path !== '/' && existsSync(path),
  );
  return { hidden: [...new Set(there)], shown };
}

const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

/** The first number that a shell's file can have here: 3 is the channel to the control plane. */
const FIRST_FILE = 4;
const MOST_FILES = 6;

/**
 * Lines of a shell script that make the view, in a mount namespace of its own. What is to be seen is opened
 * before anything is hidden, and bound from there. A mount that fails ends the script.
 */
export function mountLines({ hidden, shown }: View): string[] {
  if (shown.length > MOST_FILES) throw new Error('A workspace cannot be shown so many folders.');
  const opened = shown.map(({ path }, index) => `exec ${FIRST_FILE + index}<${quoted(path)}`);
  const steps = [
    ...hidden.map((path) => ({ path, lines: hide(path) })),
    ...shown.map(({ path, at = path, writable = false }, index) => ({
      path: at,
      lines: show(at, FIRST_FILE + index, writable),
    })),
  ];
  // From the top down: what is within a hidden folder comes after it.
  const depth = (path: string) => path.split('/').length;
  const sorted = steps.sort((a, b) => depth(a.path) - depth(b.path));
  const closed = hidden.filter((path) => !TEMPORARY.has(path));
  return [
    ...opened,
    ...sorted.flatMap(({ lines }) => lines),
    ...closed.map((path) => `mount -o remount,ro ${quoted(path)}`),
  ];
}

function hide(path: string): string[] {
  const mode = TEMPORARY.has(path) ? 'mode=1777,size=64m' : 'mode=755,size=1m';
  return [`mkdir -p ${quoted(path)}`, `mount -t tmpfs -o ${mode},nosuid,nodev tmpfs ${quoted(path)}`];
}

function show(path: string, file: number, writable: boolean): string[] {
  const place = quoted(path);
  return [
    `if [ -d /proc/self/fd/${file} ]; then mkdir -p ${place}; else mkdir -p ${quoted(dirname(path))}; [ -e ${place} ] || : > ${place}; fi`,
    `mount --no-canonicalize --rbind /proc/self/fd/${file} ${place}`,
    ...(writable ? [] : [`mount -o remount,bind,ro,nosuid,nodev ${place}`]),
    `exec ${file}<&-`,
  ];
}
