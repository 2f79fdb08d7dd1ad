/** Run API: calls an endpoint from the page, and shows its answer (specification part 4, sections 2, 5, 7, 8). */
import { t } from '@acacia/texts';
import { endpointCall, type WorkspaceClient } from '@acacia/api-client';
import { messageOf, parseJson } from '@acacia/base';
import { canProfile } from '@acacia/contract';
import { ConfirmDestructive, errorText, formatDuration, Notice } from '@acacia/ui';
import { Textarea } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { RunRequest } from '../parameters/run-form.ts';
import { RunDialog } from '../parameters/RunDialog.tsx';
import type { OtherTable } from '../results/CompareDialog.tsx';
import { JsonView } from '../results/JsonView.tsx';
import { ResultTables } from '../results/ResultTableView.tsx';
import classes from './connect.module.css';
import type { ListedEndpoint } from './endpoints.ts';
import { runCall, type EndedCall } from './run-call.ts';

interface EndpointDialogProps {
  readonly workspaceId: string;
  readonly client: WorkspaceClient;
  readonly graph: string;
  /** The workspace's version. */
  readonly version: string;
  readonly endpoint: ListedEndpoint;
  readonly vertexTypes: readonly string[];
  readonly onClose: () => void;
}

function bodyProblem(kind: ListedEndpoint['body'], text: string): string | null {
  if (kind === undefined) return null;
  if (text.trim() === '') return kind === 'json' ? t`Please input JSON.` : t`Please input lines of data.`;
  if (kind === 'lines') return null;
  try {
    parseJson(text);
    return null;
  } catch (error) {
    return t`This is not JSON: ${messageOf(error)}`;
  }
}

export function EndpointDialog(props: EndpointDialogProps) {
  const { workspaceId, client, graph, version, endpoint, vertexTypes, onClose } = props;
  const { call, body: bodyKind } = endpoint;
  const cache = useQueryClient();
  const [text, setText] = useState('');
  const [tried, setTried] = useState(false);
  const [confirming, setConfirming] = useState<RunRequest | null>(null);
  const problem = bodyProblem(bodyKind, text);
  const { data: stored } = useQuery({
    queryKey: ['workspace', workspaceId, 'queries', graph],
    queryFn: ({ signal }) => client.queries(graph, { signal }),
    enabled: call.kind === 'query',
  });
  const ofCall = call.kind === 'query' ? stored?.find(({ name }) => name === call.query) : undefined;
  const profiled = ofCall !== undefined && canProfile(ofCall, version);
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
      const { timeoutMs, memoryLimitMb, profile } = request;
      const began = performance.now();
      const ended = await runCall(
        client,
        {
          ...{ call: endpointCall(call, graph, request.parameters, body), graph },
          ...{ limits: { timeMs: timeoutMs, memoryMb: memoryLimitMb }, profile: profiled && profile },
        },
        leaving.current?.signal ?? new AbortController().signal,
      );
      return { ...ended, took: performance.now() - began };
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
        answer={<Answer name={call.kind} client={client} sent={send} />}
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
          losses={[t`${endpoint.about}, in ${graph}`]}
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
  readonly data: (EndedCall & { readonly took: number }) | undefined;
  readonly error: Error | null;
}

const NO_TABLES: readonly OtherTable[] = [];

const isNothing = (value: unknown): boolean =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0);

/** On a small screen the answer is below what can be seen. */
const intoSight = (section: HTMLElement | null): void => section?.scrollIntoView({ block: 'nearest' });

function Answer({
  name,
  client,
  sent: { data, error },
}: {
  readonly name: string;
  readonly client: WorkspaceClient;
  readonly sent: Sent;
}) {
  if (error !== null) {
    return (
      <section ref={intoSight} className={classes.answer} aria-label="Answer">
        <Notice tone="negative" title="Something went wrong:">
          {errorText(error)}
        </Notice>
      </section>
    );
  }
  if (data === undefined) return null;
  const { id, value, took, message, answer } = data;
  const isLarge = answer !== undefined && !answer.whole;
  return (
    <section ref={intoSight} className={classes.answer} aria-label="Answer">
      <p className={classes.about} role="status">
        Answered in {formatDuration(took)}.{message === '' ? '' : ` ${message}`}
        {!isLarge && isNothing(value) && ' No result'}
      </p>
      <div className={classes.json}>
        {isLarge ? (
          <ResultTables run={id} tables={answer.tables} client={client} cut={answer.cut} others={NO_TABLES} />
        ) : (
          <JsonView value={value} name={name} />
        )}
      </div>
    </section>
  );
}
