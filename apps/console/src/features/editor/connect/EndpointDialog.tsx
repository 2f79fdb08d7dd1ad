/** Run API: calls an endpoint from the page, and shows its answer (specification part 4, sections 2, 5, 7, 8). */
import { endpointCall, type WorkspaceClient } from '@acacia/api-client';
import { messageOf, parseJson } from '@acacia/base';
import { ConfirmDestructive, formatDuration, Notice } from '@acacia/ui';
import { Textarea } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { RunRequest } from '../parameters/run-form.ts';
import { RunDialog } from '../parameters/RunDialog.tsx';
import { JsonView } from '../results/JsonView.tsx';
import classes from './connect.module.css';
import type { ListedEndpoint } from './endpoints.ts';

interface EndpointDialogProps {
  readonly workspaceId: string;
  readonly client: WorkspaceClient;
  readonly graph: string;
  readonly endpoint: ListedEndpoint;
  readonly vertexTypes: readonly string[];
  readonly onClose: () => void;
}

function bodyProblem(kind: ListedEndpoint['body'], text: string): string | null {
  if (kind === undefined) return null;
  if (text.trim() === '') return kind === 'json' ? 'Please input JSON.' : 'Please input lines of data.';
  if (kind === 'lines') return null;
  try {
    parseJson(text);
    return null;
  } catch (error) {
    return `This is not JSON: ${messageOf(error)}`;
  }
}

const headersOf = ({ timeoutMs, memoryLimitMb, profile }: RunRequest, profiled: boolean) => ({
  ...(timeoutMs > 0 ? { 'GSQL-TIMEOUT': String(timeoutMs) } : {}),
  ...(memoryLimitMb > 0 ? { 'GSQL-QueryLocalMemLimitMB': String(memoryLimitMb) } : {}),
  ...(profiled && profile ? { Profile: 'BASIC' } : {}),
});

export function EndpointDialog(props: EndpointDialogProps) {
  const { workspaceId, client, graph, endpoint, vertexTypes, onClose } = props;
  const { call, body: bodyKind } = endpoint;
  const cache = useQueryClient();
  const [text, setText] = useState('');
  const [tried, setTried] = useState(false);
  const [confirming, setConfirming] = useState<RunRequest | null>(null);
  const problem = bodyProblem(bodyKind, text);
  const profiled = call.kind === 'query';
  const leaving = useRef<AbortController>(null);
  useEffect(() => {
    const controller = new AbortController();
    leaving.current = controller;
    return () => controller.abort();
  }, []);
  const send = useMutation({
    mutationFn: async (request: RunRequest) => {
      // The text as typed: it may repeat a key, which means several edges.
      const body = bodyKind === undefined ? undefined : { text };
      const { method, path, query, body: sent } = endpointCall(call, graph, request.parameters, body);
      const began = performance.now();
      const value = await client.request({
        ...{ method, path: `/api${path}`, query, ...sent },
        ...{ headers: headersOf(request, profiled), signal: leaving.current?.signal },
      });
      return { value, took: performance.now() - began };
    },
    onSuccess: () =>
      call.kind === 'builtin' && call.method !== 'GET'
        ? cache.invalidateQueries({ queryKey: ['workspace', workspaceId] })
        : undefined,
  });
  return (
    <>
      <RunDialog
        name={endpoint.title}
        about={
          <p className={classes.path}>
            {call.method} {endpoint.path}
          </p>
        }
        parameters={endpoint.parameters}
        body={
          bodyKind === undefined ? undefined : (
            <Textarea
              label={bodyKind === 'json' ? 'Body, as JSON' : 'Lines of data'}
              autosize
              minRows={4}
              maxRows={12}
              spellCheck={false}
              value={text}
              error={tried ? problem : null}
              onChange={(event) => setText(event.currentTarget.value)}
            />
          )
        }
        vertexTypes={vertexTypes}
        endpoint={
          call.kind === 'query'
            ? { origin: client.origin, graph, method: call.method === 'GET' ? 'GET' : 'POST' }
            : null
        }
        limits={{ timeMs: 0, memoryMb: 0 }}
        effective={() => null}
        profiled={profiled}
        busy={send.isPending}
        answer={<Answer name={call.kind} sent={send} />}
        onRun={(request) => {
          setTried(true);
          if (problem !== null || send.isPending) return;
          if (call.method === 'DELETE') setConfirming(request);
          else send.mutate(request);
        }}
        onClose={() => {
          if (confirming === null) onClose();
        }}
      />
      {confirming !== null && (
        <ConfirmDestructive
          opened
          title="Delete from the graph?"
          losses={[`${endpoint.about}, in ${graph}`]}
          confirmLabel="Delete"
          onClose={() => setConfirming(null)}
          onConfirm={async () => {
            await send.mutateAsync(confirming);
          }}
        />
      )}
    </>
  );
}

interface Sent {
  readonly data: { readonly value: unknown; readonly took: number } | undefined;
  readonly error: Error | null;
}

const isNothing = (value: unknown): boolean =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0);

/** An envelope with what was asked for first: it begins with the version, and a profile is long. */
function resultsFirst({ results, ...rest }: { readonly results: unknown }): object {
  return { results, ...rest };
}

/** On a small screen the answer is below what can be seen. */
const intoSight = (section: HTMLElement | null): void => section?.scrollIntoView({ block: 'nearest' });

function Answer({ name, sent: { data, error } }: { readonly name: string; readonly sent: Sent }) {
  if (error !== null) {
    return (
      <section ref={intoSight} className={classes.answer} aria-label="Answer">
        <Notice tone="negative" title="Something went wrong:">
          {error.message}
        </Notice>
      </section>
    );
  }
  if (data === undefined) return null;
  const { value, took } = data;
  const enveloped = typeof value === 'object' && value !== null && 'results' in value;
  const results = enveloped ? value.results : value;
  return (
    <section ref={intoSight} className={classes.answer} aria-label="Answer">
      <p className={classes.about} role="status">
        Answered in {formatDuration(took)}.{isNothing(results) && ' No result'}
      </p>
      <div className={classes.json}>
        <JsonView value={enveloped ? resultsFirst(value) : value} name={name} />
      </div>
    </section>
  );
}
