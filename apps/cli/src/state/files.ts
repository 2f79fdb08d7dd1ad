/** The state of an organisation in a folder: `organization.yaml`, `users.yaml`, and a file for each workgroup. */
import { mkdir, readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { Name } from '@acacia/contract';
import { readIfThere, writeDurably } from '@acacia/durable-files';
import { parse, stringify, YAMLParseError } from 'yaml';
import { z } from 'zod';
import { UsageError } from '../failure.ts';
import { OrganizationFile, PersonFile, WorkgroupFile, type State } from './model.ts';

const ORGANIZATION = 'organization.yaml';
const USERS = 'users.yaml';
const WORKGROUPS = 'workgroups';
/** Permissions of the files: they name people, and have no secrets. */
const MODE = 0o644;

/** @throws UsageError that names the file and the field */
function parsed<T extends z.ZodType>(schema: T, file: string, text: string): z.output<T> {
  let value: unknown;
  try {
    value = parse(text);
  } catch (error) {
    if (!(error instanceof YAMLParseError)) throw error;
    throw new UsageError(`${file}: ${error.message}`, { cause: error });
  }
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const lines = result.error.issues.map((issue) => `${file}: ${issue.path.join('.')}: ${issue.message}`);
  throw new UsageError(lines.join('\n'));
}

const write = (folder: string, file: string, value: unknown): Promise<void> =>
  writeDurably(path.join(folder, file), stringify(value, { lineWidth: 0 }), MODE);

/** @throws UsageError for a name that a server has no business to send: it could lead out of the folder */
function fileOf(name: string): string {
  if (!Name.safeParse(name).success) throw new UsageError(`'${name}' is no name of a workgroup.`);
  return path.join(WORKGROUPS, `${name}.yaml`);
}

async function workgroupFiles(folder: string): Promise<string[]> {
  const names = await readdir(path.join(folder, WORKGROUPS)).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  return names
    .filter((name) => name.endsWith('.yaml'))
    .toSorted()
    .map((name) => path.join(WORKGROUPS, name));
}

/** Whether a file holds a workgroup's state: a folder may have files of others. */
async function holdsWorkgroup(file: string): Promise<boolean> {
  try {
    parsed(WorkgroupFile, file, (await readIfThere(file)) ?? '');
    return true;
  } catch (error) {
    if (error instanceof UsageError) return false;
    throw error;
  }
}

/** Files of workgroups that are gone are removed. */
export async function writeState(folder: string, { organization, users, workgroups }: State): Promise<void> {
  const files = new Map(workgroups.map((group) => [fileOf(group.name), group]));
  await mkdir(path.join(folder, WORKGROUPS), { recursive: true });
  await write(folder, ORGANIZATION, organization);
  if (users !== null) await write(folder, USERS, users);
  for (const [file, group] of files) await write(folder, file, group);
  for (const file of await workgroupFiles(folder)) {
    const there = path.join(folder, file);
    if (!files.has(file) && (await holdsWorkgroup(there))) await rm(there);
  }
}

/** @throws UsageError for a folder without the files, or with wrong ones */
export async function readFiles(folder: string): Promise<State> {
  const organization = await readIfThere(path.join(folder, ORGANIZATION));
  if (organization === undefined) {
    throw new UsageError(`There is no ${ORGANIZATION} in ${folder}. Make one with: acacia export ${folder}`);
  }
  const users = await readIfThere(path.join(folder, USERS));
  const workgroups: WorkgroupFile[] = [];
  for (const file of await workgroupFiles(folder)) {
    workgroups.push(parsed(WorkgroupFile, file, (await readIfThere(path.join(folder, file))) ?? ''));
  }
  return {
    organization: parsed(OrganizationFile, ORGANIZATION, organization),
    users: users === undefined ? null : parsed(z.array(PersonFile), USERS, users),
    workgroups,
  };
}
