import { expect, it } from 'vitest';
import { acceptPage } from './accept.ts';
import { askMailPage, sentMailPage } from './ask-mail.ts';
import { deviceCodePage, deviceConfirmPage } from './device.ts';
import { inLanguageOf } from './language.ts';
import { noticePage } from './notice.ts';
import { secondStepPage } from './second-step.ts';
import { setPasswordPage } from './set-password.ts';
import { signInPage } from './sign-in.ts';

const form = { action: '/oidc/form', error: '' };
const signIn = signInPage({
  ...form,
  email: 'ann@example.org',
  error: 'Too many attempts. Try again in 5 minutes.',
  seeded: { email: 'admin@acacia.local', password: 'acacia' },
  signUp: true,
  passkey: null,
});
const chinese = (html: string): string =>
  inLanguageOf({ 'accept-language': 'zh-CN,zh;q=0.9,en;q=0.8' }, html);

/** Texts between tags that are still English, without the names of the product and of people. */
const english = (html: string): string[] =>
  [...html.replaceAll(/<(style|script)\b.*?<\/\1>/gs, '').matchAll(/>([^<>]+)</g)]
    .map(([, text = '']) => text.replaceAll(/acacia|\S+@\S+|ABCD/gi, '').trim())
    .filter((text) => /[A-Za-z]{3}/.test(text));

it.each<[string, string]>([
  ['sign-in', signIn],
  [
    'second step',
    secondStepPage({
      path: '/oidc/second',
      email: 'ann@example.org',
      kind: 'recovery',
      app: true,
      passkey: null,
      error: '',
    }),
  ],
  [
    'asking for a mail',
    askMailPage({
      ...form,
      title: 'Set a new password',
      text: 'Type the e-mail address of your account. A mail with a link comes to it.',
      button: 'Send the link',
      email: '',
    }),
  ],
  [
    'a mail that was sent',
    sentMailPage({
      text: 'A mail with a link is on its way to a@b.de. Open the link to go on.',
      action: '/',
      email: 'a@b.de',
    }),
  ],
  ['a code', deviceCodePage({ ...form, xsrf: 'x' })],
  ['a code to confirm', deviceConfirmPage({ form: '', code: 'ABCD', address: '' })],
  [
    'an invitation',
    acceptPage({
      title: 'Accept',
      text: 'If you have accepted, sign in; otherwise ask for another invitation.',
      secret: 's',
    }),
  ],
  ['a notice', noticePage('You are signed out', 'See you soon.', 'Sign in again')],
  [
    'a new password',
    setPasswordPage({
      action: '/oidc/x',
      title: 'Set your password',
      text: 'Sign in as a@b.de.',
      secret: 's',
      button: 'Set password',
      email: 'a@b.de',
      name: '',
      error: null,
    }),
  ],
])('%s has no English left', (_name, html) => {
  expect(english(html)).not.toEqual([]);
  expect(english(chinese(html))).toEqual([]);
});

it('puts values into translations, and leaves styles, fields and what people wrote alone', () => {
  const page = chinese(signIn);
  expect(page).toContain('<html lang="zh-CN">');
  expect(page).toContain('尝试次数过多，请在 5 分钟后重试。');
  expect(page).toContain('value="ann@example.org"');
  expect(/<style>.*<\/style>/s.exec(page)?.[0]).toBe(/<style>.*<\/style>/s.exec(signIn)?.[0]);
  expect(chinese(noticePage('<b>', "Ann & Bob's", 'Open Acacia'))).toContain('Ann &amp; Bob&#39;s');
});

it('follows the choice of a person before the languages of the browser', () => {
  const is = (headers: Record<string, string>) => inLanguageOf(headers, signIn).includes('lang="zh-CN"');
  expect(is({})).toBe(false);
  expect(is({ 'accept-language': 'de-DE,de;q=0.9,zh;q=0.8,en;q=0.7' })).toBe(true);
  expect(is({ 'accept-language': 'en-US,en;q=0.9,zh;q=0.8' })).toBe(false);
  expect(is({ 'accept-language': 'zh-CN', cookie: 'a=1; acacia_language=en' })).toBe(false);
  expect(is({ 'accept-language': 'en', cookie: 'acacia_language=zh' })).toBe(true);
});
