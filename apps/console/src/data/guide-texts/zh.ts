/** The guides in simplified Chinese; `tests/repo/guides.test.ts` compares them with the English ones. */
export const TEXTS = import.meta.glob<string>('../../../../../docs/guides/zh/*.md', {
  query: '?raw',
  import: 'default',
  eager: true,
});
