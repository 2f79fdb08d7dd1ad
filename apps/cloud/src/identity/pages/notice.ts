import { markup, page } from './layout.ts';

/** A page with a message and a link: back to the console, unless another one is given. */
export const noticePage = (title: string, text: string, link: string, href = '/'): string =>
  page(
    title,
    markup`<h1>${title}</h1>
      <p>${text}</p>
      <a class="button" href="${href}">${link}</a>`,
  );
