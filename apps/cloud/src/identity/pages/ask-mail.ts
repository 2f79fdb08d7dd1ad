import { markup, NOTHING, page } from './layout.ts';

interface AskMailForm {
  readonly title: string;
  readonly text: string;
  /** URL to which the form is sent. */
  readonly action: string;
  readonly button: string;
  /** The e-mail that was typed before; '' at first. */
  readonly email: string;
  /** Error of the attempt before; '' at first. */
  readonly error: string;
}

interface SentMail {
  readonly text: string;
  /** URL to which the form was sent, and the address in it. */
  readonly action: string;
  readonly email: string;
}

/** The page after a mail was asked for, which asks for another one. */
export const sentMailPage = ({ text, action, email }: SentMail): string =>
  page(
    'Look into your mailbox',
    markup`<h1>Look into your mailbox</h1>
      <p>${text}</p>
      <form method="post" action="${action}">
        <input type="hidden" name="email" value="${email}" />
        <button type="submit">Send it again</button>
      </form>
      <a class="button plain" href="/">Back to the sign-in</a>`,
  );

/** A page that asks for the e-mail address to which a link is sent. */
export function askMailPage({ title, text, action, button, email, error }: AskMailForm): string {
  const alert = error === '' ? NOTHING : markup`<div class="alert" role="alert" id="error">${error}</div>`;
  const described = error === '' ? NOTHING : markup` aria-invalid="true" aria-describedby="error"`;
  return page(
    title,
    markup`<h1>${title}</h1>
      <p>${text}</p>
      <form method="post" action="${action}">
        ${alert}
        <label for="email">E-mail</label>
        <input
          id="email"
          name="email"
          type="email"
          autocomplete="username"
          inputmode="email"
          maxlength="320"
          required
          autofocus
          value="${email}"
          ${described}
        />
        <button type="submit">${button}</button>
      </form>
      <a class="button plain" href="/">Back to the sign-in</a>`,
  );
}
