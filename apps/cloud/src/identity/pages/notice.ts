import { markup, page } from './layout.ts';

/** A page with a message and a link back to the console. */
export const noticePage = (title: string, text: string, link: string): string =>
  page(
    title,
    markup`<h1>${title}</h1>
      <p>${text}</p>
      <a class="button" href="/">${link}</a>`,
  );
