import { markup, NOTHING, page } from './layout.ts';
import { passkeyForm, type PasskeyForm } from './passkey-form.ts';

interface SignInForm {
  /** URL to which the form is sent. */
  readonly action: string;
  /** The e-mail that was typed before; '' at first. */
  readonly email: string;
  /** Error of the attempt before; '' at first. */
  readonly error: string;
  /** The seeded account, shown where everything runs on this machine. */
  readonly seeded: { readonly email: string; readonly password: string } | null;
  /** Whether people can sign up by themselves. */
  readonly signUp: boolean;
  /** Null where passkeys cannot be used. */
  readonly passkey: PasskeyForm | null;
}

export function signInPage({ action, email, error, seeded, signUp, passkey }: SignInForm): string {
  const alert = error === '' ? NOTHING : markup`<div class="alert" role="alert" id="error">${error}</div>`;
  const described = error === '' ? NOTHING : markup` aria-invalid="true" aria-describedby="error"`;
  const hint =
    seeded === null
      ? NOTHING
      : markup`<div class="hint">
          This Acacia runs on your machine. Sign in with <code>${seeded.email}</code> and the password
          <code>${seeded.password}</code>.
        </div>`;
  const signUpLink = signUp ? markup`<a href="/oidc/sign-up">Create an account</a>` : NOTHING;
  const atPassword = email === '' ? NOTHING : markup` autofocus`;
  const atEmail = email === '' ? markup` autofocus` : NOTHING;
  return page(
    'Sign in',
    markup`<h1>Sign in</h1>
      <p>To your graph databases.</p>
      <form method="post" action="${action}">
        ${alert}
        <label for="email">E-mail</label>
        <input
          id="email"
          name="email"
          type="email"
          autocomplete="username"
          inputmode="email"
          required
          value="${email}"
          ${described}${atEmail}
        />
        <label for="password">Password</label>
        <input
          id="password"
          name="password"
          type="password"
          autocomplete="current-password"
          required${described}${atPassword}
        />
        <button type="submit">Sign in</button>
      </form>
      ${passkey === null ? NOTHING : passkeyForm(passkey, 'plain')}
      <div class="ways"><a href="/oidc/forgotten">Forgot your password?</a>${signUpLink}</div>
      ${hint}`,
  );
}
