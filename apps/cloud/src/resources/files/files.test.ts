import { FILE_LIMITS, type FileEntry, type FileWithText } from '@acacia/contract';
import { and, eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { auditEntries, accounts } from '../../database/schema.ts';
import { editorFiles } from '../../database/file-tables.ts';
import { startTestPostgres, type TestPostgres } from '../../testing/postgres.ts';
import { startTestServer, type Answer, type TestServer } from '../../testing/server.ts';

let postgres: TestPostgres;
let server: TestServer;

beforeAll(async () => {
  postgres = await startTestPostgres();
  server = await startTestServer(postgres);
});
afterAll(async () => {
  await server.stop();
  await postgres.stop();
});

interface Somebody {
  readonly token: string;
  readonly id: string;
  readonly email: string;
}
async function somebody(orgId?: string): Promise<Somebody> {
  const token = await server.person([], orgId);
  const me = (await server.call('getMe', { token })).result;
  return { token, id: String(me['id']), email: String(me['email']) };
}

const create = (who: Somebody, body: object) => server.call('createFile', { token: who.token, body });
async function made(who: Somebody, body: object): Promise<FileEntry> {
  const answer = await create(who, body);
  if (answer.status !== 200) throw new Error(answer.body.Message);
  return answer.result as unknown as FileEntry;
}
const get = (who: Somebody, file_id: string) =>
  server.call('getFile', { token: who.token, params: { file_id } });
const save = (who: Somebody, file_id: string, version: number, content: string) =>
  server.call('saveFile', { token: who.token, params: { file_id }, version, body: { content } });
const change = (who: Somebody, file_id: string, body: object) =>
  server.call('updateFile', { token: who.token, params: { file_id }, body });
const remove = (who: Somebody, file_id: string) =>
  server.call('deleteFile', { token: who.token, params: { file_id } });
const share = (who: Somebody, file_id: string, body: object) =>
  server.call('shareFile', { token: who.token, params: { file_id }, body });
async function list(who: Somebody): Promise<FileEntry[]> {
  return (await server.call('listFiles', { token: who.token })).result['files'] as FileEntry[];
}
const names = async (who: Somebody) => (await list(who)).map(({ name }) => name).sort();
const textOf = (answer: Answer) => (answer.result as unknown as FileWithText).content;
const refusal = ({ status, body }: Answer) => [status, body.ErrorDetails?.[0]?.FieldName, body.Message];

describe('a file', () => {
  it('is created, read with its version, saved over that version, and deleted', async () => {
    const ann = await somebody();
    const file = await made(ann, { name: 'q1.gsql', content: 'LS' });
    expect(file).toMatchObject({ version: 1, size: 2, permission: 'owner', access: 0, parent_id: null });
    const read = await get(ann, file.file_id);
    expect([read.headers['etag'], textOf(read)]).toEqual(['"1"', 'LS']);
    const saved = await save(ann, file.file_id, 1, 'LS;');
    expect([saved.headers['etag'], saved.result['version']]).toEqual(['"2"', 2]);
    expect((await remove(ann, file.file_id)).result).toEqual({ deleted: 1 });
    expect((await get(ann, file.file_id)).status).toBe(404);
  });

  it('is saved by one of two writers of one version; the other gets the text that is there', async () => {
    const ann = await somebody();
    const { file_id } = await made(ann, { name: 'race.gsql' });
    const both = await Promise.all([save(ann, file_id, 1, 'a'), save(ann, file_id, 1, 'b')]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 412]);
    const stale = both.find(({ status }) => status === 412);
    const kept = textOf(await get(ann, file_id));
    expect(stale?.result).toMatchObject({ version: 2, content: kept });
    expect(stale?.result['updated_by']).toContain(ann.email);
    // Sent again after a lost answer.
    expect((await save(ann, file_id, 1, kept)).result['version']).toBe(2);
  });

  it('is not saved without a version', async () => {
    const ann = await somebody();
    const { file_id } = await made(ann, { name: 'x.gsql' });
    const params = { file_id };
    const answer = await server.call('saveFile', { token: ann.token, params, body: { content: '' } });
    expect(refusal(answer).slice(0, 2)).toEqual([400, 'If-Match']);
  });

  it('is made once by a call that is sent twice', async () => {
    const ann = await somebody();
    const body = { file_id: crypto.randomUUID(), name: 'once.gsql' };
    await made(ann, body);
    expect(refusal(await create(ann, { ...body, name: 'twice.gsql' })).slice(0, 2)).toEqual([409, 'file_id']);
    expect(await names(ann)).toEqual(['once.gsql']);
  });

  it('takes names of any letters, and refuses those that mislead, by the field', async () => {
    const ann = await somebody();
    for (const name of ['🦊👩‍👩‍👧 fox.gsql', 'שאילתה.gsql', 'c2.cypher', '  trimmed.gsql '])
      await made(ann, { name });
    expect(await names(ann)).toContain('trimmed.gsql');
    const refused = ['a/b', 'a\\b', '..', ' ', 'a\u202Eb', 'a\nb', 'x'.repeat(300), 'a\u2066b', 7];
    for (const name of refused)
      expect(refusal(await create(ann, { name })).slice(0, 2)).toEqual([400, 'name']);
    await made(ann, { name: '🦊'.repeat(FILE_LIMITS.name) });
    expect(refusal(await create(ann, { name: 'trimmed.gsql' })).slice(0, 2)).toEqual([409, 'name']);
    const file = (await list(ann))[0]?.file_id ?? '';
    expect((await change(ann, file, { name: 'a/b' })).status).toBe(400);
  });

  it('holds so many bytes', async () => {
    const ann = await somebody();
    expect(
      refusal(await create(ann, { name: 'big', content: 'ä'.repeat(FILE_LIMITS.bytes / 2 + 1) })),
    ).toEqual([400, 'content', 'A file holds at most 512 KB of text.']);
    const { file_id } = await made(ann, { name: 'big', content: 'x'.repeat(FILE_LIMITS.bytes) });
    expect((await save(ann, file_id, 1, 'x'.repeat(FILE_LIMITS.bytes + 1))).status).toBe(400);
  });
});

describe('the files of a person', () => {
  it('stand in folders, which are not moved into themselves and not too deep', async () => {
    const ann = await somebody();
    const top = await made(ann, { name: 'top', is_folder: true });
    const inner = await made(ann, { name: 'inner', is_folder: true, parent_id: top.file_id });
    const file = await made(ann, { name: 'a.gsql', parent_id: inner.file_id });
    for (const parent_id of [top.file_id, inner.file_id])
      expect(refusal(await change(ann, top.file_id, { parent_id }))).toEqual([
        400,
        'parent_id',
        'A folder cannot be moved into itself.',
      ]);
    expect(refusal(await create(ann, { name: 'b', parent_id: file.file_id })).slice(0, 2)).toEqual([
      400,
      'parent_id',
    ]);
    expect((await change(ann, file.file_id, { parent_id: null, name: 'moved.gsql' })).status).toBe(200);
    let parent_id = inner.file_id;
    for (let depth = 3; depth <= FILE_LIMITS.depth; depth += 1)
      parent_id = (await made(ann, { name: 'f', is_folder: true, parent_id })).file_id;
    expect((await create(ann, { name: 'f', parent_id })).status).toBe(400);
    expect((await change(ann, file.file_id, { parent_id })).status).toBe(400);
    const other = await made(ann, { name: 'other', is_folder: true });
    expect((await change(ann, top.file_id, { parent_id: other.file_id })).status).toBe(400);
    expect((await remove(ann, top.file_id)).result).toEqual({ deleted: FILE_LIMITS.depth });
    expect(await names(ann)).toEqual(['moved.gsql', 'other']);
  });

  it('do not become a circle by two moves at once', async () => {
    const ann = await somebody();
    const a = await made(ann, { name: 'a', is_folder: true });
    const b = await made(ann, { name: 'b', is_folder: true });
    const moves = await Promise.all([
      change(ann, a.file_id, { parent_id: b.file_id }),
      change(ann, b.file_id, { parent_id: a.file_id }),
    ]);
    expect(moves.map(({ status }) => status).sort()).toEqual([200, 400]);
  });

  it('are so many at most', async () => {
    const ann = await somebody();
    const { orgId } = (
      await server.database.db
        .select()
        .from(editorFiles)
        .innerJoin(accounts, eq(accounts.id, editorFiles.ownerId))
    )[0]?.editor_files ?? { orgId: '' };
    await server.database.db.insert(editorFiles).values(
      Array.from({ length: FILE_LIMITS.files - 1 }, (_, i) => ({
        id: `${ann.id}-${i}`,
        orgId,
        ownerId: ann.id,
        name: `f${i}`,
        isFolder: false,
      })),
    );
    const both = await Promise.all([create(ann, { name: 'one' }), create(ann, { name: 'two' })]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 403]);
    expect(both.find(({ status }) => status === 403)?.body.Message).toContain(String(FILE_LIMITS.files));
  });

  it('are found by words of their names and texts, those of others are not', async () => {
    const [ann, bob] = [await somebody(), await somebody()];
    const text = await made(ann, { name: 'a.gsql', content: 'LS\n  SELECT Needle\n' });
    const name = await made(ann, { name: 'NEEDLE.gsql', content: '100%' });
    const search = async (who: Somebody, words: string) =>
      (await server.call('searchFiles', { token: who.token, query: { text: words } })).result;
    const found = await search(ann, 'needle');
    expect(found).toHaveLength(2);
    expect(found).toContainEqual({ file_id: text.file_id, line: 'SELECT Needle', line_number: 2 });
    expect(found).toContainEqual({ file_id: name.file_id, line: '', line_number: 0 });
    expect(await search(ann, '0%')).toMatchObject([{ file_id: name.file_id }]);
    expect(await search(ann, '_s')).toEqual([]);
    expect(await search(bob, 'needle')).toEqual([]);
  });
});

describe('sharing', () => {
  it('lets a person view, then edit, then nothing; a refusal says whose the file is', async () => {
    const [ann, bob] = [await somebody(), await somebody()];
    const { file_id } = await made(ann, { name: 'mine.gsql', content: 'secret' });
    const hidden = await get(bob, file_id);
    expect([hidden.status, hidden.result]).toEqual([403, null]);
    expect(hidden.body.Message).toContain(ann.email);
    expect(JSON.stringify(hidden.body)).not.toMatch(/secret|mine\.gsql/);

    await share(ann, file_id, { type: 'user', target: bob.email.toUpperCase(), permission: 'view' });
    expect(textOf(await get(bob, file_id))).toBe('secret');
    expect(await list(bob)).toMatchObject([{ file_id, permission: 'view', is_shared: false }]);
    expect((await save(bob, file_id, 1, 'x')).status).toBe(403);
    for (const answer of [await change(bob, file_id, { name: 'y' }), await remove(bob, file_id)])
      expect(answer.status).toBe(403);
    expect((await share(bob, file_id, { type: 'org', permission: 'edit' })).status).toBe(403);

    await share(ann, file_id, { type: 'user', target: bob.id, permission: 'edit' });
    expect((await save(bob, file_id, 1, 'by bob')).status).toBe(200);
    expect((await remove(bob, file_id)).status).toBe(403);
    await share(ann, file_id, { type: 'user', target: bob.email, permission: 'none' });
    // Withdrawn while it was open: the text that is there is not told.
    const withdrawn = await save(bob, file_id, 1, 'late');
    expect([withdrawn.status, withdrawn.result]).toEqual([403, null]);
    expect(textOf(await get(ann, file_id))).toBe('by bob');
  });

  it('with the organisation has the levels 0, 1 and 2, and ends there', async () => {
    const [ann, bob] = [await somebody(), await somebody()];
    const stranger = await somebody(await server.organization());
    const { file_id } = await made(ann, { name: 'all.gsql' });
    const levels: [string, number, number][] = [];
    for (const permission of ['none', 'view', 'edit']) {
      await share(ann, file_id, { type: 'org', permission });
      const access = Number((await get(ann, file_id)).result['access']);
      levels.push([permission, access, (await get(bob, file_id)).status]);
      expect((await get(stranger, file_id)).status).toBe(404);
      expect((await list(stranger)).length).toBe(0);
    }
    expect(levels).toEqual([
      ['none', 0, 403],
      ['view', 1, 200],
      ['edit', 2, 200],
    ]);
    await share(ann, file_id, { type: 'org', permission: 'none' });
    const bad = [
      { type: 'org', permission: 'owner' },
      { type: 'user', permission: 'view' },
      { type: 'user', target: stranger.email, permission: 'view' },
      { type: 'user', target: ann.email, permission: 'view' },
    ];
    const fields = [];
    for (const body of bad) fields.push(refusal(await share(ann, file_id, body)).slice(0, 2));
    expect(fields).toEqual([
      [400, 'permission'],
      [400, 'target'],
      [404, 'target'],
      [400, 'target'],
    ]);
  });

  it('of a folder is of all in it; what is made in it is its owner’s, and stays within it', async () => {
    const [ann, bob] = [await somebody(), await somebody()];
    const outer = await made(ann, { name: 'outer', is_folder: true });
    const folder = await made(ann, { name: 'team', is_folder: true, parent_id: outer.file_id });
    await share(ann, folder.file_id, { type: 'user', target: bob.email, permission: 'edit' });
    const file = await made(bob, { name: 'b.gsql', parent_id: folder.file_id });
    expect(file).toMatchObject({ owner: { user_id: ann.id }, permission: 'edit', parent_id: folder.file_id });
    // The folder above is not told.
    expect((await list(bob)).map(({ name, parent_id }) => [name, parent_id]).sort()).toEqual([
      ['b.gsql', folder.file_id],
      ['team', null],
    ]);
    const own = await made(bob, { name: 'own', is_folder: true });
    expect((await change(bob, file.file_id, { parent_id: own.file_id })).status).toBe(400);
    expect((await change(bob, file.file_id, { parent_id: null })).status).toBe(403);
    expect((await change(bob, folder.file_id, { parent_id: null })).status).toBe(403);
    expect((await change(bob, file.file_id, { parent_id: outer.file_id })).status).toBe(403);
    expect((await remove(bob, folder.file_id)).status).toBe(403);
    expect((await remove(bob, file.file_id)).status).toBe(200);
  });

  it('as owner gives a folder away with all in it', async () => {
    const [ann, bob] = [await somebody(), await somebody()];
    await made(bob, { name: 'team', is_folder: true });
    const folder = await made(ann, { name: 'team', is_folder: true });
    const file = await made(ann, { name: 'x.gsql', parent_id: folder.file_id });
    await share(ann, folder.file_id, { type: 'user', target: bob.email, permission: 'owner' });
    expect(await names(bob)).toEqual(['team', 'team-2', 'x.gsql']);
    expect((await list(ann)).map(({ name, permission }) => [name, permission]).sort()).toEqual([
      ['team-2', 'edit'],
      ['x.gsql', 'edit'],
    ]);
    expect((await remove(ann, folder.file_id)).status).toBe(403);
    expect((await get(bob, file.file_id)).result['permission']).toBe('owner');
  });
});

describe('waiting for changes', () => {
  const version = async (who: Somebody, query: Record<string, string> = {}) =>
    String((await server.call('awaitFiles', { token: who.token, query })).result['version']);

  it('ends with each change of what the person may open, also over a connection that breaks', async () => {
    const [ann, bob, cy] = [await somebody(), await somebody(), await somebody()];
    const { file_id } = await made(ann, { name: 'team.gsql' });
    let inFolder = '';
    const listening = () =>
      server.database.db.execute<{ pid: number }>(
        sql`select pid from pg_stat_activity where datname = current_database() and query = 'listen acacia_files'`,
      );
    const changes: [string, () => Promise<unknown>][] = [
      ['a share', () => share(ann, file_id, { type: 'user', target: bob.email, permission: 'edit' })],
      ['a save', () => save(ann, file_id, 1, 'by ann')],
      [
        'a save after a cut',
        async () => {
          const { rows } = await listening();
          expect(rows).toHaveLength(1);
          for (const { pid } of rows)
            await server.database.db.execute(sql`select pg_terminate_backend(${pid})`);
          await save(ann, file_id, 2, 'by ann again');
        },
      ],
      [
        'a file in a folder that is shared',
        async () => {
          const folder = await made(ann, { name: 'folder', is_folder: true });
          await share(ann, folder.file_id, { type: 'user', target: bob.email, permission: 'view' });
          inFolder = (await made(ann, { name: 'in.gsql', parent_id: folder.file_id })).file_id;
        },
      ],
      ['a save in a folder that is shared', () => save(ann, inFolder, 1, 'by ann')],
      ['a name', () => change(ann, file_id, { name: 'ours.gsql' })],
      [
        'a share that is withdrawn',
        () => share(ann, file_id, { type: 'user', target: bob.email, permission: 'none' }),
      ],
    ];
    const stranger = await version(cy);
    for (const [what, act] of changes) {
      const before = await version(bob);
      const told = version(bob, { after: before, wait: '25' });
      await expect.poll(async () => (await listening()).rows.length).toBe(1);
      await server.database.db.execute(sql`select pg_notify('acacia_files', 'no message of ours')`);
      await act();
      expect(await told, what).not.toBe(before);
    }
    const before = await version(ann);
    const told = version(ann, { after: before, wait: '25' });
    await remove(ann, file_id);
    expect(await told).not.toBe(before);
    expect(await version(cy), 'who may not open it learns nothing').toBe(stranger);
    expect(await version(cy, { after: stranger, wait: '0' })).toBe(stranger);
    // The connection is given back when nobody waits.
    await expect.poll(async () => (await listening()).rows.length).toBe(0);
  });

  it('is refused to a person who waits too often, until one of the waits has ended', async () => {
    const ann = await somebody();
    const after = await version(ann);
    const query = { after, wait: '25' };
    const waits = Array.from({ length: 13 }, () => server.call('awaitFiles', { token: ann.token, query }));
    const refused = await Promise.race(waits);
    expect(refused.status).toBe(429);
    await made(ann, { name: 'x.gsql' });
    expect((await Promise.all(waits)).filter(({ status }) => status === 200)).toHaveLength(12);
    expect(await version(ann, query)).not.toBe(after);
  });
});

describe('the files of somebody who has left', () => {
  it('stay for those they are shared with, and are taken over or deleted by an admin', async () => {
    const [ann, bob, cy] = [await somebody(), await somebody(), await somebody()];
    const { file_id } = await made(ann, { name: 'left.gsql', content: 'kept' });
    await share(ann, file_id, { type: 'user', target: bob.email, permission: 'view' });
    await made(cy, { name: 'gone.gsql' });
    const left = { params: { user_id: ann.id } };
    expect((await server.call('takeOverLeftFiles', left)).status).toBe(409);
    for (const { id } of [ann, cy]) await server.call('deleteUser', { params: { user_id: id } });
    expect((await get(ann, file_id)).status).toBeGreaterThanOrEqual(401);
    expect(textOf(await get(bob, file_id))).toBe('kept');
    expect((await server.call('takeOverLeftFiles', { ...left, token: bob.token })).status).toBe(403);
    const listed = (await server.call('listLeftFiles')).result as unknown as { owner: { email: string } }[];
    expect(listed.map(({ owner }) => owner.email).sort()).toEqual([ann.email, cy.email].sort());

    const folder = (await server.call('takeOverLeftFiles', left)).result;
    expect(folder).toMatchObject({ name: `Files of ${ann.email}`, permission: 'owner' });
    const taken = await server.call('getFile', { params: { file_id } });
    expect(taken.result).toMatchObject({
      parent_id: folder['file_id'],
      permission: 'owner',
      content: 'kept',
    });
    const deleted = await server.call('deleteLeftFiles', { params: { user_id: cy.id } });
    expect(deleted.result).toEqual({ deleted: 1 });
    expect((await server.call('listLeftFiles')).result).toEqual([]);
    expect((await server.call('deleteLeftFiles', { params: { user_id: cy.id } })).status).toBe(404);
  });
});

it('is in the audit log by name, once an hour for the saves of one person, without texts', async () => {
  const [ann, bob] = [await somebody(), await somebody()];
  const { file_id } = await made(ann, { name: 'audited.gsql' });
  await share(ann, file_id, { type: 'user', target: bob.email, permission: 'edit' });
  for (let version = 1; version <= 3; version += 1) await save(ann, file_id, version, `secret ${version}`);
  await save(ann, file_id, 1, 'stale secret');
  await save(bob, file_id, 4, 'secret of bob');
  await save(ann, file_id, 5, 'secret again');
  const rows = await server.database.db
    .select()
    .from(auditEntries)
    .where(and(eq(auditEntries.resource, `file/${file_id}`)))
    .orderBy(auditEntries.id);
  expect(rows.map(({ action, actor }) => [action, actor])).toEqual([
    ['createFile', ann.email],
    ['shareFile', ann.email],
    ['saveFile', bob.email],
    ['saveFile', ann.email],
  ]);
  expect(JSON.stringify(rows.map(({ before, after, message }) => [before, after, message]))).not.toContain(
    'secret',
  );
  const shown = await server.call('listAuditEntries', { query: { resource: `file/${file_id}` } });
  expect(JSON.stringify(shown.result)).toContain('"resource_name":"audited.gsql"');
});
