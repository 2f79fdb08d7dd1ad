import { PASSWORD_LEAST } from '@acacia/contract';
import { markup, NOTHING, page } from './layout.ts';

interface SetPasswordForm {
  readonly title: string;
  readonly text: string;
  /** URL to which the form is sent. */
  readonly action: string;
  readonly button: string;
  /** Secret of the link. */
  readonly secret: string;
  readonly email: string;
  /** The name that was typed before, '' at first; null: the form does not ask for one. */
  readonly name: string | null;
  /** Error in what was typed before; null at first. */
  readonly error: { readonly field: 'name' | 'password'; readonly text: string } | null;
}

/** The page of a link with which a person chooses a password, and their name where the account is new. */
export function setPasswordPage(form: SetPasswordForm): string {
  const { title, text, action, button, secret, email, name, error } = form;
  const alert =
    error === null ? NOTHING : markup`<div class="alert" role="alert" id="error">${error.text}</div>`;
  const describe = (field: 'name' | 'password') =>
    error?.field === field ? markup` aria-invalid="true" aria-describedby="error"` : NOTHING;
  const focus = markup` autofocus`;
  const nameFirst = name !== null && error?.field !== 'password';
  const nameField =
    name === null
      ? NOTHING
      : markup`<label for="name">Your name</label>
          <input
            id="name"
            name="name"
            type="text"
            autocomplete="name"
            maxlength="100"
            required
            value="${name}"
            ${describe('name')}${nameFirst ? focus : NOTHING}
          />`;
  return page(
    title,
    markup`<h1>${title}</h1>
      <p>${text}</p>
      <form method="post" action="${action}">
        ${alert}
        <input type="hidden" name="secret" value="${secret}" />
        <input type="hidden" name="username" autocomplete="username" value="${email}" />
        ${nameField}
        <label for="password">New password</label>
        <input
          id="password"
          name="password"
          type="password"
          autocomplete="new-password"
          minlength="${String(PASSWORD_LEAST)}"
          required
          ${describe('password')}${nameFirst ? NOTHING : focus}
        />
        <label for="again">New password again</label>
        <input id="again" name="again" type="password" autocomplete="new-password" required />
        <button type="submit">${button}</button>
      </form>`,
  );
}
