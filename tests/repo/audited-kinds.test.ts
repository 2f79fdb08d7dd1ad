/** Each kind of resource that the control plane writes into the audit log has words there. */
import { readFileSync, globSync } from 'node:fs';
import path from 'node:path';
import { AUDITED_KINDS } from '@acacia/contract';
import { expect, it } from 'vitest';

const SOURCES = path.join(import.meta.dirname, '../../apps/cloud/src');
const WRITTEN = /\bresource: [`'](\w+)\//g;

it('has words for each kind of resource in the audit log', () => {
  const files = globSync('**/*.ts', { cwd: SOURCES }).filter((file) => !file.endsWith('.test.ts'));
  const kinds = files.flatMap((file) =>
    [...readFileSync(path.join(SOURCES, file), 'utf8').matchAll(WRITTEN)].map(([, kind]) => kind),
  );
  expect(kinds).toContain('onboarding');
  expect(kinds.filter((kind) => !Object.hasOwn(AUDITED_KINDS, kind ?? ''))).toEqual([]);
});
