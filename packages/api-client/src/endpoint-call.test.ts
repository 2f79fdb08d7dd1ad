import { describe, expect, it } from 'vitest';
import { addressOf, endpointCall, type EndpointToCall } from './endpoint-call.ts';
import { sentPath } from './workspace-paths.ts';

const vertex: EndpointToCall = {
  method: 'GET',
  path: '/graph/{graph_name}/vertices/{vertex_type}/{vertex_id}',
  kind: 'builtin',
};
const query = (method: 'GET' | 'POST'): EndpointToCall => ({ method, query: 'near', kind: 'query' });

describe('the call of an endpoint', () => {
  it('has the prefix, and its parts in the path', () => {
    const call = endpointCall(vertex, 'g', { vertex_type: 'a b', vertex_id: 'x/y?z', select: 'n' });
    expect(addressOf(call)).toBe('/restpp/graph/g/vertices/a%20b/x%2Fy%3Fz?select=n');
    expect(call.body).toBeUndefined();
  });

  it('adds the graph unless the path or a parameter has it', () => {
    const all: EndpointToCall = { method: 'GET', path: '/showprocesslistall', kind: 'builtin' };
    expect(addressOf(endpointCall(all, 'g', {}))).toBe('/restpp/showprocesslistall?graph=g');
    expect(addressOf(endpointCall(all, 'g', { graph: 'h' }))).toBe('/restpp/showprocesslistall?graph=h');
    expect(addressOf(endpointCall(query('GET'), 'g', { graph: 'x' }))).toBe('/restpp/query/g/near?graph=x');
  });

  it('sends parameters by GET in the address, and else as JSON', () => {
    const values = { k: 9007199254740993n, seed: [{ id: 'a&b', type: 'T' }], tags: ['x', 'y'] };
    const got = endpointCall(query('GET'), 'g', values);
    expect(addressOf(got)).toBe(
      '/restpp/query/g/near?k=9007199254740993&seed%5B0%5D=a%26b&seed%5B0%5D.type=T&tags=x&tags=y',
    );
    expect(got.body).toBeUndefined();
    const posted = endpointCall(query('POST'), 'g', values);
    expect(addressOf(posted)).toBe('/restpp/query/g/near');
    expect(posted.body).toEqual({ json: values });
  });

  it('keeps the parameters of built-in endpoints in the address: a filter in a body would delete everything', () => {
    const remove: EndpointToCall = {
      method: 'DELETE',
      path: '/graph/{graph_name}/vertices/{vertex_type}',
      kind: 'builtin',
    };
    const call = endpointCall(remove, 'g', { vertex_type: 'T', filter: 'a=1' });
    expect(addressOf(call)).toBe('/restpp/graph/g/vertices/T?filter=a%3D1');
    expect(call.body).toBeUndefined();
    const ddl: EndpointToCall = { method: 'POST', path: '/ddl/{graph_name}', kind: 'builtin' };
    const load = endpointCall(ddl, 'g', { tag: 'job', filename: 'f' }, { text: 'a,b' });
    expect(addressOf(load)).toBe('/restpp/ddl/g?tag=job&filename=f');
    expect(load.body).toEqual({ text: 'a,b' });
  });

  it('refuses an empty part of the path: another endpoint would be called', () => {
    expect(() => endpointCall(vertex, 'g', { vertex_type: 'T', vertex_id: '' })).toThrow(/^vertex_id: /);
  });

  it('calls for an id of dots by an address that browsers leave alone', () => {
    for (const id of ['.', '..', '%2e', 'a..b']) {
      const { path } = endpointCall(vertex, 'g', { vertex_type: 'T', vertex_id: id });
      const sent = sentPath(`/api${path}`);
      expect(new URL(sent, 'http://host').pathname).toBe(sent);
      const [, prefix, last] = /^(.*)\/graph\/g\/vertices\/T\/(.*)$/.exec(sent) ?? [];
      const once = prefix === '/api/encoded-twice/restpp' ? decodeURIComponent(last ?? '') : (last ?? '');
      expect(decodeURIComponent(once)).toBe(id);
    }
  });
});
