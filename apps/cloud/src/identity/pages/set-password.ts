import { PASSWORD_LEAST } from '@acacia/contract';
import { markup, NOTHING, page } from './layout.ts';

interface SetPasswordForm {
  /** Secret of the link. */
  readonly secret: string;
  readonly email: string;
  /** Error in the passwords that were typed; '' at first. */
  readonly error: string;
}

export function setPasswordPage({ secret, email, error }: SetPasswordForm): string {
  const alert = error === '' ? NOTHING : markup`<div class="alert" role="alert" id="error">${error}</div>`;
  const described = error === '' ? NOTHING : markup` aria-invalid="true" aria-describedby="error"`;
  return page(
    'Set your password',
    markup`<h1>Set your password</h1>
      <p>For ${email}. It must have at least ${String(PASSWORD_LEAST)} characters.</p>
      <form method="post" action="/oidc/password">
        ${alert}
        <input type="hidden" name="secret" value="${secret}" />
        <input type="hidden" name="username" autocomplete="username" value="${email}" />
        <label for="password">New password</label>
        <input
          id="password"
          name="password"
          type="password"
          autocomplete="new-password"
          required
          autofocus${described}
        />
        <label for="again">New password again</label>
        <input id="again" name="again" type="password" autocomplete="new-password" required />
        <button type="submit">Set password</button>
      </form>`,
  );
}
