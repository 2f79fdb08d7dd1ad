/** Times in inputs of type `datetime-local`. */

const two = (value: number): string => String(value).padStart(2, '0');

/** The value of the input, in the browser's time zone. */
export function toLocalInput(iso: string): string {
  const at = new Date(iso);
  const date = `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
  return `${date}T${two(at.getHours())}:${two(at.getMinutes())}`;
}

/** ISO 8601; null for a time that is not whole yet. */
export function fromLocalInput(text: string): string | null {
  const at = new Date(text);
  return text === '' || Number.isNaN(at.getTime()) ? null : at.toISOString();
}
