/** Sizes of vertices and edges that can be chosen, as times the usual one. */
export const SIZES = [
  { value: '0.7', label: 'Small' },
  { value: '1', label: 'Usual' },
  { value: '1.5', label: 'Large' },
  { value: '2.2', label: 'Very large' },
] as const;
