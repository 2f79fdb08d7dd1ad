import { fireEvent, render, screen } from '@testing-library/react';
import { Component, Suspense, type ComponentType, type ReactNode } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { lazyAgain } from './lazy-again.tsx';

afterEach(() => vi.restoreAllMocks());

class Boundary extends Component<{ readonly children: ReactNode }, { readonly failed: boolean }> {
  override state = { failed: false };
  static getDerivedStateFromError = () => ({ failed: true });
  override render() {
    if (!this.state.failed) return this.props.children;
    return <button onClick={() => this.setState({ failed: false })}>Try again</button>;
  }
}

it('tells the failure of a load to the boundary, asks no more meanwhile, and loads when it is drawn later', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const load = vi.fn<() => Promise<ComponentType<{ readonly name: string }>>>();
  load.mockRejectedValueOnce(new TypeError('Failed to fetch')).mockRejectedValueOnce(new TypeError('Again'));
  load.mockResolvedValue(({ name }) => <p>{name} is there</p>);
  const Part = lazyAgain(load);
  render(
    <Boundary>
      <Suspense fallback="Loading">
        <Part name="It" />
      </Suspense>
    </Boundary>,
  );
  const begun = performance.now();
  for (const [calls, later] of [
    [1, 1_001],
    [2, 2_002],
  ] as const) {
    const again = await screen.findByRole('button', { name: 'Try again' });
    expect(load).toHaveBeenCalledTimes(calls);
    vi.spyOn(performance, 'now').mockReturnValue(begun + 10_000 * calls + later);
    fireEvent.click(again);
  }
  expect(await screen.findByText('It is there')).toBeTruthy();
  expect(load).toHaveBeenCalledTimes(3);
});
