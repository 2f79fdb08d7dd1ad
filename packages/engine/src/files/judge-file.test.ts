/** The right to read a file is decided by the real path of the opened file. */
import { execFileSync, spawn } from 'node:child_process';
import {
  closeSync,
  existsSync,
  linkSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../testing.ts';
import { FileAccess } from './file-access.ts';
import { findFiles } from './find-files.ts';
import { openReadable, type Readable } from './judge-file.ts';
import { lendFile } from './lend-file.ts';
import { checkPathText, withoutPaths } from './path-text.ts';
import { folderOfPerson, OPERATOR } from './person.ts';
import { readText } from './read-text.ts';

interface Place {
  readonly home: string;
  readonly inside: string;
  readonly outside: string;
  readonly readable: Readable;
}

async function makePlace(): Promise<Place> {
  const home = await temporaryFolder();
  const [inside, outside] = [path.join(home, 'in'), path.join(home, 'out')];
  mkdirSync(inside);
  mkdirSync(outside);
  writeFileSync(path.join(inside, 'good.csv'), 'good');
  writeFileSync(path.join(outside, 'secret.csv'), 'secret');
  return { home, inside, outside, readable: { folders: [inside] } };
}

function opens(place: string, readable: Readable): string {
  const { descriptor } = openReadable(place, 'written', readable);
  const text = readFileSync(descriptor, 'utf8');
  closeSync(descriptor);
  return text;
}

describe('a file', () => {
  it('is read where its real path may be read, by whatever way', async () => {
    const { home, inside, outside, readable } = await makePlace();
    symlinkSync(path.join(inside, 'good.csv'), path.join(inside, 'link.csv'));
    symlinkSync(inside, path.join(home, 'way'));
    for (const place of [
      path.join(inside, 'good.csv'),
      path.join(inside, 'link.csv'),
      path.join(home, 'way', 'good.csv'),
      `${inside}/../in/./good.csv`,
    ])
      expect(opens(place, readable), place).toBe('good');
    expect(opens(path.join(inside, 'good.csv'), { folders: [path.join(home, 'way')] })).toBe('good');
    expect(
      opens(path.join(outside, 'secret.csv'), { folders: [inside], butNotIn: home + '/elsewhere' }),
    ).toBe('secret');
  });

  it('is refused where a link, a folder or a name like that of the folder leads out', async () => {
    const { home, inside, outside, readable } = await makePlace();
    symlinkSync(path.join(outside, 'secret.csv'), path.join(inside, 'link.csv'));
    symlinkSync(outside, path.join(inside, 'folder'));
    mkdirSync(path.join(home, 'in-too'));
    writeFileSync(path.join(home, 'in-too', 'x'), 'secret');
    for (const place of [
      path.join(inside, 'link.csv'),
      path.join(inside, 'folder', 'secret.csv'),
      path.join(outside, 'secret.csv'),
      path.join(home, 'in-too', 'x'),
      `${inside}/../out/secret.csv`,
    ])
      expect(() => opens(place, readable), place).toThrow("'written' is not an uploaded file");
  });

  it('is a regular one: pipes, devices, folders and what the kernel tells are refused at once', async () => {
    const { home, inside } = await makePlace();
    execFileSync('mkfifo', [path.join(inside, 'pipe')]);
    symlinkSync('/dev/zero', path.join(inside, 'zero'));
    const anywhere = { folders: [inside], butNotIn: path.join(home, 'data') };
    const places = ['pipe', 'zero', '.'].map((name) => path.join(inside, name));
    for (const place of [
      ...places,
      '/proc/self/environ',
      '/dev/null',
      '/proc/self/fd/0',
      '/sys/kernel/notes',
    ])
      expect(() => opens(place, anywhere), place).toThrow(/is no file that can be read|does not exist/);
  });

  it('of the data folder is kept to itself, but for uploads and outputs', async () => {
    const { home, inside, outside } = await makePlace();
    const readable = { folders: [inside], butNotIn: home };
    expect(opens(path.join(inside, 'good.csv'), readable)).toBe('good');
    expect(() => opens(path.join(outside, 'secret.csv'), readable)).toThrow('keeps for itself');
  });

  it('is the one that was judged, however often a link on the way changes', async () => {
    const { inside, outside, readable } = await makePlace();
    const way = path.join(inside, 'way');
    mkdirSync(path.join(inside, 'real'));
    writeFileSync(path.join(inside, 'real', 'secret.csv'), 'good');
    // Turned by another process while this one judges.
    const flips = `i=0; while [ $i -lt 3000 ]; do ln -sfn ${path.join(inside, 'real')} ${way}; ln -sfn ${outside} ${way}; i=$((i+1)); done`;
    const turning = spawn('sh', ['-c', flips]);
    const ended = new Promise((resolve) => turning.once('exit', resolve));
    const target = path.join(inside, 'lent');
    const seen = new Set<string>();
    for (let round = 0; round < 400; round += 1) {
      try {
        seen.add(opens(path.join(way, 'secret.csv'), readable));
        await lendFile(path.join(way, 'secret.csv'), 'written', readable, target, undefined);
        seen.add(readFileSync(target, 'utf8'));
      } catch (cause) {
        expect(String(cause)).toMatch(/is not an uploaded file|does not exist/);
      }
    }
    turning.kill();
    await ended;
    expect(seen).not.toContain('secret');
  });
});

describe('what is lent', () => {
  it('is the same file under another name, or a copy where there can be no link', async () => {
    const { inside, readable } = await makePlace();
    const [good, target] = [path.join(inside, 'good.csv'), path.join(inside, 'lent')];
    writeFileSync(target, 'left over');
    await lendFile(good, 'good.csv', readable, target, undefined);
    expect(statSync(target).ino).toBe(statSync(good).ino);
    rmSync(good);
    expect(readFileSync(target, 'utf8')).toBe('good');
    // A file system of its own, where there is one.
    const other = existsSync('/dev/shm') ? '/dev/shm' : inside;
    const elsewhere = path.join(other, `acacia-${process.pid}`);
    await lendFile(target, 'good.csv', readable, elsewhere, undefined);
    expect(readFileSync(elsewhere, 'utf8')).toBe('good');
    if (other !== inside) expect(statSync(elsewhere).mode & 0o777).toBe(0o600);
    rmSync(elsewhere);
  });
});

describe('patterns', () => {
  it('stand for names that are there, and never for the folder above', async () => {
    const { home, inside, readable } = await makePlace();
    writeFileSync(path.join(inside, '[x].csv'), 'literal');
    writeFileSync(path.join(inside, 'x.csv'), 'other');
    const found = async (pattern: string): Promise<string[]> => {
      const files = await findFiles([path.resolve(inside, pattern)], pattern, readable);
      return files.map((each) => path.relative(inside, each.path));
    };
    expect(await found('*.csv')).toEqual(['[x].csv', 'good.csv', 'x.csv']);
    expect(await found('[x].csv')).toEqual(['[x].csv']);
    expect(await found('[gx]*.csv')).toEqual(['good.csv', 'x.csv']);
    for (const pattern of [
      '[.][.]/out/secret.csv',
      '[.][.]/*/*.csv',
      '?./out/*',
      '.[.]/out/*',
      '*/../../out/*',
    ])
      await expect(found(pattern), pattern).rejects.toThrow(/is not an uploaded file|does not exist/);
    symlinkSync(path.join(home, 'out'), path.join(inside, 'up'));
    await expect(found('u*/*.csv')).rejects.toThrow('is not an uploaded file');
    expect(readText(path.join(inside, 'x.csv'), 'x.csv', readable, 5)).toBe('other');
    expect(() => readText(path.join(inside, 'x.csv'), 'x.csv', readable, 4)).toThrow(
      'has 5 bytes; 4 can be read',
    );
  });
});

describe('paths and people', () => {
  it.each(['a\0b', 'n'.repeat(256), 'n/'.repeat(2048)])('no path is %j', (text) => {
    expect(() => checkPathText('path of the file f', text)).toThrow('The path of the file f cannot be');
  });

  it('people have folders that no other has', () => {
    const names = [
      'a',
      'A',
      'ä',
      '..',
      '.',
      '',
      'a/b',
      'a\\b',
      'a.',
      'users',
      '~a',
      'x'.repeat(200),
      'a\0',
      'a@b.c',
    ];
    const folders = names.map((name) => folderOfPerson({ name }));
    expect(new Set(folders.map((folder) => folder.toLowerCase())).size).toBe(names.length);
    for (const folder of folders) expect(folder).toMatch(/^[a-z0-9~][a-z0-9._@+-]*$/);
    expect(folderOfPerson({ name: 'ann@acacia.local' })).toBe('ann@acacia.local');
  });

  it('read their own outputs, and those of all where they may', async () => {
    const folder = await temporaryFolder();
    const access = new FileAccess(folder, true);
    const ann = { name: 'ann', readsAllOutputs: false, demandWriting: () => undefined };
    expect(access.readable(ann).folders).toEqual([
      path.join(folder, 'uploads'),
      path.join(folder, 'output/users/ann'),
    ]);
    expect(access.readable(OPERATOR).folders).toContain(path.join(folder, 'output'));
    expect(() =>
      access.checkName('path', ann, path.join(folder, 'uploads'), '../output/users/bob/x'),
    ).toThrow('is not an uploaded file');
  });

  it('a second name of a file is that file', async () => {
    const { inside, outside, readable } = await makePlace();
    linkSync(path.join(outside, 'secret.csv'), path.join(inside, 'second.csv'));
    // A user who can make one can read the file: there is nothing to keep from them.
    expect(opens(path.join(inside, 'second.csv'), readable)).toBe('secret');
  });
});

describe('messages', () => {
  it.each([
    [
      "ENOENT: no such file or directory, open '/srv/my data/loads/x.tmp'",
      'ENOENT: no such file or directory, open x.tmp',
    ],
    ['No magic bytes found at end of file "/a/b.parquet"', 'No magic bytes found at end of file b.parquet'],
    ['Could not open /srv/data/graph.duckdb: busy', 'Could not open graph.duckdb: busy'],
    ['1/2 and/or s3://bucket/a/b', '1/2 and/or s3://bucket/a/b'],
  ])('%s', (message, told) => {
    expect(withoutPaths(message)).toBe(told);
  });
});
