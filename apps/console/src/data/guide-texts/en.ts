/** The guides in English, from which the others are translated. */
export const TEXTS = import.meta.glob<string>('../../../../../docs/guides/*.md', {
  query: '?raw',
  import: 'default',
  eager: true,
});
