import { createHash } from 'node:crypto';
import { markup, NOTHING, page } from './layout.ts';

/** Clicks the sign-out button: the person has confirmed in the console already. */
const SUBMIT = "document.querySelector('button[name=logout]').click();";
export const SUBMIT_HASH = createHash('sha256').update(SUBMIT).digest('base64');

/**
 * @param form the provider's own form, with its protection against forged requests
 * @param asked whether the console has sent the person here with an ID token as a hint
 */
export function signOutPage(form: string, asked: boolean): string {
  const script = asked ? { html: `<script>${SUBMIT}</script>` } : NOTHING;
  return page(
    'Sign out',
    markup`<h1>Sign out of Acacia?</h1>
      <p>Your workspaces go on running.</p>
      ${{ html: form }}
      <button type="submit" form="op.logoutForm" name="logout" value="yes" autofocus>Sign out</button>
      <button type="submit" form="op.logoutForm" class="plain">Stay signed in</button>
      ${script}`,
  );
}
