/** Programs that run an installed query (specification part 4, section 2). */
import { stringifyJson } from '@acacia/base';

export const SNIPPET_LANGUAGES = ['cURL', 'JavaScript', 'Python'] as const;
export type SnippetLanguage = (typeof SNIPPET_LANGUAGES)[number];

interface SnippetCall {
  /** e.g. `http://localhost:14240` */
  readonly origin: string;
  readonly graph: string;
  readonly query: string;
  readonly payload: Readonly<Record<string, unknown>>;
  /** Limits in milliseconds and megabytes; 0: none. */
  readonly timeoutMs: number;
  readonly memoryMb: number;
}

const shellQuoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

export function snippet(language: SnippetLanguage, call: SnippetCall): string {
  const url = `${call.origin}/restpp/query/${encodeURIComponent(call.graph)}/${encodeURIComponent(call.query)}`;
  const headers: [string, string][] = [['Content-Type', 'application/json']];
  if (call.timeoutMs > 0) headers.push(['GSQL-TIMEOUT', String(call.timeoutMs)]);
  if (call.memoryMb > 0) headers.push(['GSQL-QueryLocalMemLimitMB', String(call.memoryMb)]);
  const body = stringifyJson(call.payload);
  switch (language) {
    case 'cURL':
      return [
        `curl -X POST ${shellQuoted(url)} \\`,
        `  -H "Authorization: Bearer $TOKEN" \\`,
        ...headers.map(([name, value]) => `  -H ${shellQuoted(`${name}: ${value}`)} \\`),
        `  -d ${shellQuoted(body)}`,
      ].join('\n');
    case 'JavaScript':
      return [
        `const response = await fetch(${JSON.stringify(url)}, {`,
        `  method: 'POST',`,
        `  headers: {`,
        '    Authorization: `Bearer ${token}`,',
        ...headers.map(([name, value]) => `    ${JSON.stringify(name)}: ${JSON.stringify(value)},`),
        `  },`,
        // As text: numbers beyond 2^53 would be rounded in an object.
        `  body: ${JSON.stringify(body)},`,
        `});`,
        `const { error, message, results } = await response.json();`,
        `if (error) throw new Error(message);`,
      ].join('\n');
    case 'Python':
      return [
        `import requests`,
        ``,
        `response = requests.post(`,
        `    ${JSON.stringify(url)},`,
        `    headers={`,
        `        "Authorization": f"Bearer {token}",`,
        ...headers.map(([name, value]) => `        ${JSON.stringify(name)}: ${JSON.stringify(value)},`),
        `    },`,
        `    data=${JSON.stringify(body)},`,
        `)`,
        `answer = response.json()`,
        `if answer["error"]:`,
        `    raise RuntimeError(answer["message"])`,
        `results = answer["results"]`,
      ].join('\n');
  }
}
