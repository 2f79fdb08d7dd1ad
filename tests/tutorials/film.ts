/** A video of frames that are handed over one by one, with captions and a poster, written by ffmpeg. */
import { spawn, spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';

export const FRAMES_PER_SECOND = 12;

interface Caption {
  readonly text: string;
  /** Numbers of its first frame, and of the one after its last. */
  readonly from: number;
  readonly to: number;
}

/** Why nothing can be recorded on this machine; null when it can. */
export function missingTools(): string | null {
  const { error, stdout } = spawnSync('ffmpeg', ['-hide_banner', '-encoders'], { encoding: 'utf8' });
  if (error !== undefined) return 'ffmpeg is not installed. On Debian: apt-get install ffmpeg.';
  return stdout.includes('libvpx-vp9') ? null : 'This ffmpeg has no encoder libvpx-vp9. Debian’s has one.';
}

const ENCODER = [
  ...['-c:v', 'libvpx-vp9', '-b:v', '0', '-crf', '36', '-pix_fmt', 'yuv420p'],
  ...['-deadline', 'good', '-cpu-used', '4', '-row-mt', '1', '-tune-content', 'screen'],
  // A whole picture every five seconds, so that a player can jump.
  ...['-g', String(5 * FRAMES_PER_SECOND)],
];

/** @returns a promise that rejects with ffmpeg's own words when it fails */
function ffmpeg(args: readonly string[]) {
  const child = spawn('ffmpeg', ['-hide_banner', '-loglevel', 'error', '-y', ...args], {
    stdio: ['pipe', 'ignore', 'pipe'],
  });
  let said = '';
  child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()));
  const ended = new Promise<void>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => (code === 0 ? resolve() : reject(new Error(`ffmpeg: ${said}`))));
  });
  return { input: child.stdin, ended };
}

/** Seconds as WebVTT writes them. */
function stamp(frames: number): string {
  const ms = Math.round((frames * 1000) / FRAMES_PER_SECOND);
  return new Date(ms).toISOString().slice(11, 23);
}

export class Film {
  readonly #place: string;
  readonly #encoder: ReturnType<typeof ffmpeg>;
  readonly #captions: Caption[] = [];
  #frames = 0;
  #last: Buffer | null = null;
  #saying: { readonly text: string; readonly from: number } | null = null;

  /** @param place path of its files, without their endings */
  constructor(place: string) {
    this.#place = place;
    const input = [
      '-f',
      'image2pipe',
      '-framerate',
      String(FRAMES_PER_SECOND),
      '-c:v',
      'png',
      '-i',
      'pipe:0',
    ];
    this.#encoder = ffmpeg([...input, ...ENCODER, '-an', `${place}.webm`]);
  }

  /** Number of frames so far. */
  get frames(): number {
    return this.#frames;
  }

  /** Adds a picture, a PNG, which is shown for some frames. */
  async add(picture: Buffer, frames = 1): Promise<void> {
    this.#last = picture;
    this.#frames += frames;
    for (let frame = 0; frame < frames; frame += 1) {
      const { input } = this.#encoder;
      if (!input.write(picture)) await new Promise<void>((resolve) => input.once('drain', resolve));
    }
  }

  /** Frames that the present caption has been shown for. */
  get captioned(): number {
    return this.#saying === null ? 0 : this.#frames - this.#saying.from;
  }

  get caption(): string {
    return this.#saying?.text ?? '';
  }

  /** Shows a caption from the next frame on. */
  say(text: string): void {
    this.#endCaption();
    this.#saying = { text, from: this.#frames };
  }

  #endCaption(): void {
    if (this.#saying !== null) this.#captions.push({ ...this.#saying, to: this.#frames });
    this.#saying = null;
  }

  /** Writes the files; its last picture is the poster. @returns its length in seconds */
  async end(): Promise<number> {
    if (this.#last === null) throw new Error(`Nothing was recorded for ${path.basename(this.#place)}.`);
    this.#endCaption();
    this.#encoder.input.end();
    await this.#encoder.ended;
    const poster = ffmpeg([
      '-f',
      'image2pipe',
      '-c:v',
      'png',
      '-i',
      'pipe:0',
      '-q:v',
      '5',
      `${this.#place}.jpg`,
    ]);
    poster.input.end(this.#last);
    await poster.ended;
    const cues = this.#captions.map(({ text, from, to }) => `${stamp(from)} --> ${stamp(to)}\n${text}\n`);
    writeFileSync(`${this.#place}.vtt`, ['WEBVTT\n', ...cues].join('\n'));
    return Math.round((this.#frames / FRAMES_PER_SECOND) * 10) / 10;
  }
}
