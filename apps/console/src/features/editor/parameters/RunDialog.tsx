/**
 * Runs a query with parameters: as a form, as JSON, and equivalent programs (specification part 4, sections 2 and 5).
 */
import { parseJson } from '@acacia/base';
import type { WireQueryParameter } from '@acacia/contract';
import { ActionButton, Form } from '@acacia/ui';
import '@mantine/core/styles/NumberInput.layer.css';
import {
  Button,
  CopyButton,
  Modal,
  NumberInput,
  SegmentedControl,
  Switch,
  Tabs,
  Textarea,
} from '@mantine/core';
import { IconPlayerPlay } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { prettyJson } from '../pretty-json.ts';
import { ParameterField } from './ParameterField.tsx';
import { parameterTypeOf } from './parameter-type.ts';
import { draftOf, problemsOf, valueOf, type Draft } from './parameter-value.ts';
import classes from './parameters.module.css';
import { snippet, SNIPPET_LANGUAGES, type SnippetLanguage } from './snippets.ts';

export interface RunRequest {
  readonly parameters: Readonly<Record<string, unknown>>;
  /** 0: the caller sets no limit. */
  readonly timeoutMs: number;
  readonly memoryLimitMb: number;
  readonly profile: boolean;
}

export interface RunDialogProps {
  readonly name: string;
  readonly parameters: readonly WireQueryParameter[];
  readonly vertexTypes: readonly string[];
  /** Of installed queries: the address for programs; null for others. */
  readonly endpoint: { readonly origin: string; readonly graph: string } | null;
  readonly onRun: (request: RunRequest) => void;
  readonly onClose: () => void;
}

type Tab = 'parameters' | 'json' | 'code';
const COPIED_MS = 1000;

export function RunDialog({ name, parameters, vertexTypes, endpoint, onRun, onClose }: RunDialogProps) {
  const types = useMemo(
    () => new Map(parameters.map((each) => [each.paramName, parameterTypeOf(each.paramType)])),
    [parameters],
  );
  const [drafts, setDrafts] = useState<Readonly<Record<string, Draft>>>(() =>
    Object.fromEntries(
      parameters.map(({ paramName, paramType, paramDefaultValue }) => [
        paramName,
        draftOf(parameterTypeOf(paramType), paramDefaultValue),
      ]),
    ),
  );
  const [tab, setTab] = useState<Tab>('parameters');
  const [json, setJson] = useState<{ readonly text: string; readonly problem: string | null } | null>(null);
  const [tried, setTried] = useState(false);
  const [timeout, setTimeoutSeconds] = useState(0);
  const [memory, setMemory] = useState(0);
  const [profile, setProfile] = useState(true);

  const problems = parameters.map(({ paramName }) => {
    const type = types.get(paramName);
    const draft = drafts[paramName];
    return type === undefined || draft === undefined ? new Map<string, string>() : problemsOf(type, draft);
  });
  const wrong = problems.some((each) => each.size > 0);
  const payload = useMemo(
    () =>
      wrong
        ? null
        : Object.fromEntries(
            [...types].flatMap(([key, type]) => {
              const draft = drafts[key];
              return draft === undefined ? [] : [[key, valueOf(type, draft)]];
            }),
          ),
    [wrong, types, drafts],
  );
  const limits = { timeoutMs: timeout * 1000, memoryLimitMb: memory };

  const change = (key: string, draft: Draft) => {
    setJson(null);
    setDrafts({ ...drafts, [key]: draft });
  };
  /** Text that is a JSON object fills the form; other text shows its problem. */
  const write = (text: string) => {
    const read = readObject(text);
    if (typeof read === 'string') {
      setJson({ text, problem: read });
      return;
    }
    const unknown = Object.keys(read).find((key) => !types.has(key));
    setJson({ text, problem: unknown === undefined ? null : `The query has no parameter named ${unknown}.` });
    setDrafts(Object.fromEntries([...types].map(([key, type]) => [key, draftOf(type, read[key])])));
  };
  const run = () => {
    setTried(true);
    if (json !== null && json.problem !== null) {
      setTab('json');
      return;
    }
    if (payload === null) {
      setTab('parameters');
      return;
    }
    onRun({ parameters: payload, ...limits, profile });
  };

  return (
    <Modal opened onClose={onClose} title={`Run ${name}`} size={640}>
      <Form onSubmit={run}>
        <Tabs value={tab} onChange={(value) => setTab(value as Tab)} keepMounted={false}>
          <Tabs.List mb="md">
            <Tabs.Tab value="parameters">Parameters</Tabs.Tab>
            <Tabs.Tab value="json">JSON</Tabs.Tab>
            <Tabs.Tab value="code">Code snippets</Tabs.Tab>
          </Tabs.List>
          <Tabs.Panel value="parameters">
            {parameters.length === 0 && <p className={classes.note}>No parameters.</p>}
            <div className={classes.fields}>
              {parameters.map(({ paramName, paramType }, i) => {
                const type = types.get(paramName);
                const draft = drafts[paramName];
                if (type === undefined || draft === undefined) return null;
                return (
                  <div key={paramName} role="group" aria-label={paramName}>
                    <div className={classes.name}>
                      {paramName} <span className={classes.type}>{paramType}</span>
                    </div>
                    <ParameterField
                      label={paramName}
                      type={type}
                      draft={draft}
                      vertexTypes={vertexTypes}
                      problems={
                        tried ? (problems[i] ?? new Map<string, string>()) : new Map<string, string>()
                      }
                      onChange={(next) => change(paramName, next)}
                    />
                  </div>
                );
              })}
            </div>
          </Tabs.Panel>
          <Tabs.Panel value="json">
            <Textarea
              aria-label="Parameters as JSON"
              autosize
              minRows={6}
              maxRows={16}
              spellCheck={false}
              styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)', fontSize: 12.5 } }}
              value={json?.text ?? prettyJson(payload ?? {})}
              error={
                json?.problem ??
                (tried && wrong ? 'A value is missing or not valid; see Parameters.' : undefined)
              }
              onChange={(event) => write(event.currentTarget.value)}
            />
          </Tabs.Panel>
          <Tabs.Panel value="code">
            {endpoint === null ? (
              <p className={classes.note}>Code snippets are only available for installed queries.</p>
            ) : (
              <Snippets
                render={(language) =>
                  snippet(language, {
                    ...endpoint,
                    query: name,
                    payload: payload ?? {},
                    timeoutMs: limits.timeoutMs,
                    memoryMb: memory,
                  })
                }
              />
            )}
          </Tabs.Panel>
        </Tabs>
        <div className={classes.limits}>
          <NumberInput
            label="Timeout (s)"
            description="0 means disabled"
            min={0}
            allowNegative={false}
            value={timeout}
            onChange={(value) => setTimeoutSeconds(Number(value) || 0)}
          />
          <NumberInput
            label="Memory limit (MB)"
            description="0 means disabled"
            min={0}
            allowDecimal={false}
            allowNegative={false}
            value={memory}
            onChange={(value) => setMemory(Number(value) || 0)}
          />
          <Button
            variant="default"
            onClick={() => {
              setTimeoutSeconds(0);
              setMemory(0);
            }}
          >
            Clear
          </Button>
        </div>
        <div style={{ display: 'flex', alignItems: 'center', gap: 8, marginTop: 20 }}>
          <Switch
            label="Profile"
            checked={profile}
            onChange={(event) => setProfile(event.currentTarget.checked)}
          />
          <span style={{ flex: 1 }} />
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <ActionButton type="submit" leftSection={<IconPlayerPlay size={15} />}>
            Run
          </ActionButton>
        </div>
      </Form>
    </Modal>
  );
}

/** The object, or the problem with the text. */
function readObject(text: string): Readonly<Record<string, unknown>> | string {
  let value: unknown;
  try {
    value = parseJson(text);
  } catch (error) {
    return error instanceof Error ? `This is not JSON: ${error.message}` : 'This is not JSON.';
  }
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Readonly<Record<string, unknown>>)
    : 'Write an object: { "parameter": value }.';
}

function Snippets({ render }: { readonly render: (language: SnippetLanguage) => string }) {
  const [language, setLanguage] = useState<SnippetLanguage>('cURL');
  const code = render(language);
  return (
    <>
      <SegmentedControl
        size="xs"
        aria-label="Language"
        value={language}
        onChange={(value) => setLanguage(value)}
        data={[...SNIPPET_LANGUAGES]}
      />
      <div className={classes.code}>
        <pre tabIndex={0} aria-label={`${language} code`}>
          {code}
        </pre>
        <span className={classes.copy}>
          <CopyButton value={code} timeout={COPIED_MS}>
            {({ copied, copy }) => (
              <Button size="compact-xs" variant="default" onClick={copy}>
                {copied ? 'Copied' : 'Copy'}
              </Button>
            )}
          </CopyButton>
        </span>
      </div>
      <p className={classes.note}>Put a database token or an access token in the place of the token.</p>
    </>
  );
}
