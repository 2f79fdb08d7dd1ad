import { expect, it } from 'vitest';
import { loadSettings } from '../../settings.ts';
import { sourceEnvironment } from './source-environment.ts';

it.each([
  ['postgres://a:b@127.0.0.1:6000/postgres', 'localhost:4100,127.0.0.1:6000'],
  ['postgres://a:b@db.example/acacia', 'localhost:4100,db.example:5432'],
  ['postgres://a:b@[fd00::1]:6000/acacia', 'localhost:4100,[fd00::1]:6000'],
  ['postgres:///acacia?host=db.example&port=6000', 'localhost:4100,db.example:6000'],
  ['postgres://a:b@%2Frun%2Fpostgresql/acacia', 'localhost:4100'],
  ['postgres:///acacia?host=/run/postgresql', 'localhost:4100'],
])('keeps workspaces from the database of %s', (url, refused) => {
  expect(sourceEnvironment(loadSettings({}), url)).toEqual({
    ACACIA_ALLOWED_SOURCES: '',
    ACACIA_REFUSED_SOURCES: refused,
  });
});

it('passes on what the operator set', () => {
  const settings = loadSettings({
    ACACIA_ALLOWED_SOURCES: 'minio:9000, 10.0.0.0/8',
    ACACIA_LOAD_FILE_GB: '8',
    ACACIA_LOAD_GB: '20',
    ACACIA_FETCH_MINUTES: '30',
  });
  expect(sourceEnvironment(settings, 'postgres://a@h/d')).toMatchObject({
    ACACIA_ALLOWED_SOURCES: 'minio:9000, 10.0.0.0/8',
    ACACIA_LOAD_FILE_GB: '8',
    ACACIA_LOAD_GB: '20',
    ACACIA_FETCH_MINUTES: '30',
  });
});
