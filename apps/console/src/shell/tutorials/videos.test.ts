/** The files of the stated videos, as `npm run tutorials` writes them. */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { CHAPTERS, VIDEOS } from './chapters.ts';
import lengths from './lengths.json' with { type: 'json' };

const FOLDER = path.resolve(import.meta.dirname, '../../../public/tutorials');
const file = (name: string): Buffer => readFileSync(path.join(FOLDER, name));
const MEGABYTE = 2 ** 20;

/** The element `Duration` of WebM's header: its id, a size of 8, and the milliseconds as a float of 64 bits. */
const DURATION = Buffer.from([0x44, 0x89, 0x88]);
const secondsOf = (webm: Buffer): number => webm.readDoubleBE(webm.indexOf(DURATION) + 3) / 1000;

/** `00:00:05.417` in seconds. */
const secondsAt = (stamp: string): number =>
  stamp.split(':').reduce((sum, part) => sum * 60 + Number(part), 0);

describe.each(VIDEOS)('the video $TutorialID', ({ TutorialID, Url }) => {
  const known = (lengths as Record<string, number>)[TutorialID];

  it('is a short WebM of the stated length, under 3 MB', () => {
    expect(Url).toBe(`/tutorials/${TutorialID}.webm`);
    const webm = file(`${TutorialID}.webm`);
    expect(webm.subarray(0, 4).toString('hex')).toBe('1a45dfa3');
    expect(webm.length).toBeLessThan(3 * MEGABYTE);
    expect(secondsOf(webm)).toBeCloseTo(known ?? 0, 0);
    expect(known).toBeGreaterThanOrEqual(20);
    expect(known).toBeLessThanOrEqual(60);
  });

  it('has captions from its beginning to its end, one after another', () => {
    const [head, ...cues] = file(`${TutorialID}.vtt`).toString().trim().split('\n\n');
    expect(head).toBe('WEBVTT');
    expect(cues.length).toBeGreaterThanOrEqual(4);
    let before = 0;
    for (const cue of cues) {
      const [times = '', text = ''] = cue.split('\n');
      const [from = '', to = ''] = times.split(' --> ');
      expect(secondsAt(from)).toBe(before);
      before = secondsAt(to);
      expect(text.length / (before - secondsAt(from)), text).toBeLessThan(18);
    }
    expect(before).toBeCloseTo(known ?? 0, 0);
  });

  it('has captions in Chinese at the same times', () => {
    const [english = '', chinese = ''] = ['vtt', 'zh.vtt'].map((end) =>
      file(`${TutorialID}.${end}`).toString(),
    );
    const times = (captions: string) => captions.match(/^.* --> .*$/gm);
    expect(times(chinese), `Translate ${TutorialID}.vtt anew into ${TutorialID}.zh.vtt.`).toEqual(
      times(english),
    );
    const texts = chinese.trim().split('\n\n').slice(1);
    expect(texts.filter((cue) => !/\n.*\p{Script=Han}/u.test(cue))).toEqual([]);
  });

  it('has a poster', () => {
    expect(file(`${TutorialID}.jpg`).subarray(0, 3).toString('hex')).toBe('ffd8ff');
  });
});

it('are all that is there, and not much together', () => {
  const stated = VIDEOS.flatMap(({ TutorialID }) =>
    ['jpg', 'vtt', 'webm', 'zh.vtt'].map((end) => `${TutorialID}.${end}`),
  );
  expect(readdirSync(FOLDER).sort()).toEqual(stated.sort());
  expect(Object.keys(lengths)).toEqual(VIDEOS.map(({ TutorialID }) => String(TutorialID)));
  const bytes = stated.reduce((sum, name) => sum + statSync(path.join(FOLDER, name)).size, 0);
  expect(bytes).toBeLessThan(15 * MEGABYTE);
  expect(CHAPTERS.flatMap(({ subChapters }) => subChapters).length).toBe(VIDEOS.length + 1);
});
