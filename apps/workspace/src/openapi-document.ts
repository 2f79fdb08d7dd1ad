/** The OpenAPI 3.1 document of a workspace's API, from the table of calls. */
import {
  answerForm,
  CALL_GROUPS,
  GsqlEnvelope,
  RestppEnvelope,
  type AnswerForm,
  type Requirement,
  type WorkspaceCall,
} from '@acacia/contract';
import {
  parametersOf,
  REFERENCE,
  schemaOf,
  sortedSchemas,
  type OpenApiPart,
} from '@acacia/contract/openapi-schemas';
import { z } from 'zod';

const NEEDS: Readonly<Partial<Record<Requirement, string>>> = {
  public: 'Needs no sign-in.',
  signedIn: 'Needs a sign-in and no privilege.',
  statements: 'Each statement of the text needs its own privilege.',
  superuser: 'Only for superusers.',
};

const TYPES: Readonly<Record<AnswerForm, string>> = {
  restpp: 'application/json',
  gsql: 'application/json',
  json: 'application/json',
  lines: 'application/x-ndjson',
  events: 'text/event-stream',
  text: 'text/plain',
  file: 'application/octet-stream',
};

const STATUSES: readonly (readonly [number, string, (call: WorkspaceCall) => boolean])[] = [
  [400, 'The request is not valid; the message names the field', () => true],
  [401, 'No credentials, or not good ones', ({ needs }) => needs !== 'public'],
  [403, 'The caller lacks the privilege', ({ needs }) => needs !== 'public' && needs !== 'signedIn'],
  [500, 'A fault of the server', () => true],
];

function answerSchema(name: string, call: WorkspaceCall): z.ZodType {
  const form = answerForm(name, call);
  if (form === 'text' || form === 'file') return z.string();
  if (form === 'json' || form === 'lines' || form === 'events') return call.results ?? z.unknown();
  const envelope = form === 'restpp' ? RestppEnvelope : GsqlEnvelope;
  return envelope.extend({ results: call.results ?? z.null(), ...call.beside?.shape });
}

function requestBody({ body }: WorkspaceCall, components: OpenApiPart): OpenApiPart {
  if (body === undefined) return {};
  const [type, schema] =
    typeof body === 'string'
      ? [body === 'bytes' ? 'application/octet-stream' : 'text/plain', { type: 'string' }]
      : ['application/json', schemaOf(body, 'input', components)];
  return { requestBody: { required: true, content: { [type]: { schema } } } };
}

function operation(name: string, tag: string, call: WorkspaceCall, components: OpenApiPart): OpenApiPart {
  const [method = '', path = ''] = name.split(' ');
  const parts = [...path.matchAll(/:(\w+)|\*/g)].map(([, part = 'rest']) => ({
    name: part,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }));
  const failure = { 'application/json': { schema: { $ref: `${REFERENCE}Failure` } } };
  const refused = call.refused === undefined ? '' : ` Not served: ${call.refused}`;
  const type = TYPES[answerForm(name, call)];
  return {
    operationId: `${method.toLowerCase()}${path.replace(/[^A-Za-z0-9]+(\w?)/g, (_, letter: string) => letter.toUpperCase())}`,
    tags: [tag],
    summary: call.about,
    description: `${NEEDS[call.needs] ?? `Privilege: \`${call.needs}\`.`}${refused}`,
    ...(call.needs === 'public' ? { security: [] } : {}),
    parameters: [...parts, ...parametersOf(call.parameters, 'query', components)],
    ...requestBody(call, components),
    responses: {
      ...(call.refused === undefined
        ? {
            200: {
              description: 'Done',
              content: { [type]: { schema: schemaOf(answerSchema(name, call), 'output', components) } },
            },
          }
        : {}),
      ...Object.fromEntries(
        STATUSES.filter(([, , can]) => can(call)).map(([status, description]) => [
          status,
          { description, content: failure },
        ]),
      ),
    },
  };
}

/** The calls of the control plane are left out: nobody else can make them. */
export function openApiDocument(version: string): OpenApiPart {
  const components: OpenApiPart = {};
  const paths: Record<string, OpenApiPart> = {};
  for (const { title, calls } of CALL_GROUPS) {
    for (const [name, call] of Object.entries(calls)) {
      if (call.needs === 'controlPlane') continue;
      const [method = '', path = ''] = name.split(' ');
      const template = path.replace(/:(\w+)/g, '{$1}').replace('*', '{rest}');
      (paths[template] ??= {})[method.toLowerCase()] = operation(name, title, call, components);
    }
  }
  components['Failure'] = {
    type: 'object',
    properties: {
      error: { const: true },
      message: { type: 'string' },
      results: {},
      code: { type: 'string', description: "TigerGraph's code, where it has one" },
    },
    required: ['error', 'message'],
  };
  return {
    openapi: '3.1.0',
    info: {
      title: "API of a workspace's server",
      version,
      description:
        "The calls of TigerGraph's servers and of Acacia's console. Calls below /restpp answer in RESTPP's envelope, the others in that of the GSQL server; the guide of calls lists other addresses of the same calls.",
    },
    security: [{ password: [] }, { token: [] }],
    tags: CALL_GROUPS.map(({ title }) => ({ name: title })),
    paths,
    components: {
      schemas: sortedSchemas(components),
      securitySchemes: {
        password: {
          type: 'http',
          scheme: 'basic',
          description: 'User and password, or `__GSQL__secret` and a secret',
        },
        token: {
          type: 'http',
          scheme: 'bearer',
          description: 'Token of the workspace, of its organisation, or of an issuer that its settings name',
        },
      },
    },
  };
}
