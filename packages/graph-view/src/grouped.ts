/** A number as pages of the product write it, thousands apart by commas. */
export function grouped(value: number): string {
  const [whole = '', ...rest] = String(value).split('.');
  return [whole.replace(/\B(?=(?:\d{3})+$)/g, ','), ...rest].join('.');
}

/** The number to four significant digits. */
export function rounded(value: number): number {
  if (value === 0 || !Number.isFinite(value)) return value;
  const digits = 3 - Math.floor(Math.log10(Math.abs(value)));
  const scale = 10 ** Math.abs(digits);
  return digits > 0 ? Math.round(value * scale) / scale : Math.round(value / scale) * scale;
}
