/** The files that are derived from others: what they are called and what they must hold. */
import { readFileSync } from 'node:fs';
import { openApiDocument } from '../apps/cloud/src/openapi/document.ts';
import { openApiDocument as workspaceDocument } from '../apps/workspace/src/openapi-document.ts';
import { callGuide } from './call-guide.ts';
import { errorGuide } from './error-guide.ts';
import { CHINESE, ENGLISH } from './guide-language.ts';
import { kernelModule } from './kernel-module.ts';

const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
  version: string;
};

export const GENERATED: readonly { readonly file: string; readonly content: () => string }[] = [
  {
    file: 'docs/api/openapi.json',
    content: () =>
      `${JSON.stringify(openApiDocument('http://localhost:4100', 'http://localhost:4100/oidc', version), null, 2)}\n`,
  },
  {
    file: 'docs/api/workspace.json',
    content: () => `${JSON.stringify(workspaceDocument(version), null, 2)}\n`,
  },
  { file: 'docs/guides/errors.md', content: () => errorGuide(ENGLISH) },
  { file: 'docs/guides/calls.md', content: () => callGuide(ENGLISH) },
  { file: 'docs/guides/zh/errors.md', content: () => errorGuide(CHINESE) },
  { file: 'docs/guides/zh/calls.md', content: () => callGuide(CHINESE) },
  { file: 'packages/engine/src/graph/vectors/kernel-module.ts', content: await kernelModule() },
];
