import { parseJson } from '@acacia/base';
import { execFile, execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { firstProgram, snippet, type SnippetCall, type SnippetLanguage } from './snippets.ts';

const run = promisify(execFile);
function has(program: string): boolean {
  try {
    execFileSync(program, ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/** The parts of the libraries that the programs use, over Python's own. */
const REQUESTS = `
import json, urllib.request
class Response:
    def __init__(self, text): self.text = text
    def json(self): return json.loads(self.text)
def _send(method, url, headers, data=None):
    request = urllib.request.Request(url, data=data, headers=headers, method=method)
    return Response(urllib.request.urlopen(request).read())
def get(url, headers): return _send("GET", url, headers)
def post(url, headers, data): return _send("POST", url, headers, data)
`;
const PYTIGERGRAPH = `
import json, urllib.request
class TigerGraphConnection:
    def __init__(self, host, restppPort, gsPort, graphname, apiToken):
        assert restppPort == gsPort
        self.url, self.graph, self.token = f"{host}:{restppPort}/restpp", graphname, apiToken
    def runInstalledQuery(self, queryName, params=None, timeout=None, memoryLimit=None, usePost=None):
        def plain(v):
            if isinstance(v, tuple): return {"id": v[0], "type": v[1]}
            return [plain(i) for i in v] if isinstance(v, list) else v
        data = json.dumps({k: plain(v) for k, v in params.items()}).encode()
        headers = {"Authorization": f"Bearer {self.token}", "GSQL-TIMEOUT": str(timeout)}
        url = f"{self.url}/query/{self.graph}/{queryName}"
        urllib.request.urlopen(urllib.request.Request(url, data=data, headers=headers, method="POST")).read()
    def getVertexCount(self, vertexType):
        data = json.dumps({"function": "stat_vertex_number", "type": vertexType}).encode()
        headers = {"Authorization": f"Bearer {self.token}"}
        url = f"{self.url}/builtins/{self.graph}"
        urllib.request.urlopen(urllib.request.Request(url, data=data, headers=headers, method="POST")).read()
`;

interface Seen {
  readonly method: string | undefined;
  readonly url: string | undefined;
  readonly token: string | undefined;
  readonly timeout: string | string[] | undefined;
  readonly body: unknown;
}

const VALUES = {
  name: `O'Hare "$HOME" \`x\` \\ é 漢`,
  at: '@/etc/passwd',
  n: 9007199254740993n,
  on: true,
  seed: { id: 'a b', type: 'Airport' },
  tags: ['x', 'y&z'],
};

describe('the program', () => {
  let server: Server;
  let folder: string;
  let seen: Seen[];
  let call: SnippetCall;

  beforeAll(async () => {
    folder = mkdtempSync(path.join(tmpdir(), 'acacia-snippets-'));
    writeFileSync(path.join(folder, 'requests.py'), REQUESTS);
    writeFileSync(path.join(folder, 'pyTigerGraph.py'), PYTIGERGRAPH);
    server = createServer((request, response) => {
      let text = '';
      request.setEncoding('utf8');
      request.on('data', (piece: string) => (text += piece));
      request.on('end', () => {
        seen.push({
          method: request.method,
          url: request.url,
          token: request.headers.authorization,
          timeout: request.headers['gsql-timeout'],
          body: text === '' ? undefined : parseJson(text),
        });
        response.end('{"error": false, "message": "", "results": []}');
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    call = {
      ...{ origin: `http://127.0.0.1:${port}`, graph: 'g', query: 'near', method: 'POST' },
      ...{ payload: VALUES, timeoutMs: 5000, memoryMb: 0 },
    };
  });
  beforeEach(() => {
    seen = [];
  });
  afterAll(() => {
    server.close();
    rmSync(folder, { recursive: true });
  });

  const execute = (language: SnippetLanguage, text: string) => {
    const env = { ...process.env, TOKEN: 't', PYTHONPATH: folder, no_proxy: '127.0.0.1' };
    if (language === 'cURL') return run('sh', ['-c', text], { env });
    if (language === 'JavaScript') {
      return run(process.execPath, ['--input-type=module', '-e', `const token = 't';\n${text}`], { env });
    }
    return run('python3', ['-c', `token = "t"\n${text}`], { env });
  };
  const possible = (['cURL', 'JavaScript', 'Python', 'pyTigerGraph'] as const).filter((language) =>
    language === 'JavaScript' ? true : has(language === 'cURL' ? 'curl' : 'python3'),
  );

  it.each(possible)('in %s sends every value as it was entered', async (language) => {
    await execute(language, snippet(language, call));
    expect(seen).toEqual([
      { method: 'POST', url: '/restpp/query/g/near', token: 'Bearer t', timeout: '5000', body: VALUES },
    ]);
  });

  it.each(possible)('in %s connects and counts the vertices', async (language) => {
    await execute(language, firstProgram(language, call.origin, 'g'));
    const body = { function: 'stat_vertex_number', type: '*' };
    expect(seen).toEqual([
      { method: 'POST', url: '/restpp/builtins/g', token: 'Bearer t', timeout: undefined, body },
    ]);
  });

  it.each(possible.filter((language) => language !== 'pyTigerGraph'))(
    'in %s sends the values of a GET in the address',
    async (language) => {
      await execute(
        language,
        snippet(language, { ...call, method: 'GET', payload: { n: 1, name: "a'b&c" } }),
      );
      expect(seen).toMatchObject([
        { method: 'GET', url: '/restpp/query/g/near?n=1&name=a%27b%26c', body: undefined },
      ]);
    },
  );

  it('says nothing of limits that are not set', () => {
    expect(snippet('Python', { ...call, timeoutMs: 0 })).not.toContain('GSQL-');
    expect(snippet('pyTigerGraph', { ...call, timeoutMs: 0, memoryMb: 64 })).toContain('memoryLimit=64');
  });
});
