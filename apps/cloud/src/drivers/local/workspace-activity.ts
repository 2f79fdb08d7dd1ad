import { request } from 'node:http';
import { GATEWAY_HEADERS, InternalStatus } from '@acacia/contract';
import type { Activity } from '../driver.ts';

/** Milliseconds: a workspace answers this from memory. */
const DEADLINE = 5_000;

/** Asks a workspace what it is doing; rejects when it does not answer. */
export async function askActivity(socketPath: string, key: string): Promise<Activity> {
  const body = await get(socketPath, '/internal/status', { [GATEWAY_HEADERS.key]: key });
  const { activity } = InternalStatus.parse(JSON.parse(body));
  return { ...activity, lastActivityAt: new Date(activity.lastActivityAt) };
}

function get(socketPath: string, path: string, headers: Record<string, string>): Promise<string> {
  return new Promise((resolve, reject) => {
    const call = request({ socketPath, path, headers, agent: false, signal: AbortSignal.timeout(DEADLINE) });
    call.on('error', reject);
    call.on('response', (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () => {
        const text = Buffer.concat(chunks).toString('utf8');
        if (response.statusCode === 200) resolve(text);
        else reject(new Error(`The workspace answered ${path} with ${response.statusCode}: ${text}`));
      });
    });
    call.end();
  });
}
