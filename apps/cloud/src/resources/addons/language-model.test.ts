/** Questions to language models, over servers that speak the protocol of each provider. */
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { createSourceNetwork } from '@acacia/object-stores';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { askModel } from './language-model.ts';
import type { ProviderAccess } from './llm-providers.ts';

const text = z.string().min(1);
const Said = z.object({ role: z.enum(['system', 'user']), content: text });
const Completions = z.object({ model: z.literal('m-1'), messages: z.array(Said).length(2) });

interface Protocol {
  /** After the address that is entered. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly question: z.ZodType;
  readonly answer: (content: string) => unknown;
}

const completions = (headers: Readonly<Record<string, string>>): Protocol => ({
  path: '/chat/completions',
  headers,
  question: Completions,
  answer: (content) => ({
    id: 'c-1',
    object: 'chat.completion',
    created: 1,
    model: 'm-1',
    choices: [{ index: 0, message: { role: 'assistant', content }, finish_reason: 'stop' }],
    usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
  }),
});

/** As the providers' references describe a request and its answer. */
const PROTOCOLS: Readonly<Record<ProviderAccess['Provider'], Protocol>> = {
  OpenAI: completions({ authorization: 'Bearer key-1' }),
  'Azure OpenAI': completions({ 'api-key': 'key-1' }),
  'OpenAI-compatible': completions({ authorization: 'Bearer key-1' }),
  Ollama: completions({}),
  Anthropic: {
    path: '/messages',
    headers: { 'x-api-key': 'key-1', 'anthropic-version': '2023-06-01' },
    question: z.object({
      model: z.literal('m-1'),
      max_tokens: z.number().positive(),
      system: z.array(z.object({ type: z.literal('text'), text })).length(1),
      messages: z
        .array(z.object({ role: z.literal('user'), content: z.array(z.object({ text })) }))
        .length(1),
    }),
    answer: (content) => ({
      id: 'msg-1',
      type: 'message',
      role: 'assistant',
      model: 'm-1',
      content: [{ type: 'text', text: content }],
      stop_reason: 'end_turn',
      stop_sequence: null,
      usage: { input_tokens: 1, output_tokens: 1 },
    }),
  },
  Google: {
    path: '/models/m-1:generateContent',
    headers: { 'x-goog-api-key': 'key-1' },
    question: z.object({
      systemInstruction: z.object({ parts: z.array(z.object({ text })).length(1) }),
      contents: z.array(z.object({ role: z.literal('user'), parts: z.array(z.object({ text })) })).length(1),
    }),
    answer: (content) => ({
      candidates: [
        { index: 0, content: { role: 'model', parts: [{ text: content }] }, finishReason: 'STOP' },
      ],
      usageMetadata: { promptTokenCount: 1, candidatesTokenCount: 1, totalTokenCount: 2 },
    }),
  },
  'Amazon Bedrock': {
    path: '/model/m-1/converse',
    headers: { authorization: 'Bearer key-1' },
    question: z.object({
      system: z.array(z.object({ text })).length(1),
      messages: z
        .array(z.object({ role: z.literal('user'), content: z.array(z.object({ text })) }))
        .length(1),
    }),
    answer: (content) => ({
      output: { message: { role: 'assistant', content: [{ text: content }] } },
      stopReason: 'end_turn',
      usage: { inputTokens: 1, outputTokens: 1, totalTokens: 2 },
      metrics: { latencyMs: 1 },
    }),
  },
};

/** Answers by the protocol whose name is the first part of the path; a question that is not of it is refused. */
async function reply(request: IncomingMessage): Promise<{ status: number; body: unknown }> {
  const [, name = '', rest = ''] = /^\/([^/]+)\/v1(.*)$/.exec(request.url ?? '') ?? [];
  const { path, headers, question, answer } =
    PROTOCOLS[decodeURIComponent(name) as ProviderAccess['Provider']];
  if (rest !== path) return { status: 404, body: { error: { message: `no ${rest}` } } };
  const signed = Object.entries(headers).every(([header, value]) => request.headers[header] === value);
  if (!signed) return { status: 401, body: { error: { message: 'no key', type: 'authentication_error' } } };
  const asked = question.safeParse(await json(request));
  if (!asked.success) return { status: 400, body: { error: { message: asked.error.message } } };
  busy -= 1;
  if (busy >= 0) return { status: 503, body: { error: { message: 'busy' } } };
  return { status: 200, body: answer('```json\n{"good": true}\n```') };
}

/** Answers that still say that the provider is busy. */
let busy = 0;
let port = 0;
const server = createServer((request, response) => {
  void reply(request).then(({ status, body }) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body)),
  );
});
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  ({ port } = server.address() as AddressInfo);
});
afterAll(() => void server.close());

const names = Object.keys(PROTOCOLS) as ProviderAccess['Provider'][];
const access = (Provider: ProviderAccess['Provider'], key = 'key-1'): ProviderAccess => ({
  ...{ Name: 'Mine', Provider, Model: 'm-1', Endpoint: '' },
  address: `http://127.0.0.1:${port}/${encodeURIComponent(Provider)}/v1/`,
  key: Provider === 'Ollama' ? '' : key,
});
const ask = (provider: ProviderAccess) =>
  askModel(
    createSourceNetwork({ allowed: `127.0.0.1:${port}` }),
    provider,
    'Say whether it is good.',
    { it: 1 },
    z.object({ good: z.boolean() }),
  );

test.each(names)('%s is asked by its own protocol', async (name) => {
  expect(await ask(access(name))).toEqual({ good: true });
});

test.each(names.filter((name) => name !== 'Ollama'))('a wrong key of %s is told without it', async (name) => {
  const said = ask(access(name, 'wrong-key'));
  await expect(said).rejects.toThrow('Mine refused the question with status 401.');
});

test('an endpoint of Bedrock that was entered with the path of its chat completions is used without it', async () => {
  const provider = access('Amazon Bedrock');
  const address = `${provider.address}/openai/v1`;
  expect(await ask({ ...provider, address })).toEqual({ good: true });
});

test('a provider that is busy is asked once more', async () => {
  busy = 1;
  expect(await ask(access('Anthropic'))).toEqual({ good: true });
});
