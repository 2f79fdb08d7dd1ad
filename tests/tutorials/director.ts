/**
 * Drives the console in front of the camera. Time is counted in frames and not by the clock: the pointer moves by a fixed
 * way from one picture to the next, however long a picture takes, so that a slow machine records the same video.
 */
import type { CDPSession, Locator, Page } from '@playwright/test';
import { FRAMES_PER_SECOND, type Film } from './film.ts';

const seconds = (count: number): number => Math.round(count * FRAMES_PER_SECOND);

/** Characters that a person reads in a second. */
const READING_SPEED = 16;
const LEAST_READING = 2.5;

interface Pointer {
  readonly x: number;
  readonly y: number;
  /** Radius of the ring that shows a click; 0: none. */
  readonly ring: number;
}

/** Draws the pointer in the page, above all else; it takes no clicks. */
function drawPointer({ x, y, ring }: Pointer): void {
  const ID = 'tutorial-pointer';
  let pointer = document.getElementById(ID);
  if (pointer === null) {
    pointer = document.createElement('div');
    pointer.id = ID;
    pointer.setAttribute('aria-hidden', 'true');
    pointer.style.cssText = 'position:fixed;inset:0;z-index:2147483647;pointer-events:none';
    document.documentElement.append(pointer);
  }
  pointer.innerHTML = `<svg width="100%" height="100%">
    <circle cx="${x}" cy="${y}" r="${ring}" fill="#2f7d4f44" stroke="#2f7d4f" stroke-width="${ring > 0 ? 2 : 0}"/>
    <path transform="translate(${x} ${y})" d="M0 0v19l4.6-4.3 3 7 3.2-1.4-3-6.8h6.3z" fill="#1f1d1a" stroke="#fff" stroke-width="1.6"/>
  </svg>`;
}

/** From 0 to 1, slow at both ends. */
const eased = (at: number): number => (at < 0.5 ? 2 * at * at : 1 - (2 - 2 * at) ** 2 / 2);

export class Director {
  readonly page: Page;
  readonly #film: Film;
  readonly #camera: CDPSession;
  #at = { x: 640, y: 400 };

  private constructor(page: Page, film: Film, camera: CDPSession) {
    this.page = page;
    this.#film = film;
    this.#camera = camera;
  }

  static async of(page: Page, film: Film): Promise<Director> {
    return new Director(page, film, await page.context().newCDPSession(page));
  }

  async #picture(ring = 0): Promise<Buffer> {
    await this.page.evaluate(drawPointer, { ...this.#at, ring });
    const { data } = await this.#camera.send('Page.captureScreenshot', {
      format: 'png',
      optimizeForSpeed: true,
    });
    return Buffer.from(data, 'base64');
  }

  async #shoot(ring = 0): Promise<void> {
    await this.#film.add(await this.#picture(ring));
  }

  /** Waits, off the record, until nothing is loading and two pictures of the page are the same. */
  async rest(): Promise<void> {
    await this.page.waitForTimeout(200);
    await this.page.waitForFunction(
      (loading) => document.querySelector(loading) === null,
      '[aria-busy="true"], .mantine-Skeleton-root[data-visible], .mantine-Loader-root',
      { timeout: 120_000 },
    );
    let before = await this.#picture();
    for (let tries = 0; tries < 60; tries += 1) {
      await this.page.waitForTimeout(200);
      const after = await this.#picture();
      if (after.equals(before)) return;
      before = after;
    }
  }

  /** Shows the page as it is, once it has come to rest. */
  async hold(time = 1): Promise<void> {
    await this.rest();
    await this.#film.add(await this.#picture(), seconds(time));
  }

  /** Waits, off the record, until something is in sight; the page is shown again once it rests. */
  async until(sight: Locator, time = 1): Promise<void> {
    await sight.first().waitFor({ state: 'visible', timeout: 180_000 });
    await this.hold(time);
  }

  /** The caption before it stays until it can be read. */
  async say(text: string): Promise<void> {
    await this.#finishCaption();
    this.#film.say(text);
  }

  async #finishCaption(): Promise<void> {
    const { caption, captioned } = this.#film;
    const left = seconds(Math.max(LEAST_READING, caption.length / READING_SPEED)) - captioned;
    if (caption !== '' && left > 0) await this.#film.add(await this.#picture(), left);
  }

  async #glide(x: number, y: number): Promise<void> {
    const from = this.#at;
    const way = Math.hypot(x - from.x, y - from.y);
    const frames = Math.max(4, Math.min(11, Math.round(way / 70)));
    for (let frame = 1; frame <= frames; frame += 1) {
      const part = eased(frame / frames);
      this.#at = {
        x: Math.round(from.x + (x - from.x) * part),
        y: Math.round(from.y + (y - from.y) * part),
      };
      await this.page.mouse.move(this.#at.x, this.#at.y);
      await this.#shoot();
    }
  }

  /** Moves the pointer over something. */
  async point(to: Locator): Promise<void> {
    await to.first().waitFor({ state: 'visible', timeout: 60_000 });
    await to.first().scrollIntoViewIfNeeded();
    // Not below a header that stays while its content scrolls.
    await to.first().evaluate((element) => {
      const { left, top, width, height } = element.getBoundingClientRect();
      const above = document.elementFromPoint(left + width / 2, top + height / 2);
      if (above !== null && !element.contains(above) && !above.contains(element))
        element.scrollIntoView({ block: 'center' });
    });
    const box = await to.first().boundingBox();
    if (box === null) throw new Error(`Nothing to point to: ${to.toString()}`);
    // Of a wide thing, its beginning, where its words are.
    await this.#glide(box.x + Math.min(box.width / 2, 90), box.y + box.height / 2);
  }

  async click(on: Locator): Promise<void> {
    await this.point(on);
    for (const ring of [6, 13]) await this.#shoot(ring);
    await this.page.mouse.down();
    await this.page.mouse.up();
    await this.#shoot(18);
    await this.rest();
    await this.#shoot();
  }

  /** Clicks a field and types into it instead of what stands there. */
  async fill(field: Locator, text: string): Promise<void> {
    await this.click(field);
    await this.page.keyboard.press('ControlOrMeta+A');
    await this.type(text);
  }

  /** @param together characters of one picture */
  async type(text: string, together = 1): Promise<void> {
    for (let at = 0; at < text.length; at += together) {
      await this.page.keyboard.insertText(text.slice(at, at + together));
      await this.#shoot();
    }
  }

  /** Opens a select and chooses one of its options. */
  async choose(select: Locator, option: string): Promise<void> {
    await this.click(select);
    await this.click(this.page.getByRole('option', { name: option, exact: true }));
  }

  /** Opens a menu and takes one of its items. */
  async take(button: Locator, item: string): Promise<void> {
    await this.click(button);
    await this.click(this.page.getByRole('menuitem', { name: item, exact: true }));
  }

  /** Scrolls the page under the pointer, by pixels. */
  async scroll(by: number): Promise<void> {
    const steps = 10;
    for (let step = 0; step < steps; step += 1) {
      await this.page.mouse.wheel(0, by / steps);
      await this.#shoot();
    }
    await this.hold(0.5);
  }

  /** Leaves the last caption long enough to be read. */
  async end(): Promise<void> {
    await this.hold(1);
    await this.#finishCaption();
  }
}
