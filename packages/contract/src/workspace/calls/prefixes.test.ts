import { expect, it } from 'vitest';
import { canonicalUrl } from './prefixes.ts';

it('leads every prefix to the same call', () => {
  expect(canonicalUrl('/api/restpp/graph/g/vertices/T?limit=1')).toBe('/restpp/graph/g/vertices/T?limit=1');
  expect(canonicalUrl('/api/gsql-server/gsql/v1/schema?graph=g')).toBe('/gsql/v1/schema?graph=g');
  expect(canonicalUrl('/api/gsql-server/interpreted_query?a=1')).toBe('/gsql/v1/queries/interpret?a=1');
  expect(canonicalUrl('/gsqlserver/interpreted_query')).toBe('/gsql/v1/queries/interpret');
  expect(canonicalUrl('/gsqlserver/gsql/codecheck')).toBe('/gsql/v1/internal/check/query');
});

it('leaves other addresses alone', () => {
  for (const url of ['/restpp/echo', '/api/restppx', '/api/ping', '/gsqlserver/gsql/filex']) {
    expect(canonicalUrl(url)).toBe(url);
  }
});

it('undoes an encoding below a graph alone', () => {
  expect(canonicalUrl('/api/encoded-twice/restpp/graph/g/vertices/T/%252e%252e?filter=%2525')).toBe(
    '/restpp/graph/g/vertices/T/%2e%2e?filter=%2525',
  );
  const elsewhere = ['/api/encoded-twice/internal/status', '/api/encoded-twice/restpp/graphs'];
  for (const url of elsewhere) expect(canonicalUrl(url)).toBe(url);
});
