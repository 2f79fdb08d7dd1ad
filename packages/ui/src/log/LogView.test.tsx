import { act, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { renderUi, TestProvider, userEvent } from '../testing.tsx';
import type { LogLine } from './LogRow.tsx';
import { LogView } from './LogView.tsx';

const lines = (count: number, from = 0): LogLine[] =>
  Array.from({ length: count }, (_, i) => ({
    id: String(from + i),
    timestamp: '2026-11-21T08:25:00.123Z',
    level: i % 2 === 0 ? 'info' : 'error',
    host: 'm1',
    component: 'gpe',
    log: `line ${from + i} of the log`,
  }));
const view = (shown: readonly LogLine[], more: Partial<Parameters<typeof LogView>[0]> = {}) => (
  <LogView label="Log of Workspace-1" lines={shown} empty="No lines" {...more} />
);

const HEIGHT = 440;
const LINE = 22;

/** A browser's layout as far as the list needs it: all lines are equally high, and scrolling works. */
beforeEach(() => {
  vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(HEIGHT);
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(LINE);
  vi.spyOn(Element.prototype, 'scrollHeight', 'get').mockImplementation(function (this: Element) {
    const list = this.firstElementChild;
    return list instanceof HTMLElement ? Number.parseFloat(list.style.height) || 0 : 0;
  });
  Element.prototype.scrollTo = function (this: Element, to?: ScrollToOptions | number) {
    this.scrollTop = typeof to === 'object' ? (to.top ?? 0) : 0;
    this.dispatchEvent(new Event('scroll'));
  };
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const log = (): HTMLElement => screen.getByRole('log', { name: 'Log of Workspace-1' });
function scrollTo(top: number): void {
  log().scrollTop = top;
  fireEvent.scroll(log());
}

describe('LogView', () => {
  it('says why there are no lines', () => {
    renderUi(view([]));
    expect(screen.getByText('No lines')).toBeTruthy();
  });

  it('has only lines in sight in the document, each with its level in words', () => {
    renderUi(view(lines(100_000)));
    expect(screen.getByText('100,000 lines')).toBeTruthy();
    expect(within(log()).getAllByText(/of the log$/).length).toBeLessThan(80);
    expect(within(log()).getAllByText('ERROR').length).toBeGreaterThan(3);
    expect(within(log()).getByText('line 0 of the log')).toBeTruthy();
  });

  it('marks what was searched for', () => {
    renderUi(view(lines(3), { search: 'LINE 2' }));
    const marks = [...log().querySelectorAll('mark')].map((mark) => mark.textContent);
    expect(marks).toEqual(['line', 'line', 'line', '2']);
  });

  it('goes from line to line by arrow keys and copies the chosen one', async () => {
    const write = vi.fn((_text: string) => Promise.resolve());
    vi.stubGlobal('navigator', { ...navigator, clipboard: { writeText: write } });
    renderUi(view(lines(50)));
    log().focus();
    await userEvent.keyboard('{ArrowDown}{ArrowDown}{Enter}');
    vi.unstubAllGlobals();
    expect(write).toHaveBeenCalledWith('2026-11-21T08:25:00.123Z ERROR m1 gpe line 1 of the log');
    expect(await screen.findByText('Line copied.')).toBeTruthy();
    const reachable = within(log())
      .getAllByRole('button', { name: 'Copy line' })
      .filter((button) => button.tabIndex === 0);
    expect(reachable).toHaveLength(1);
  });

  it('says when a line could not be copied', async () => {
    vi.stubGlobal('navigator', { ...navigator, clipboard: undefined });
    renderUi(view(lines(3)));
    await userEvent.click(screen.getAllByRole('button', { name: 'Copy line' })[0] ?? document.body);
    vi.unstubAllGlobals();
    expect(await screen.findByText('The browser copies from secure pages only.')).toBeTruthy();
  });

  it('follows a live log until someone scrolls up, and jumps back', async () => {
    const { rerender } = renderUi(view(lines(200), { live: true }));
    expect(await screen.findByText('line 199 of the log')).toBeTruthy();
    expect(screen.queryByRole('button', { name: /Jump to newest/ })).toBeNull();
    scrollTo(0);
    expect(screen.getByText('line 0 of the log')).toBeTruthy();
    rerender(<TestProvider>{view(lines(205), { live: true })}</TestProvider>);
    expect(screen.getByText('line 0 of the log')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Jump to newest (5 new)' }));
    expect(await screen.findByText('line 204 of the log')).toBeTruthy();
    expect(screen.queryByRole('button', { name: /Jump to newest/ })).toBeNull();
  });

  it('says new lines only when they come slowly', () => {
    vi.useFakeTimers();
    const said = (): string | null => screen.getByRole('status').textContent;
    const { rerender } = renderUi(view(lines(5), { live: true }));
    const grow = (count: number): void =>
      rerender(<TestProvider>{view(lines(count), { live: true })}</TestProvider>);
    const pass = (ms: number): void =>
      act(() => {
        vi.advanceTimersByTime(ms);
      });
    expect(log().getAttribute('aria-live')).toBe('off');
    grow(6);
    pass(1000);
    grow(7);
    pass(1900);
    expect(said()).toBe('');
    pass(200);
    expect(said()).toBe('info gpe: line 6 of the log');
  });

  it('wraps on demand', async () => {
    renderUi(view(lines(3)));
    const wraps = screen.getByRole<HTMLInputElement>('switch', { name: 'Wrap lines' });
    expect(wraps.checked).toBe(false);
    await userEvent.click(wraps);
    expect(wraps.checked).toBe(true);
  });
});
