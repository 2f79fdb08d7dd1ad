import { offeredEndpoints, type Endpoints } from '@acacia/contract';
import { describe, expect, it } from 'vitest';
import { listedEndpoints, matching } from './endpoints.ts';

const OFFERED = offeredEndpoints();
const builtin: Endpoints = Object.fromEntries([
  ['GET /echo', { enabled: true, parameters: {} }],
  ...Object.entries(OFFERED)
    .reverse()
    .map(([key, { parameters }]) => [key, { enabled: key !== 'GET /statistics/{graph_name}', parameters }]),
]) as Endpoints;

describe('built-in endpoints', () => {
  it('are the enabled ones of the fixed 17, in their order', () => {
    const keys = listedEndpoints('builtin', 'g', builtin, true).map(({ key }) => key);
    expect(Object.keys(OFFERED)).toHaveLength(17);
    expect(keys).toEqual(Object.keys(OFFERED).filter((key) => !key.includes('/statistics')));
  });

  it('of a read-only workspace are those by GET', () => {
    const methods = listedEndpoints('builtin', 'g', builtin, false).map(({ call }) => call.method);
    expect(new Set(methods)).toEqual(new Set(['GET']));
  });

  it('ask for the parts of their path, and not for the graph', () => {
    const key = 'GET /graph/{graph_name}/vertices/{vertex_type}';
    const found = listedEndpoints('builtin', 'g', builtin, true).find((each) => each.key === key);
    expect(found?.parameters.slice(0, 2)).toEqual([
      { paramName: 'vertex_type', paramType: 'STRING', takes: 'path' },
      { paramName: 'select', paramType: 'STRING', takes: 'optional' },
    ]);
    expect(found?.parameters.find(({ paramName }) => paramName === 'limit')?.paramType).toBe('UINT');
  });

  it('are found by path and by what they do', () => {
    const all = listedEndpoints('builtin', 'g', builtin, true);
    expect(matching(all, ' LOADING job ').map(({ key }) => key)).toEqual(['POST /ddl/{graph_name}']);
    expect(matching(all, 'post /graph')).toHaveLength(1);
  });
});

it('installed queries take the types of GSQL, and their own name is no parameter', () => {
  const parameters = {
    query: { type: 'STRING', default: 'near', min_count: 0 },
    k: { type: 'INT64', min_count: 0, max_count: 1, default: 3 },
    seed: { type: 'STRING', is_id: 'true', id_type: 'Airport', min_count: 1, max_count: 1 },
    any: { type: 'STRING', is_id: 'true', min_count: 0 },
    m: { type: 'MAP<STRING, INT>', min_count: 1, max_count: 1 },
  };
  const endpoints: Endpoints = {
    'POST /query/g/near': { enabled: true, parameters },
    'GET /query/g/near': { enabled: true, parameters },
    'GET /query/other/far': { enabled: true, parameters: {} },
    'GET /query/g/off': { enabled: false, parameters: {} },
  };
  const found = listedEndpoints('query', 'g', endpoints, true);
  expect(found.map(({ call }) => call)).toEqual([
    { kind: 'query', method: 'GET', query: 'near' },
    { kind: 'query', method: 'POST', query: 'near' },
  ]);
  expect(found[0]?.parameters).toEqual([
    { paramName: 'k', paramType: 'INT', paramDefaultValue: 3 },
    { paramName: 'seed', paramType: 'VERTEX<Airport>' },
    { paramName: 'any', paramType: 'LIST<VERTEX>', takes: 'optional' },
    { paramName: 'm', paramType: 'MAP<STRING, INT>' },
  ]);
});
