import { markup, NOTHING, page } from './layout.ts';
import { passkeyForm, type PasskeyForm } from './passkey-form.ts';

interface SecondStepForm {
  /** URL of the page. */
  readonly path: string;
  readonly email: string;
  /** Which code is asked for. */
  readonly kind: 'app' | 'recovery';
  /** Whether the person has an authenticator app. */
  readonly app: boolean;
  /** Null where the person has no passkey. */
  readonly passkey: PasskeyForm | null;
  /** Error of the attempt before; '' at first. */
  readonly error: string;
}

const ASKS = {
  app: {
    label: 'Code of your authenticator app',
    input: { html: 'inputmode="numeric" autocomplete="one-time-code" maxlength="9"' },
  },
  recovery: {
    label: 'Recovery code',
    input: { html: 'autocomplete="off" autocapitalize="off" spellcheck="false" maxlength="40"' },
  },
} as const;

/** The page after the password, of a person who has a second factor. */
export function secondStepPage({ path, email, kind, app, passkey, error }: SecondStepForm): string {
  const alert = error === '' ? NOTHING : markup`<div class="alert" role="alert" id="error">${error}</div>`;
  const described = error === '' ? NOTHING : markup` aria-invalid="true" aria-describedby="error"`;
  const { label, input } = ASKS[kind];
  const asksCode = kind === 'recovery' || app;
  const code = markup`<form method="post" action="${path}/code">
      <input type="hidden" name="kind" value="${kind}" />
      <label for="code">${label}</label>
      <input id="code" name="code" type="text" ${input} required autofocus${described} />
      <button type="submit">Sign in</button>
    </form>`;
  const scriptless = asksCode
    ? NOTHING
    : markup`<noscript><p>A passkey needs a browser that runs scripts.</p></noscript>`;
  const other =
    kind === 'app'
      ? markup`<a href="${path}?with=recovery">Use a recovery code</a>`
      : markup`<a href="${path}">Use another way</a>`;
  return page(
    'Second step',
    markup`<h1>Second step</h1>
      <p>To sign in as ${email}.</p>
      ${alert} ${asksCode ? code : scriptless}
      ${passkey === null || kind === 'recovery' ? NOTHING : passkeyForm(passkey, app ? 'plain' : 'main')}
      <p class="ways">${other} <a href="${path}?with=password">Sign in as somebody else</a></p>`,
  );
}
