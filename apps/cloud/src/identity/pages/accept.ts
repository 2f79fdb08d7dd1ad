import { markup, page } from './layout.ts';

interface AcceptForm {
  readonly title: string;
  readonly text: string;
  /** Secret of the link. */
  readonly secret: string;
}

/** The page of an invitation for somebody who has an account and a password. */
export const acceptPage = ({ title, text, secret }: AcceptForm): string =>
  page(
    title,
    markup`<h1>${title}</h1>
      <p>${text}</p>
      <form method="post" action="/oidc/invitation">
        <input type="hidden" name="secret" value="${secret}" />
        <button type="submit">Accept and sign in</button>
      </form>`,
  );
