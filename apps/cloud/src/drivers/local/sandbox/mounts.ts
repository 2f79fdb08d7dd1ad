/**
 * The file system that a workspace sees: the system itself, and its own folders. The rest of the data folder, other
 * processes' temporary files and the account's home folder are hidden.
 */
import { existsSync, statSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { dirname } from 'node:path';

export interface View {
  /** Folders that are hidden: the process sees an empty one in their place. */
  readonly hidden: readonly string[];
  /** Files and folders that stay visible, even below a hidden folder. */
  readonly shown: readonly Shown[];
}

export interface Shown {
  readonly path: string;
  /** The path at which the process sees it; default: `path`. */
  readonly at?: string;
  readonly writable?: boolean;
}

/** Folders in which every process may write. */
const TEMPORARY = new Set([tmpdir(), '/tmp', '/var/tmp', '/dev/shm']);

/** The folders above a path that other accounts may not enter (`/root`, say), topmost first. */
function closedAbove(path: string): string[] {
  const above = dirname(path);
  if (above === path) return [];
  const closed = (statSync(above).mode & 0o001) === 0;
  return [...closedAbove(above), ...(closed ? [above] : [])];
}

/** The account's home folder; undefined when it has none (an id without a name, as in containers). */
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

/** The first free file descriptor of the shell: 3 is the channel to the control plane. */
const FIRST_FILE = 4;
const MOST_FILES = 6;

/**
 * Lines of a shell script that set the view up in a mount namespace of its own. Visible files and folders are opened
 * before anything is hidden, and bind-mounted from their descriptors. A mount that fails ends the script.
 * @throws Error when `shown` has more than six entries
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
  // From the top down: entries within a hidden folder come after it.
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
  const place = quoted(path);
  return [`[ -d ${place} ] || mkdir -p ${place}`, `mount -t tmpfs -o ${mode},nosuid,nodev tmpfs ${place}`];
}

function show(path: string, file: number, writable: boolean): string[] {
  const place = quoted(path);
  // Each program that the script starts is a millisecond or two of the workspace's start: none without need.
  return [
    `if [ -e ${place} ]; then :; elif [ -d /proc/self/fd/${file} ]; then mkdir -p ${place}; else mkdir -p ${quoted(dirname(path))}; : > ${place}; fi`,
    `mount --no-canonicalize --rbind ${writable ? '' : '-o ro,nosuid,nodev '}/proc/self/fd/${file} ${place}`,
    `exec ${file}<&-`,
  ];
}
