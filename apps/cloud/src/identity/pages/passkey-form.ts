/** The button to sign in with a passkey. Its script shows it where the browser can use passkeys, and fills the form. */
import { createHash } from 'node:crypto';
import { markup } from './layout.ts';

const SCRIPT = `
const form = document.getElementById('passkey');
const failed = document.getElementById('passkey-failed');
if (window.PublicKeyCredential?.parseRequestOptionsFromJSON) {
  form.hidden = false;
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    failed.hidden = true;
    try {
      const options = PublicKeyCredential.parseRequestOptionsFromJSON(JSON.parse(form.dataset.options));
      form.elements.credential.value = JSON.stringify(await navigator.credentials.get({ publicKey: options }));
      form.submit();
    } catch {
      failed.hidden = false;
    }
  });
}
`;
export const PASSKEY_HASH = createHash('sha256').update(SCRIPT).digest('base64');

export interface PasskeyForm {
  /** URL to which the form is sent. */
  readonly action: string;
  /** Options for `navigator.credentials.get`, as JSON. */
  readonly options: string;
}

export const passkeyForm = ({ action, options }: PasskeyForm, look: 'plain' | 'main') =>
  markup`<form method="post" action="${action}" id="passkey" data-options="${options}" hidden>
      <input type="hidden" name="credential" value="" />
      <button type="submit" class="${look}">Use a passkey</button>
      <div class="alert after" role="alert" id="passkey-failed" hidden>
        The passkey was not used. Try again, or sign in another way.
      </div>
    </form>
    <script>${{ html: SCRIPT }}</script>`;
