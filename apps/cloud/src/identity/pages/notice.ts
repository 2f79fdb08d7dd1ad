import { markup, page } from './layout.ts';

/** A page that says something and leads back to the console. */
export const noticePage = (title: string, text: string, link: string): string =>
  page(
    title,
    markup`<h1>${title}</h1>
      <p>${text}</p>
      <a class="button" href="/">${link}</a>`,
  );
