/** Layout of the embedded provider's pages: rendered by the server in the console's style. */
import { createHash } from 'node:crypto';

export const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
export const escape = (text: string): string => text.replace(/[&<>"']/g, (sign) => ENTITIES[sign] ?? sign);

/** Template tag that escapes values, except TrustedHtml. */
export function markup(
  parts: TemplateStringsArray,
  ...values: readonly (string | TrustedHtml)[]
): TrustedHtml {
  return {
    html: parts.reduce((text, part, index) => {
      const value = values[index - 1] ?? '';
      return text + (typeof value === 'string' ? escape(value) : value.html) + part;
    }),
  };
}

/** HTML that is known to be safe. */
interface TrustedHtml {
  readonly html: string;
}
export const NOTHING: TrustedHtml = { html: '' };

/** Path of the console's font for these pages. */
export const FONT_PATH = '/oidc/inter.woff2';

const STYLE = `
@font-face{font-family:Inter;src:url(${FONT_PATH}) format("woff2");font-weight:100 900;font-display:swap}
:root{color-scheme:light dark;--ground:#FBFAF8;--card:#FFFFFF;--ink:#1F1E1B;--soft:#5F5C55;--line:rgba(31,30,27,.12);
--field:#FFFFFF;--fieldline:#8B877E;--accent:#2F7D4F;--accent-hover:#276A43;--on-accent:#FFFFFF;--red:#B3261E;--redsoft:#FCEEEC;--hint:#F1F5EF}
@media (prefers-color-scheme:dark){:root{--ground:#171614;--card:#1F1E1B;--ink:#EFEDE8;--soft:#A8A49B;--line:rgba(239,237,232,.12);
--field:#171614;--fieldline:#7A766D;--accent:#5BBF86;--accent-hover:#74CC99;--on-accent:#10271A;--red:#FF9C92;--redsoft:#38211E;--hint:#222A23}}
*{box-sizing:border-box}
body{margin:0;min-height:100vh;display:flex;flex-direction:column;align-items:center;justify-content:center;padding:24px 16px;
background:var(--ground);color:var(--ink);font:14px/1.5 Inter,system-ui,-apple-system,"Segoe UI",Roboto,sans-serif}
main{width:100%;max-width:380px;background:var(--card);border:1px solid var(--line);border-radius:10px;padding:32px;overflow-wrap:anywhere}
.brand{display:flex;align-items:center;gap:10px;font-weight:600;font-size:16px;margin-bottom:24px;color:var(--ink)}
.brand svg{width:24px;height:24px;color:var(--accent)}
h1{font-size:20px;line-height:1.3;margin:0 0 4px;font-weight:600}
p{margin:0 0 20px;color:var(--soft)}
label{display:block;font-weight:500;margin:0 0 4px}
input[type=email],input[type=password],input[type=text]{width:100%;height:40px;padding:0 12px;margin:0 0 16px;font:inherit;color:var(--ink);
background:var(--field);border:1px solid var(--fieldline);border-radius:6px}
input:focus-visible,button:focus-visible,a:focus-visible{outline:2px solid var(--accent);outline-offset:2px}
button,.button{display:block;width:100%;height:40px;padding:0;font:inherit;font-weight:600;line-height:38px;text-align:center;
text-decoration:none;border-radius:6px;border:1px solid transparent;background:var(--accent);color:var(--on-accent);cursor:pointer}
button:hover,.button:hover{background:var(--accent-hover)}
.plain{margin-top:8px;background:transparent;color:var(--ink);border-color:var(--line)}
.plain:hover{background:var(--line)}
.alert{background:var(--redsoft);color:var(--red);border-radius:6px;padding:10px 12px;margin:0 0 16px;font-weight:500}
.after{margin:16px 0 0}
.ways{display:flex;flex-wrap:wrap;justify-content:space-between;gap:4px 16px;margin:20px 0 0}
a:not(.button){color:var(--accent)}
[hidden]{display:none}
.hint{background:var(--hint);border-radius:6px;padding:10px 12px;margin:20px 0 0;color:var(--ink);font-size:13px}
code{font-family:"JetBrains Mono",ui-monospace,Menlo,Consolas,monospace;font-size:12.5px}
.code{text-align:center}
.code code{font-size:24px;font-weight:600;letter-spacing:.12em;color:var(--ink)}
@media (max-width:480px){main{padding:24px 20px}}
`;

const STYLE_HASH = createHash('sha256').update(STYLE).digest('base64');

/** The console's logo. */
const MARK =
  '<svg viewBox="0 0 16 16" aria-hidden="true"><path d="M8 15V9.5M8 9.5 3.4 5.4M8 9.5l4.6-4.1M3.4 5.2h9.2" fill="none" stroke="currentColor" stroke-width="1.7" stroke-linecap="round"/><g fill="currentColor"><circle cx="3.2" cy="5.1" r="2.2"/><circle cx="12.8" cy="5.1" r="2.2"/><circle cx="8" cy="3" r="2.4"/></g></svg>';

/** @param scriptHash base64 SHA-256 of the page's only inline script; undefined: it has none */
export const pageHeaders = (scriptHash?: string): Readonly<Record<string, string>> => ({
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-store',
  'content-security-policy': [
    "default-src 'none'",
    `style-src 'sha256-${STYLE_HASH}'`,
    ...(scriptHash === undefined ? [] : [`script-src 'sha256-${scriptHash}'`]),
    "img-src 'self' data:",
    "font-src 'self'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
  ].join('; '),
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'same-origin',
});

export function page(title: string, content: TrustedHtml): string {
  return markup`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} · Acacia</title>
<link rel="icon" href="/favicon.svg">
<style>${{ html: STYLE }}</style>
</head>
<body>
<main>
<div class="brand">${{ html: MARK }}<span>Acacia</span></div>
${content}
</main>
</body>
</html>
`.html;
}
