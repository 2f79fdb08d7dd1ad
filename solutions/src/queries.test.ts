/**
 * The documented queries of the solutions in one workspace server: each with its sample values, against the planted
 * story and against results computed from the generated files.
 */
import { parseJson, stringifyJson } from '@acacia/base';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { generateData } from './generate/generate-data.ts';
import { installSteps } from './steps.ts';
import { rowsOf } from './testing/csv.ts';
import { kitOf } from './testing/installed.ts';
import { customer360Financial } from './testing/stories/customer-360-financial.ts';
import { applicationFraud } from './testing/stories/application-fraud.ts';
import { entityResolution } from './testing/stories/entity-resolution.ts';
import { entityResolutionKyc } from './testing/stories/entity-resolution-kyc.ts';
import { muleAccountDetection } from './testing/stories/mule-account-detection.ts';
import { networkInfrastructure } from './testing/stories/network-infrastructure.ts';
import { productRecommendation } from './testing/stories/product-recommendation.ts';
import type { Answer, Story, Tables } from './testing/stories/story.ts';
import { WorkspaceProcess } from './testing/workspace-process.ts';

const STORIES: Readonly<Record<string, Story>> = {
  'customer-360-financial': customer360Financial,
  'application-fraud': applicationFraud,
  'entity-resolution': entityResolution,
  'entity-resolution-kyc': entityResolutionKyc,
  'mule-account-detection': muleAccountDetection,
  'network-infrastructure': networkInfrastructure,
  'product-recommendation': productRecommendation,
};

let workspace: WorkspaceProcess;
beforeAll(async () => {
  workspace = await WorkspaceProcess.start(768);
}, 120_000);
afterAll(() => workspace.stop());

describe.each(Object.entries(STORIES))('%s', (id, story) => {
  const kit = kitOf(id);
  const answers = new Map<string, Answer>();
  const tables: Record<string, Tables[string]> = {};

  beforeAll(async () => {
    const data = await generateData(id, { scale: 0.05 });
    for (const step of installSteps(kit)) await workspace.perform(step, data);
    for (const file of Object.keys(kit.meta.dataset.rows)) tables[file] = await rowsOf(data, file);
    for (const { name, parameters } of kit.queriesDocs) {
      const printed = await workspace.query(kit.meta.graph, name, { ...parameters });
      answers.set(name, Object.assign({}, ...printed) as Answer);
    }
  }, 180_000);

  it('finds what is planted by every documented query', () => {
    expect(Object.keys(story.names).sort()).toEqual([...answers.keys()].sort());
    for (const [name, texts] of Object.entries(story.names)) {
      const answer = stringifyJson(answers.get(name));
      for (const text of texts) expect(answer, name).toContain(text);
    }
  });

  it.each(Object.keys(story.computed))('%s finds what a computation over the rows finds', (name) => {
    const answer = parseJson(stringifyJson(answers.get(name))) as Answer;
    const [found, expected] = story.computed[name]?.(answer, tables) ?? [];
    expect(expected).not.toEqual({});
    expect(expected).not.toEqual([]);
    expect(found).toEqual(expected);
  });
});
