import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
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

async function say(text: string): Promise<string> {
  let output = '';
  await engine.executeGsql(text, { graph: null }, (part) => {
    output += part;
  });
  return output;
}

it('has the functions of gds, and the packages of algorithms', async () => {
  expect(await say('import package gds\ninstall function gds.**')).toBe(
    'Successfully imported packages: [gds].\nSuccessfully installed functions: [gds.**].\n',
  );
  expect(await say('INSTALL FUNCTION -single gds.vector.*, ALL')).toContain('[gds.vector.*, ALL]');
  expect(await say('IMPORT PACKAGE GDBMS_ALGO, GDBMS_ALGO.community')).toContain('Successfully imported');
  expect(await say('IMPORT PACKAGE GDBMS_NONE')).toContain('The package GDBMS_NONE does not exist!');
});

/** A graph of people and their things, on which each algorithm is called. */
const GRAPH = `
CREATE VERTEX P (PRIMARY_ID id STRING, score FLOAT, n INT)
CREATE VERTEX F (PRIMARY_ID id STRING)
CREATE DIRECTED EDGE D (FROM P, TO P, weight FLOAT DEFAULT 1) WITH REVERSE_EDGE="RD"
CREATE UNDIRECTED EDGE U (FROM P, TO P, weight FLOAT DEFAULT 1)
CREATE DIRECTED EDGE H (FROM P, TO F, weight FLOAT DEFAULT 1) WITH REVERSE_EDGE="RH"
CREATE DIRECTED EDGE Sim (FROM P, TO P, score FLOAT)
CREATE GRAPH algo (*)`;

const PAIR = '("a", "P"), ("c", "P"), ["U"]';
/** The arguments of each algorithm, and a part of its answer. */
const CALLS: Readonly<Record<string, readonly [string, RegExp]>> = {
  'centrality.article_rank': ['"P", "D", _, _, _, 1', /"c","score":0\.2410343\}/],
  'centrality.betweenness_cent': [
    '["P"], ["U"], "U", 10, 2',
    /"c","score":8\},\{"Vertex_ID":"d","score":6\}/,
  ],
  'centrality.closeness_cent': ['["P"], ["U"], ["U"], 10, 1', /"c","score":0\.5333333\}/],
  'centrality.degree_cent': ['["P"], ["D"], ["RD"], TRUE, TRUE, 1', /"c","score":0\.5\}/],
  'centrality.harmonic_cent': ['["P"], ["U"], ["U"], 10, 1', /"c","score":0\.5833333\}/],
  'centrality.pagerank': [
    '"P", "D", _, _, _, 1, TRUE, "score", "ranks.csv", TRUE',
    /"c","score":0\.5580781\}/,
  ],
  'centrality.pagerank_wt': ['"P", "D", "weight", _, _, _, 1', /"c","score":0\.5580781\}/],
  'centrality.weighted_degree_cent': ['"P", "D", "RD", "weight", TRUE, TRUE, 1', /"c","score":3\}/],
  'classification.greedy_graph_coloring': ['["P"], ["U"]', /"color_count":3\}/],
  'community.label_prop': ['["P"], ["U"], 10, 10', /"community_sizes":\{"0":5,"5":2\}/],
  'community.lcc': ['"P", "U", 3', /"c","score":0\.3333333\}/],
  'community.louvain': [
    '["P"], ["U"], "weight", 10, "n", "", TRUE',
    /"num_of_communities":3,"modularity":0\.4027778\}/,
  ],
  'community.scc_small_world': ['"P", "D", 1', /"num_of_components":5\}/],
  'community.slpa': ['["P"], ["U"], 0.5, 1, 10', /"x","v_type":"P","attributes":\{"communities":\[5,6\]/],
  'community.tri_count': ['"P", "U"', /"num_triangles":1\}/],
  'community.tri_count_fast': ['"P", "U"', /"num_triangles":1\}/],
  'community.wcc': ['["P"], ["U"]', /"num_of_components":2\}/],
  'graphML.weisfeiler_lehman': ['"P", "U", 1, 10', /"label_sizes":\{"1":3,"2":1,"3":3\}/],
  'path.all_path': ['("a", "P"), ("x", "P"), 3', /"paths":\[\]/],
  'path.bfs': ['["P"], ["D"], 10, ("a", "P")', /"v_id":"e","v_type":"P","attributes":\{"distance":4\}/],
  'path.cycle_component': ['"P", "D"', /"num_of_components":1\},\{"Start":\[\{[^[]*"c"[^[]*\}\]/],
  'path.cycle_detection': ['["P"], ["D"], 5', /"cycles":\[\["a","b","c"\]\]/],
  'path.cycle_detection_batch': ['["P"], ["D"], 3, 5', /"cycles":\[\["a","b","c"\]\]/],
  'path.cycle_detection_count': ['["P"], ["D"], 5', /"cycle_count":1/],
  'similarity.cosine_nbor_ap_batch': ['"P", "H", "weight", 1', /"Vertex_ID":"b","score":1\}/],
  'similarity.jaccard_nbor_ap_batch': [
    '1, ["P"], ["F"], ["H"], ["RH"], "Sim"',
    /"Vertex_ID":"b","score":1\}/,
  ],
  'topological_link_prediction.adamic_adar': [PAIR, /"closeness":1\.442695/],
  'topological_link_prediction.common_neighbors': [PAIR, /"closeness":1/],
  'topological_link_prediction.preferential_attachment': [PAIR, /"closeness":6/],
  'topological_link_prediction.resource_allocation': [PAIR, /"closeness":0\.5/],
  'topological_link_prediction.total_neighbors': [PAIR, /"closeness":4/],
};

describe('the algorithms', () => {
  beforeAll(async () => {
    await say(GRAPH);
    const vertices = [
      ...['a', 'b', 'c', 'd', 'e', 'x', 'y'].map((id) => ['P', id] as const),
      ...['f1', 'f2'].map((id) => ['F', id] as const),
    ];
    const edges = ['ab', 'bc', 'ca', 'cd', 'de', 'xy'].flatMap((pair) =>
      ['D', 'U'].map((type) => [type, pair.slice(0, 1), 'P', pair.slice(1)] as const),
    );
    const had = ['af1', 'bf1', 'bf2', 'cf2', 'af2'].map(
      (pair) => ['H', pair.slice(0, 1), 'F', pair.slice(1)] as const,
    );
    await engine.write(
      'algo',
      vertices.map(([type, id]) => ({ kind: 'upsertVertex', type, id, attributes: {} })),
    );
    await engine.write(
      'algo',
      [...edges, ...had].map(([type, from, toType, to]) => ({
        kind: 'upsertEdge',
        type,
        from: { type: 'P', id: from },
        to: { type: toType, id: to },
        attributes: {},
      })),
    );
  });

  it.each(Object.entries(CALLS))('%s gives what it should', async (name, [args, expected]) => {
    const output = await say(`USE GRAPH algo\nCALL GDBMS_ALGO.${name}(${args})`);
    expect(output.replace(/\s/g, '')).toMatch(expected);
  });

  it('are all tried here, and listed', async () => {
    const listed: string[] = [];
    for (const folder of new Set(Object.keys(CALLS).map((name) => name.split('.')[0] ?? ''))) {
      const lines = await say(`SHOW PACKAGE GDBMS_ALGO.${folder}`);
      listed.push(...[...lines.matchAll(/^ {8}- (\w+)\(/gm)].map(([, name]) => `${folder}.${name ?? ''}`));
    }
    expect(listed.sort()).toEqual(Object.keys(CALLS).sort());
  });
});
