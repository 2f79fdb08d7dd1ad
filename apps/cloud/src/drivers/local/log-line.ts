/** Turns lines that a workspace's processes wrote into log entries: JSON lines of the server, and any other text. */
import { WorkspaceLogLine } from '@acacia/contract';
import { z } from 'zod';
import type { LogLine } from '../driver.ts';
import type { StoredLine } from './workspace-log.ts';

/** Fields of a request's line that are in its message already. */
const REQUEST = ['reqId', 'method', 'path', 'status', 'milliseconds'] as const;
/** Fields that are left out, because the rest of the entry has them. */
const LEFT_OUT = new Set<string>(['level', 'time', 'msg', 'component', 'err', ...REQUEST]);

/** Component of lines that the server did not log: a crash's output, warnings of the runtime. */
const PROCESS = 'process';
const SUPERVISOR = 'supervisor';
/** A warning of the runtime goes to standard error, but is no error. */
const RUNTIME_WARNING = /^\(node:\d+\) |^\(Use `node /;

export function logLineOf(line: StoredLine): LogLine {
  const { at, host, source, text } = line;
  if (source === 'event') return { at, host, component: SUPERVISOR, level: 'info', text };
  if (source === 'alert') return { at, host, component: SUPERVISOR, level: 'warn', text };
  return serverLine(line) ?? { at, host, component: PROCESS, level: levelOfText(line), text };
}

function serverLine({ host, text }: StoredLine): LogLine | undefined {
  const parsed = text.startsWith('{') ? WorkspaceLogLine.safeParse(jsonOf(text)) : undefined;
  if (parsed?.success !== true) return undefined;
  const { level, time, msg, component } = parsed.data;
  return {
    at: new Date(time),
    host,
    component,
    level: level === 'fatal' ? 'error' : level,
    text: textOf(msg, parsed.data),
  };
}

/** Undefined when the text is no JSON: a line that was cut off. */
function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** The message, its fields as `name=value`, and then the error's stack trace or message. */
function textOf(message: string, fields: Readonly<Record<string, unknown>>): string {
  const named = Object.entries(fields)
    .filter(([name]) => !LEFT_OUT.has(name))
    .flatMap(([name, value]) => flat(name, value));
  const text = [message, ...named].filter((part) => part !== '').join(' ');
  const error = fields['err'];
  return error === undefined ? text : `${text}\n${errorText(error)}`;
}

function flat(name: string, value: unknown): string[] {
  if (value === null || value === undefined) return [];
  if (typeof value === 'object' && !Array.isArray(value)) {
    return Object.entries(value).flatMap(([inner, its]) => flat(`${name}.${inner}`, its));
  }
  return [`${name}=${typeof value === 'string' && /^\S+$/.test(value) ? value : JSON.stringify(value)}`];
}

const ErrorFields = z.object({ message: z.string().default(''), stack: z.string().optional() });

function errorText(error: unknown): string {
  const { success, data } = ErrorFields.safeParse(error);
  return success ? (data.stack ?? data.message) : String(error);
}

function levelOfText({ source, text }: StoredLine): LogLine['level'] {
  if (source === 'out') return 'info';
  return RUNTIME_WARNING.test(text) ? 'warn' : 'error';
}
