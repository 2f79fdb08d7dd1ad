/** Asks a language model of a provider for JSON, by the provider's own protocol (docs/adr/0084-models-by-the-ai-sdk.md). */
import { createAmazonBedrock } from '@ai-sdk/amazon-bedrock';
import { createAnthropic } from '@ai-sdk/anthropic';
import { createAzure } from '@ai-sdk/azure';
import { createGoogle } from '@ai-sdk/google';
import { createOpenAI } from '@ai-sdk/openai';
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { postingFetch, type SourceNetwork } from '@acacia/object-stores';
import { APICallError, generateText, RetryError, type LanguageModel } from 'ai';
import type { z } from 'zod';
import type { ProviderAccess } from './llm-providers.ts';

/** Bytes of an answer, and milliseconds until it is whole. */
const MOST = 2 ** 20;
const WITHIN_MS = 45_000;
/** Tokens of an answer: Anthropic's protocol demands a limit. */
const MOST_TOKENS = 8192;
/** Once more where a provider is busy. */
const RETRIES = 1;

/** The model gave nothing that can be used; the message is a sentence for people. */
export class NoAnswer extends Error {}

interface Place {
  readonly baseURL: string;
  readonly apiKey: string;
  readonly fetch: typeof fetch;
}

const compatible = ({ apiKey, ...place }: Place, model: string): LanguageModel =>
  // An empty key would be sent as one.
  createOpenAICompatible({ ...place, name: 'provider', ...(apiKey === '' ? {} : { apiKey }) })(model);

/** The model of each kind of provider. */
const MODELS: Readonly<Record<ProviderAccess['Provider'], (place: Place, model: string) => LanguageModel>> = {
  OpenAI: (place, model) => createOpenAI(place).chat(model),
  'Azure OpenAI': (place, model) => createAzure(place).chat(model),
  Anthropic: (place, model) => createAnthropic(place)(model),
  Google: (place, model) => createGoogle(place)(model),
  'Amazon Bedrock': (place, model) => createAmazonBedrock(place)(model),
  Ollama: compatible,
  'OpenAI-compatible': compatible,
};

/** Paths of the chat completions that Google and Bedrock serve beside their own protocols: endpoints were entered with them. */
const COMPLETIONS = /\/openai(?:\/v1)?$/;
const OWN_PROTOCOL: ReadonlySet<ProviderAccess['Provider']> = new Set(['Google', 'Amazon Bedrock']);

/** @throws NoAnswer when the provider is not set up to be asked */
function modelOf(
  network: SourceNetwork,
  { Name, Provider, Model, address, key }: ProviderAccess,
): LanguageModel {
  if (Model === '') throw new NoAnswer(`${Name} has no model: an administrator enters one in its settings.`);
  if (address === undefined || !URL.canParse(address))
    throw new NoAnswer(`${Name} has no endpoint: an administrator enters one in its settings.`);
  const plain = address.replace(/\/+$/, '');
  const baseURL = OWN_PROTOCOL.has(Provider) ? plain.replace(COMPLETIONS, '') : plain;
  const post = postingFetch(network, MOST);
  const reached: typeof fetch = (input, init) =>
    post(input, init).catch((cause: unknown) => {
      throw new NoAnswer(`${Name} could not be reached, or did not answer in time.`, { cause });
    });
  return MODELS[Provider]({ baseURL, apiKey: key, fetch: reached }, Model);
}

/** The object in a text, which models like to put into a fence or between sentences. */
function objectIn(text: string): unknown {
  const from = text.indexOf('{');
  const to = text.lastIndexOf('}');
  try {
    return JSON.parse(from < 0 ? text : text.slice(from, to + 1));
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** The failure of a call, for people; an error that is none of the call is thrown on. */
function refusedBy(name: string, error: unknown): NoAnswer {
  const last = error instanceof RetryError ? error.lastError : error;
  if (last instanceof NoAnswer) return last;
  if (!APICallError.isInstance(last)) throw error;
  const { statusCode = 0 } = last;
  return statusCode >= 200 && statusCode < 300
    ? new NoAnswer(`${name} answered nothing that can be read.`, { cause: last })
    : new NoAnswer(`${name} refused the question with status ${statusCode}.`, { cause: last });
}

/**
 * @param instruction told to the model as the system
 * @param question JSON that the model is to look at
 * @throws NoAnswer when the model is not reached, refuses, or answers anything but the shape
 */
export async function askModel<T>(
  network: SourceNetwork,
  provider: ProviderAccess,
  instruction: string,
  question: unknown,
  shape: z.ZodType<T>,
): Promise<T> {
  const { Name } = provider;
  const { text } = await generateText({
    model: modelOf(network, provider),
    instructions: instruction,
    prompt: JSON.stringify(question),
    maxOutputTokens: MOST_TOKENS,
    maxRetries: RETRIES,
    abortSignal: AbortSignal.timeout(WITHIN_MS),
  }).catch((error: unknown) => {
    throw refusedBy(Name, error);
  });
  if (text.trim() === '') throw new NoAnswer(`${Name} answered nothing.`);
  const parsed = shape.safeParse(objectIn(text));
  if (!parsed.success) throw new NoAnswer(`The answer of ${Name} is not of the form that it was asked for.`);
  return parsed.data;
}
