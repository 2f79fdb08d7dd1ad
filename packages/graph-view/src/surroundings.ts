/** Watches the size of the canvas, and the page's theme. */

interface Surroundings {
  readonly resized: (size: { readonly width: number; readonly height: number }) => void;
  readonly themeChanged: () => void;
}

/** Calls `resized` once at first. The result ends the watch. */
export function watchSurroundings(canvas: HTMLCanvasElement, on: Surroundings): () => void {
  const resize = (): void => {
    const { width, height } = canvas.getBoundingClientRect();
    // Hidden, e.g. behind a list: the window stays for when it is shown again.
    if (width > 0 && height > 0) on.resized({ width, height });
  };
  const sizes = typeof ResizeObserver === 'undefined' ? null : new ResizeObserver(resize);
  sizes?.observe(canvas);
  const themes = new MutationObserver(on.themeChanged);
  themes.observe(canvas.ownerDocument.documentElement, {
    attributes: true,
    attributeFilter: ['class', 'style', 'data-theme', 'data-mantine-color-scheme'],
  });
  resize();
  return () => {
    sizes?.disconnect();
    themes.disconnect();
  };
}
