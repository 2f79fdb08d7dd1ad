import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Engine } from '../engine.ts';
import { openEngine } from '../open.ts';

let engine: Engine;
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'acacia-'));
  engine = await openEngine({ dataDir: folder, memoryLimitBytes: 256 * 2 ** 20, workers: 1 });
});

afterAll(async () => {
  await engine.close();
  await rm(folder, { recursive: true, force: true });
});

const say = async (text: string): Promise<string> => {
  let output = '';
  await engine.executeGsql(text, { graph: null }, (part) => {
    output += part;
  });
  return output;
};

it('has the functions of gds, and no other package', async () => {
  expect(await say('import package gds\ninstall function gds.**')).toBe(
    'Successfully imported packages: [gds].\nSuccessfully installed functions: [gds.**].\n',
  );
  expect(await say('INSTALL FUNCTION -single gds.vector.*, ALL')).toContain('[gds.vector.*, ALL]');
  expect(await say('IMPORT PACKAGE GDBMS_ALGO')).toContain('The package GDBMS_ALGO does not exist!');
});
