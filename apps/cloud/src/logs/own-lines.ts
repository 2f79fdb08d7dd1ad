/** What the control plane itself writes about a workspace, on its way into that workspace's collected log. */
import { z } from 'zod';
import type { LogLine } from '../drivers/driver.ts';

/** Where these lines come from, beside the workspace's own hosts. */
const CONTROL_PLANE_HOST = 'cloud';
const COMPONENT = 'controlplane';

/** The fields of a line that say which workspace it is about; parts of the control plane use either. */
const About = z.object({
  time: z.iso.datetime(),
  level: z.number(),
  msg: z.string().default(''),
  workspace: z.string().optional(),
  workspaceId: z.string().optional(),
  err: z.object({ message: z.string() }).optional(),
});

export interface OwnLine extends LogLine {
  readonly workspaceId: string;
}

export interface OwnLines {
  /** For pino: takes JSON lines. */
  readonly stream: { write(line: string): void };
  /** Gives what has come since the last call. */
  take(): readonly OwnLine[];
}

/** A database that is away must not fill the memory: older lines stay in the file alone. */
const MOST_HELD = 10_000;

const levelOf = (level: number): LogLine['level'] => {
  if (level >= 50) return 'error';
  if (level >= 40) return 'warn';
  return level >= 30 ? 'info' : 'debug';
};

function lineOf(text: string): OwnLine | undefined {
  const { time, level, msg, workspace, workspaceId, err } = About.parse(JSON.parse(text));
  const about = workspaceId ?? workspace;
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
