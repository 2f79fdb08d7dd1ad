/** A name for a downloaded file: of a title only what every system takes. */
export function fileName(parts: readonly string[], format: string): string {
  const name = parts
    .join('-')
    .replace(/[^A-Za-z0-9_]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 80);
  return `${name || 'result'}.${format}`;
}
