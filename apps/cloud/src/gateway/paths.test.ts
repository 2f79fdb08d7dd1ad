import { expect, it } from 'vitest';
import { originForm, pathKind } from './paths.ts';

it.each([
  '/api/ping',
  '/ping',
  '/restpp/echo/g',
  '/api/restpp/echo',
  '/health',
  '/metrics?x=1',
  '/restpp//health',
])('%s is a probe and no use', (path) =>
  expect(pathKind(path)).toMatchObject({ probe: true, use: false, internal: false }),
);

it.each([
  '/restpp/version',
  '/api/restpp/statistics/g',
  '/restpp/showprocesslist/g',
  '/informant/metrics/get/qps',
  '/gsql/v1/auth/simple',
  '/gsql/v1/queries/listrunning?graph=g',
  '/api/slow-queries',
  '/api/queries/social/query_status',
  '/api/runs?most=20',
])('%s is no use, and wakes', (path) => expect(pathKind(path)).toMatchObject({ probe: false, use: false }));

it.each([
  '/restpp/query/g/ping',
  '/gsql/v1/statements',
  '/restpp/graph/metrics/vertices/T',
  '/',
  '/restpp/ddl/g',
  '/api/runs/7/rows',
])('%s is use', (path) =>
  expect(pathKind(path)).toEqual({ internal: false, probe: false, use: true, signIn: false, portal: false }),
);

it.each([
  '/internal',
  '/INTERNAL/x',
  '/%69nternal/status',
  '//internal//x',
  '/a/../internal/x',
  '\\internal\\x',
])('%s is internal', (path) => expect(pathKind(path).internal).toBe(true));

it('takes a path whose escapes are none as it stands', () => {
  expect(pathKind('/restpp/%zz')).toMatchObject({ use: true });
});

it('reads whole addresses as clients of proxies send them', () => {
  expect(originForm('http://host:1/a?b')).toBe('/a?b');
  expect(originForm('http://host')).toBe('/');
  expect(originForm('/a')).toBe('/a');
  expect(pathKind('http://host/internal/x').internal).toBe(true);
});
