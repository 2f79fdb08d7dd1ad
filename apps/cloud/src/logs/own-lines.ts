/** Buffers the control plane's own log lines on workspaces, for the workspaces' collected logs. */
import { z } from 'zod';
import type { LogLine } from '../drivers/driver.ts';

/** Host name of these lines, beside the workspace's own hosts. */
const CONTROL_PLANE_HOST = 'cloud';
const COMPONENT = 'controlplane';

/** Fields of a line on a workspace; parts of the control plane use `workspace` or `workspaceId` for its id. */
const About = z.object({
  time: z.iso.datetime(),
  level: z.number(),
  msg: z.string().default(''),
  workspace: z.string().nullish(),
  workspaceId: z.string().nullish(),
  err: z.object({ message: z.string() }).optional(),
});

export interface OwnLine extends LogLine {
  readonly workspaceId: string;
}

export interface OwnLines {
  /** A stream for pino, which writes JSON lines. */
  readonly stream: { write(line: string): void };
  /** Returns the lines since the last call. */
  take(): readonly OwnLine[];
}

/** Limit of buffered lines while the database is away; older ones are then only in the log file. */
const MOST_HELD = 10_000;

function levelOf(level: number): LogLine['level'] {
  if (level >= 50) return 'error';
  if (level >= 40) return 'warn';
  return level >= 30 ? 'info' : 'debug';
}

/** Undefined for a line that names no workspace or has another form, which must not make logging fail. */
function lineOf(text: string): OwnLine | undefined {
  const parsed = About.safeParse(JSON.parse(text));
  if (!parsed.success) return undefined;
  const { time, level, msg, workspace, workspaceId, err } = parsed.data;
  const about = workspaceId ?? workspace ?? undefined;
  if (about === undefined) return undefined;
  return {
    workspaceId: about,
    at: new Date(time),
    host: CONTROL_PLANE_HOST,
    component: COMPONENT,
    level: levelOf(level),
    text: err === undefined ? msg : `${msg}: ${err.message}`,
  };
}

export function createOwnLines(): OwnLines {
  let held: OwnLine[] = [];
  return {
    stream: {
      write(text) {
        const line = lineOf(text);
        if (line === undefined) return;
        if (held.length >= MOST_HELD) held.shift();
        held.push(line);
      },
    },
    take() {
      const taken = held;
      held = [];
      return taken;
    },
  };
}
