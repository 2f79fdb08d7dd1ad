/** Pages of the device authorization grant: the code is typed, then confirmed. */
import { markup, NOTHING, page } from './layout.ts';

interface CodeForm {
  readonly action: string;
  /** The provider's protection against forged requests. */
  readonly xsrf: string;
  /** Why the last code was refused; '' before the first. */
  readonly error: string;
}

export const deviceCodePage = ({ action, xsrf, error }: CodeForm): string =>
  page(
    'Sign in at the command line',
    markup`<h1>Sign in at the command line</h1>
      <p>Type the code that the command line shows.</p>
      ${error === '' ? NOTHING : markup`<div class="alert" role="alert">${error}</div>`}
      <form method="post" action="${action}">
        <input type="hidden" name="xsrf" value="${xsrf}" />
        <label for="code">Code</label>
        <input id="code" name="user_code" type="text" maxlength="20" autocomplete="off" autocapitalize="characters" spellcheck="false" required autofocus />
        <button type="submit">Continue</button>
      </form>`,
  );

interface ConfirmForm {
  /** The provider's own form, with the code. */
  readonly form: string;
  readonly code: string;
  /** Address of the device that asks; '' when it is not known. */
  readonly address: string;
}

export const deviceConfirmPage = ({ form, code, address }: ConfirmForm): string =>
  page(
    'Sign in at the command line',
    markup`<h1>Sign in at the command line?</h1>
      <p>A command line${address === '' ? '' : ` at ${address}`} asks to act in your name. Go on only if you began
        this yourself, and it shows this code:</p>
      <p class="code"><code>${code}</code></p>
      ${{ html: form }}
      <button type="submit" form="op.deviceConfirmForm">Sign in</button>
      <button type="submit" form="op.deviceConfirmForm" name="abort" value="yes" class="plain">Refuse</button>`,
  );
