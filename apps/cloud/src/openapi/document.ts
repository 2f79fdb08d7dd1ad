/** The OpenAPI 3.1 document of the cloud API, generated from the contract. */
import {
  API_KEY_HEADER,
  changesState,
  cloudApi,
  CloudEvent,
  ERROR_STATUS,
  ErrorEnvelope,
  envelope,
  EVENTS_PATH,
  isOfPeople,
  type Route,
} from '@acacia/contract';
import {
  parametersOf,
  REFERENCE,
  schemaOf,
  sortedSchemas,
  type OpenApiPart as Json,
} from '@acacia/contract/openapi-schemas';

/** Error statuses with which a call can respond. */
function errorsOf(route: Route): number[] {
  const types = new Set<keyof typeof ERROR_STATUS>(['Internal-Error']);
  if (route.permission !== 'public') types.add('Unauthorized');
  if (route.permission !== 'public' && route.permission !== 'signedIn') types.add('Forbidden');
  if (route.body !== undefined || route.query !== undefined) types.add('Bad-Request');
  if (route.params !== undefined) types.add('Not-Found');
  if (changesState(route)) types.add('Conflict');
  if (route.ifMatch === true) types.add('Precondition-Failed');
  return [...new Set([...types].map((type) => ERROR_STATUS[type]))].sort((a, b) => a - b);
}

const DESCRIPTIONS: Readonly<Record<number, string>> = {
  400: 'The request is not valid; ErrorDetails names the fields',
  401: 'No access token or API key, or not a good one',
  403: 'The roles of the caller do not allow it',
  404: 'There is no such thing in the organisation of the caller',
  409: 'The state of the thing does not allow it now, or the name is taken',
  412: 'It has changed since the version of If-Match; Result has it as it stands',
  500: 'A fault of the server',
};

const IF_MATCH: Json = {
  name: 'If-Match',
  in: 'header',
  required: true,
  description: 'The version that the change is made to, as the ETag of an answer has it',
  schema: { type: 'string', pattern: '^"\\d+"$', example: '"1"' },
};

function needs(route: Route): string {
  const { permission } = route;
  if (permission === 'public') return 'Needs no sign-in.';
  const people = isOfPeople(route) ? ' Not for API keys.' : '';
  if (permission === 'signedIn') return `Needs a sign-in, but no organisation and no role.${people}`;
  return `Permission: \`${permission}\`.${people}`;
}

function operation(name: string, route: Route, components: Json): Json {
  const failure = { 'application/json': { schema: { $ref: `${REFERENCE}ErrorEnvelope` } } };
  const { download } = route;
  const answer = schemaOf(
    download === undefined ? envelope(route.result) : route.result,
    'output',
    components,
  );
  const types = download ?? ['application/json'];
  return {
    operationId: name,
    tags: [route.tag],
    summary: route.summary,
    description: needs(route),
    ...(route.permission === 'public' ? { security: [] } : {}),
    ...(route.permission !== 'public' && isOfPeople(route) ? { security: [{ accessToken: [] }] } : {}),
    parameters: [
      ...parametersOf(route.params, 'path', components),
      ...parametersOf(route.query, 'query', components),
      ...(route.ifMatch === true ? [IF_MATCH] : []),
    ],
    ...(route.body === undefined
      ? {}
      : {
          requestBody: {
            required: true,
            content: { 'application/json': { schema: schemaOf(route.body, 'input', components) } },
          },
        }),
    responses: {
      200: {
        description: 'Done',
        content: Object.fromEntries(types.map((type) => [type, { schema: answer }])),
      },
      ...Object.fromEntries(
        errorsOf(route).map((status) => [
          status,
          { description: DESCRIPTIONS[status] ?? 'Refused', content: failure },
        ]),
      ),
    },
  };
}

/** Routes beside the contract's calls: they return no envelope. */
const FEED_PATH = '/config/feed';
const FEED: Json = {
  get: {
    operationId: 'getFeed',
    tags: ['config'],
    summary: 'What there is to read about Acacia, as RSS 2.0',
    description: 'Needs no sign-in.',
    security: [],
    responses: {
      200: { description: 'Done', content: { 'application/rss+xml': { schema: { type: 'string' } } } },
    },
  },
};

const EVENTS: Json = {
  get: {
    operationId: 'streamEvents',
    tags: ['workgroups'],
    summary: 'Server-sent events that name what has changed, for as long as the connection is open',
    description:
      'Needs an organisation. Each event is named `change` and has a `CloudEvent` as its data; the roles of the caller at the moment of sending decide which are sent. Events are not kept: after a stream was cut, read again what you show. The stream ends with its token.',
    responses: {
      200: {
        description: 'Done',
        content: { 'text/event-stream': { schema: { $ref: `${REFERENCE}CloudEvent` } } },
      },
      401: { description: 'No access token or API key, or not a good one' },
      429: { description: 'Twelve streams of the caller are open' },
    },
  },
};

/** @param issuer the OpenID Connect issuer whose access tokens are accepted */
export function openApiDocument(publicUrl: string, issuer: string, version: string): Json {
  const components: Json = {};
  schemaOf(ErrorEnvelope, 'output', components);
  const paths: Record<string, Json> = {};
  for (const [name, route] of Object.entries(cloudApi) as [string, Route][]) {
    for (const [index, path] of [route.path, ...(route.aliases ?? [])].entries()) {
      const template = path.replace(/:([a-z_]+)/g, '{$1}');
      const entry = (paths[template] ??= {});
      entry[route.method.toLowerCase()] = operation(
        index === 0 ? name : `${name}Alias${index}`,
        route,
        components,
      );
    }
  }
  paths[FEED_PATH] = FEED;
  schemaOf(CloudEvent, 'output', components);
  paths[EVENTS_PATH] = EVENTS;
  return {
    openapi: '3.1.0',
    info: {
      title: 'Acacia cloud API',
      version,
      description:
        'Workgroups, databases and workspaces of an organisation. Every answer but a file has the shape `{Error, Message, RequestID, Result}`; a refusal has `ErrorDetails`. An access token for trying calls out, good for an hour, is printed by `npm run --silent token`.',
    },
    servers: [{ url: `${publicUrl}/api` }],
    security: [{ accessToken: [] }, { apiKey: [] }],
    tags: [...new Set(Object.values(cloudApi).map(({ tag }) => tag))].map((name) => ({ name })),
    paths,
    components: {
      schemas: sortedSchemas(components),
      securitySchemes: {
        accessToken: {
          type: 'http',
          scheme: 'bearer',
          bearerFormat: 'JWT',
          description: `Access token of ${issuer}`,
        },
        apiKey: {
          type: 'apiKey',
          in: 'header',
          name: API_KEY_HEADER,
          description: 'API key of the organisation, in place of an access token; workspaces take it too.',
        },
      },
    },
  };
}
