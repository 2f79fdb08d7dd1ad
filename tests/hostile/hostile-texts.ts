/** Texts that have broken parsers, paths, SQL, generated code, mails and tables: each goes into every field in turn. */

export interface HostileText {
  readonly name: string;
  readonly text: string;
}

/** Longer than any name may be, and shorter than a body may be. */
const LONG = 20_000;

export const HOSTILE_TEXTS: readonly HostileText[] = [
  { name: 'nothing', text: '' },
  { name: 'NUL', text: 'a\u0000b' },
  { name: 'a lone surrogate', text: 'a\ud800b' },
  { name: 'a byte order mark and a mark that turns the direction', text: '\ufeff\u202eabc' },
  { name: 'control characters', text: '\u0001\u0007\u001b[31m\u007f' },
  { name: 'line ends', text: 'a@example.org\r\nBcc: b@example.org' },
  { name: 'the name of the prototype', text: '__proto__' },
  { name: 'the name of the constructor', text: 'constructor' },
  { name: 'a path upwards', text: '../../../../../../etc/passwd' },
  { name: 'a path upwards in a pattern', text: '[.][.]/[.][.]/[.][.]/control.json' },
  { name: 'an encoded path upwards', text: '..%2f..%2f..%2fetc%2fpasswd' },
  { name: 'a file of the system', text: '/proc/self/environ' },
  { name: 'SQL', text: `'; DROP TABLE users; --` },
  { name: 'SQL in an identifier', text: `a" ; COPY (SELECT 1) TO 'x'; --` },
  { name: 'JavaScript', text: '`);process.exit(1);//${process.exit(1)}' },
  { name: 'HTML', text: '<img src=x onerror=alert(1)>' },
  { name: 'a formula', text: '=HYPERLINK("http://127.0.0.1/","x")' },
  { name: 'a pattern that backtracks', text: `${'a'.repeat(60)}!` },
  { name: 'an expression that backtracks', text: '^(a+)+$' },
  { name: 'format letters', text: '%s%n%x{0}{{x}}' },
  { name: 'a number that no number is', text: 'NaN' },
  { name: 'a number beyond all', text: '1e999' },
  { name: 'a whole number beyond 64 bits', text: '99999999999999999999999999' },
  { name: 'a negative number', text: '-1' },
  { name: 'an address of this machine', text: 'http://0x7f.1:80/' },
  { name: 'many letters', text: 'x'.repeat(LONG) },
  { name: 'many marks on one letter', text: `a${'\u0301'.repeat(2000)}` },
  { name: 'many open brackets', text: '['.repeat(LONG) },
  { name: 'many quotes', text: `"'\\`.repeat(LONG / 4) },
];
