/**
 * Requests of TigerGraph's documentation ("GSQL Endpoints", 4.1) with the answers that it prints: one after the other,
 * over the documentation's sample graph. Where the page prints what its own software could not answer, the case has what
 * the text says.
 */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestWorkspace, type TestWorkspace } from './test-support.ts';

let workspace: TestWorkspace;
beforeAll(async () => {
  workspace = await startTestWorkspace();
  await workspace.gsql(`
    CREATE VERTEX Account (name STRING PRIMARY KEY, isBlocked BOOL)
    CREATE VERTEX City (name STRING PRIMARY KEY)
    CREATE VERTEX Phone (name STRING PRIMARY KEY, isBlocked BOOL)
    CREATE DIRECTED EDGE Transfer (FROM Account, TO Account, DISCRIMINATOR(date DATETIME), amount UINT) WITH REVERSE_EDGE="Transfer_Reverse"
    CREATE UNDIRECTED EDGE hasPhone (FROM Account, TO Phone)
    CREATE DIRECTED EDGE isLocatedIn (FROM Account, TO City)
    CREATE GRAPH financialGraph (*)
  `);
  await workspace.call('POST', '/restpp/graph/financialGraph', {
    body: {
      vertices: {
        Account: { Scott: {}, Jenny: { isBlocked: { value: true } }, Steven: {} },
        City: { NY: {} },
      },
      edges: {
        Account: {
          Scott: {
            isLocatedIn: { City: { NY: {} } },
            Transfer: {
              Account: { Jenny: { date: { value: '2024-01-01 00:00:00' }, amount: { value: 5 } } },
            },
          },
          Jenny: {
            isLocatedIn: { City: { NY: {} } },
            Transfer: {
              Account: { Steven: { date: { value: '2024-01-02 00:00:00' }, amount: { value: 7 } } },
            },
          },
        },
      },
    },
  });
}, 240_000);
afterAll(() => workspace.close());

const type = (Name: string, more: object = {}) => ({
  Config: { STATS: 'OUTDEGREE_BY_EDGETYPE' },
  Attributes: [{ AttributeType: { Name: 'STRING' }, AttributeName: 'name' }],
  PrimaryId: { AttributeType: { Name: 'UINT' }, AttributeName: 'user_id' },
  Name,
  ...more,
});
const G = 'graph=financialGraph';
const attribute = { AttributeType: { Name: 'STRING' }, AttributeName: 'attr1' };

/** Method and address, body, and what the answer has; a status other than 200 stands before it. */
type Case = readonly [request: string, body: unknown, answer: object, status?: number];
const says = (message: string) => ({ error: false, message });

const CASES: readonly Case[] = [
  // Schema
  [
    `GET /gsql/v1/schema/vertices?${G}`,
    null,
    { error: false, results: [{ Name: 'Account' }, { Name: 'City' }, { Name: 'Phone' }] },
  ],
  [
    `GET /gsql/v1/schema/vertices/Account?${G}`,
    null,
    {
      error: false,
      message: '',
      results: { Name: 'Account', PrimaryId: { AttributeName: 'name', IsPrimaryKey: true } },
    },
  ],
  [
    'POST /gsql/v1/schema/vertices?gsql=true',
    {
      gsql: [
        'CREATE VERTEX UserA (PRIMARY_ID user_id UINT, name STRING)',
        'CREATE VERTEX UserB (PRIMARY_ID user_id UINT, name STRING)',
      ],
    },
    says('Successfully create vertices: [UserA, UserB]'),
  ],
  [
    `POST /gsql/v1/schema/vertices?${G}`,
    { addVertices: ['UserA', 'UserB'] },
    says('Successfully add vertices: [UserA, UserB] on graph financialGraph'),
  ],
  [
    'POST /gsql/v1/schema/vertices',
    { createVertices: [type('User5'), type('User4')] },
    says('Successfully create vertices: [User5, User4]'),
  ],
  [
    'DELETE /gsql/v1/schema/vertices?vertex=User5,User4',
    null,
    says('Vertices [User5, User4] deleted successfully.'),
  ],
  [`DELETE /gsql/v1/schema/vertices/UserB?${G}`, null, says('Vertices [UserB] deleted successfully.')],
  [
    'PUT /gsql/v1/schema/vertices/Account',
    { dropAttributes: ['isBlocked'], addAttributes: [attribute] },
    says('Successfully update vertex: Account'),
  ],
  [
    'POST /gsql/v1/schema/indexes',
    { vertex: 'Account', addIndexAttributes: [{ indexName: 'nameIndex', attributeName: 'attr1' }] },
    says('Successfully add index nameIndex on attribute attr1\n'),
  ],
  [
    `GET /gsql/v1/schema/indexes?${G}`,
    null,
    { error: false, message: '', results: [{ Account: [{ index: 'nameIndex', attribute: 'attr1' }] }] },
  ],
  [
    `GET /gsql/v1/schema/indexes/nameIndex?${G}`,
    null,
    { error: false, message: '', results: { index: 'nameIndex', attribute: 'attr1' } },
  ],
  ['DELETE /gsql/v1/schema/indexes/nameIndex?vertex=Account', null, says('Successfully drop index')],
  ['GET /gsql/v1/schema/indexes/nameIndex', null, { error: true }, 404],
  [
    'POST /gsql/v1/schema/edges?gsql=true',
    {
      gsql: [
        'CREATE UNDIRECTED EDGE edge1 (from Account, to City, attr1 float)',
        'CREATE UNDIRECTED EDGE edge2 (from Account, to Phone, attr2 float)',
      ],
    },
    says('Successfully create edges: [edge1, edge2]'),
  ],
  [
    `POST /gsql/v1/schema/edges?${G}`,
    { addEdges: ['edge1'] },
    says('Successfully added edges [edge1] to graph financialGraph.'),
  ],
  [
    'POST /gsql/v1/schema/edges',
    {
      createEdges: [
        {
          IsDirected: true,
          ToVertexTypeName: 'City',
          Config: {},
          Attributes: [],
          FromVertexTypeName: 'Account',
          Name: 'wasIn',
        },
      ],
    },
    says('Successfully create edges: [wasIn]'),
  ],
  [
    'PUT /gsql/v1/schema/edges/hasPhone',
    { addAttributes: [attribute] },
    says('Successfully update edge: hasPhone'),
  ],
  [`DELETE /gsql/v1/schema/edges?edge=edge1&${G}`, null, says('Edges [edge1] deleted successfully.')],
  ['DELETE /gsql/v1/schema/edges/wasIn', null, says('Edges [wasIn] deleted successfully.')],
  ['DELETE /gsql/v1/schema/edges/nothing', null, { error: true }, 404],
  [
    'POST /gsql/v1/schema/graphs?gsql=true',
    { gsql: 'create graph g(*)' },
    says('Successfully created graph: [g].'),
  ],
  ['DELETE /gsql/v1/schema/graphs/g?cascade=true', null, says('Successfully dropped graph: g.')],
  [
    `POST /gsql/v1/schema/jobs/test5?${G}`,
    { alterVertexTypes: [], addVertexTypes: [type('User6', { IsLocal: true })] },
    says('Successfully created schema change job: [test5].'),
  ],
  [
    `GET /gsql/v1/schema/jobs/test5?json=true&${G}`,
    null,
    {
      error: false,
      message: '',
      results: {
        test5: {
          name: 'test5',
          graph: 'financialGraph',
          addVertexTypes: [{ Name: 'User6' }],
          addEdgeTypes: [],
          dropVertexTypes: [],
          dropEdgeTypes: [],
          alterVertexTypes: [],
          alterEdgeTypes: [],
        },
      },
    },
  ],
  [`POST /gsql/v1/schema/jobs/test5?${G}`, null, says('Schema change job run successfully!')],
  [
    `DELETE /gsql/v1/schema/jobs?jobName=test5&${G}`,
    null,
    says('Successfully dropped schema change jobs: [test5].'),
  ],
  [
    'POST /gsql/v1/schema/jobs/test3?gsql=true&type=global',
    { gsql: 'create global schema_change job test3 {add vertex UserB to graph financialGraph;}' },
    says('Successfully created global schema change job: [test3].'),
  ],
  [
    'GET /gsql/v1/schema/jobs/test3?json=true',
    null,
    {
      results: {
        test3: { graphs: [{ graphName: 'financialGraph', addVertexTypes: ['UserB'], dropEdgeTypes: [] }] },
      },
    },
  ],
  ['POST /gsql/v1/schema/check', null, says('Schema Check succeeded.')],
  ['POST /gsql/v1/schema/recover', null, { error: true }, 400],
  // Loading
  [
    `POST /gsql/v1/loading-jobs?${G}`,
    'CREATE LOADING JOB load_job { DEFINE FILENAME f1; LOAD f1 TO VERTEX City VALUES ($0) USING SEPARATOR=","; }',
    { error: false },
  ],
  [`GET /gsql/v1/loading-jobs?${G}`, null, { error: false, message: '', jobNames: ['load_job'] }],
  [
    `GET /gsql/v1/loading-jobs/load_job?${G}&json=true`,
    null,
    {
      results: {
        JobName: 'load_job',
        FileNames: {},
        LoadingStatements: [{ Type: 'Vertex', TargetName: 'City' }],
      },
    },
  ],
  [
    `GET /gsql/v1/loading-jobs/listrunning?${G}`,
    null,
    { error: false, message: '', result: {}, hasRunning: false },
  ],
  [`DELETE /gsql/v1/loading-jobs/load_job?${G}`, null, says("Successfully drop loading job 'load_job'.")],
  [
    'POST /gsql/v1/data-sources',
    { name: 's4', config: { type: 's3', 'access.key': 'AKIA6B6T6R52UU7XJ2NL', 'secret.key': 'x' } },
    { error: false },
  ],
  ['GET /gsql/v1/data-sources/s4', null, { error: false, results: { name: 's4' } }],
  [
    'POST /gsql/v1/data-sources/revoke',
    { graphs: ['financialGraph'], datasource: 's4' },
    { message: expect.any(String) as string },
  ],
  [
    'POST /gsql/v1/data-sources/grant',
    { graphs: ['financialGraph'], datasource: 's4' },
    says('Successfully grant datasource s4 to the graph(s) [financialGraph]'),
  ],
  [
    'PUT /gsql/v1/data-sources',
    { name: 's4', config: { type: 's3', 'access.key': 'A', 'secret.key': 'y' } },
    { error: false },
  ],
  ['DELETE /gsql/v1/data-sources/s4', null, says('Data source s4 is dropped.')],
  ['DELETE /gsql/v1/data-sources/dropAll', null, says('All data sources is dropped successfully.')],
  ['POST /gsql/v1/secrets?alias=s2', null, { error: false, results: { alias: 's2' } }],
  ['DELETE /gsql/v1/secrets/s2', null, says('Successfully removed the secrets for user tigergraph.')],
  ['GET /gsql/v1/list-buckets/s4', null, { error: true }, 400],
  // Queries
  [`POST /gsql/v1/queries?${G}`, 'CREATE QUERY q1() { PRINT 1 AS one; }', { error: false }],
  [`GET /gsql/v1/queries?${G}`, null, { error: false, message: '', results: ['q1'] }],
  [
    `GET /gsql/v1/queries/q1?${G}`,
    null,
    {
      error: false,
      message: '',
      queryContent: 'CREATE QUERY q1() { PRINT 1 AS one; }',
      name: 'q1',
      syntax: 'GSQL v2',
      status: 'VALID',
    },
  ],
  [
    `GET /gsql/v1/queries/install?${G}&queries=q1&flag=-single`,
    null,
    { error: false, requestId: expect.any(String) as string, startTime: expect.any(String) as string },
  ],
  [
    `POST /gsql/v1/queries/q1?${G}`,
    { diagnose: false, denseMode: false, allvertex: false, asyncRun: false, parameters: {} },
    {
      error: false,
      message: '',
      results: {
        error: false,
        message: '',
        version: { edition: 'enterprise', api: 'v2' },
        results: [{ one: 1 }],
      },
    },
  ],
  [
    'POST /gsql/v1/queries/interpret?p1=hello&p1=world',
    'INTERPRET QUERY (SET<STRING> p1) FOR GRAPH financialGraph syntax v1 { print p1; }',
    { error: false, message: '', results: [{ p1: ['hello', 'world'] }] },
  ],
  [
    `GET /gsql/v1/queries/listrunning?${G}`,
    null,
    { error: false, message: '', hasRunning: false, results: [] },
  ],
  [
    `GET /gsql/v1/queries/signature?queryName=q1&${G}`,
    null,
    { queryname: 'q1', input: [], error: false, version: { edition: 'ENTERPRISE_EDITION', api: 'V2' } },
  ],
  ['POST /gsql/v1/internal/check/query', { code: '' }, { warnings: [], errors: [] }],
  [`DELETE /gsql/v1/queries?query=q1&${G}`, null, { failedToDrop: [], dropped: ['q1'], error: false }],
  // RESTPP's codes, as the page of return codes has them
  ['GET /restpp/statistics/financialGraph?seconds=61', null, { error: true, code: 'REST-30400' }, 400],
  ['POST /restpp/graph/financialGraph', '{"vertices":', { error: true, code: 'REST-2001' }, 400],
  // Packages
  ['POST /gsql/v1/package/lib', null, says('Successfully created package: [lib].')],
  [
    'POST /gsql/v1/package/template',
    'CREATE TEMPLATE QUERY lib.three() { PRINT 3 AS a; }',
    says('Successfully created template query: [lib.three].'),
  ],
  [
    'GET /gsql/v1/package/lib',
    null,
    { results: { fullPackageName: 'lib', functions: [], templateQueries: ['three'], subpackageNames: [] } },
  ],
  [
    `POST /gsql/v1/library/lib_three?${G}`,
    { parameters: {} },
    {
      generatedQueryName: 'lib_three',
      error: false,
      message: '',
      results: { error: false, results: [{ a: 3 }] },
    },
  ],
  ['GET /gsql/v1/library/three', null, { error: false, results: [{ name: 'lib.three', params: {} }] }],
  ['POST /gsql/v1/package/import/lib', null, says('Successfully import package lib.')],
  [
    'DELETE /gsql/v1/package/template/lib.three',
    null,
    says('Successfully dropped template query: [lib.three].'),
  ],
  ['DELETE /gsql/v1/package/lib', null, says('Successfully dropped package: [lib].')],
  ['GET /gsql/v1/package/lib', null, { error: true }, 404],
  // Users, by both kinds of calls
  [
    'POST /gsql/v1/users',
    { password: 'tiger123words', username: 'user2' },
    says('Successfully created user user2'),
  ],
  [
    'GET /gsql/v1/users/user2',
    null,
    { error: false, results: { name: 'user2', isSuperUser: false, secrets: [] } },
  ],
  [
    'POST /gsql/v1/roles?graph=financialGraph',
    { roles: ['r1'] },
    { error: false, results: "Successfully created local roles on graph 'financialGraph': [r1]." },
  ],
  [
    'POST /gsql/v1/roles/grant?graph=financialGraph',
    { roles: ['observer', 'r1'], users: ['user2'] },
    {
      error: false,
      results: "Successfully granted roles [observer, r1] on graph 'financialGraph' to users [user2].",
    },
  ],
  [
    'POST /gsql/v1/users?action=delete',
    { userNames: ['user2'] },
    says('Successfully dropped users: [user2]'),
  ],
  [
    'POST /gsql/scim/v2/Users',
    {
      password: 'tiger123words',
      schemas: '["urn:ietf:params:scim:schemas:core:2.0:User"]',
      name: { familyName: 'f' },
      userName: 'scimUser2',
    },
    { userName: 'scimUser2', active: true, schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'] },
  ],
  [
    'GET /gsql/scim/v2/Users?filter=userName%20ne%20%22tigergraph%22%20and%20userName%20sw%20%22s%22',
    null,
    { totalResults: 1, startIndex: 1, Resources: [{ userName: 'scimUser2' }] },
  ],
  ['GET /gsql/scim/v2/Users?filter=displayName%20eq%201', null, { error: true }, 400],
  ['GET /gsql/scim/v2/Users/scimUser2', null, { userName: 'scimUser2', meta: { resourceType: 'User' } }],
  [
    'PUT /gsql/scim/v2/Users/scimUser2',
    { Operations: [{ op: 'replace', path: 'password', value: 'otherwords9876' }] },
    { userName: 'scimUser2' },
  ],
  [
    'GET /gsql/scim/v2/Users?startIndex=2&count=1&filter=userName%20eq%20%22tigergraph%22%20or%20userName%20sw%20%22scim%22',
    null,
    { totalResults: 2, startIndex: 2, itemsPerPage: 1, Resources: [{ userName: 'scimUser2' }] },
  ],
  [
    'POST /gsql/scim/v2/Groups',
    {
      displayName: 'scimG3',
      schemas: '["urn:ietf:params:scim:schemas:core:2.0:Group"]',
      members: [{ display: 'scimUser2' }],
    },
    {
      displayName: 'scimG3',
      members: [{ display: 'scimUser2', type: 'User' }],
      meta: { resourceType: 'Group' },
    },
  ],
  ['POST /gsql/scim/v2/Groups', { displayName: 'scimG3' }, { error: true }, 409],
  ['POST /gsql/scim/v2/Groups', { displayName: 'g5', members: [{ value: 'nobody' }] }, { error: true }, 400],
  ['POST /gsql/scim/v2/Groups', { displayName: 'g5', members: [{}] }, { error: true }, 400],
  ['POST /gsql/scim/v2/Groups', { displayName: 'g5' }, { displayName: 'g5', members: [] }],
  [
    "GET /gsql/scim/v2/Groups?excludedAttributes=members&filter=displayName%20ne%20'g5'%20and%20displayName%20sw%20's'",
    null,
    {
      totalResults: 1,
      startIndex: 1,
      Resources: [{ displayName: 'scimG3', meta: { resourceType: 'Group' } }],
    },
  ],
  ['GET /gsql/scim/v2/Groups?filter=userName%20eq%20%22a%22', null, { error: true }, 400],
  ['GET /gsql/scim/v2/Groups?count=-1', null, { error: true }, 400],
  ['GET /gsql/scim/v2/Groups/scimG3', null, { displayName: 'scimG3', members: [{ display: 'scimUser2' }] }],
  ['GET /gsql/v1/groups/scimG3', null, { error: false, results: { rule: '', members: ['scimUser2'] } }],
  [
    'PATCH /gsql/scim/v2/Groups/g5',
    {
      schemas: '["urn:ietf:params:scim:api:messages:2.0:PatchOp"]',
      Operations: [
        { op: 'remove', path: 'members' },
        { op: 'replace', path: 'members', value: [{ display: 'scimUser2' }] },
        { op: 'add', value: [{ value: 'scimUser2' }] },
      ],
    },
    { displayName: 'g5', members: [{ display: 'scimUser2', type: 'User' }] },
  ],
  [
    'PATCH /gsql/scim/v2/Groups/g5',
    { Operations: [{ op: 'add', path: 'displayName' }] },
    { error: true },
    400,
  ],
  ['PATCH /gsql/scim/v2/Groups/nothing', { Operations: [{ op: 'remove' }] }, { error: true }, 404],
  ['DELETE /gsql/scim/v2/Users/scimUser2', null, says('Successfully dropped user scimUser2')],
  ['GET /gsql/scim/v2/Groups/g5', null, { displayName: 'g5', members: [] }],
  ['DELETE /gsql/scim/v2/Groups/scimG3', null, says('Successfully dropped group scimG3')],
  [
    'POST /gsql/scim/v2/Groups?action=delete',
    { groupNames: ['g5'] },
    says('Successfully dropped groups: [g5]'),
  ],
  ['GET /gsql/scim/v2/Groups', null, { totalResults: 0, Resources: [] }],
  [
    'POST /gsql/v1/groups',
    { groupName: 'g4', proxyRule: 'group=tech-department' },
    {
      error: false,
      message: 'Successfully created group g4',
      results: { name: 'g4', rule: 'group=tech-department', roles: {}, privileges: {}, isSuperUser: false },
    },
  ],
  ['GET /gsql/v1/groups/g4', null, { error: false, results: { rule: 'group=tech-department' } }],
  ['GET /gsql/v1/groups', null, { error: false, results: [{ name: 'g4' }] }],
  [
    'PUT /gsql/v1/groups',
    { name: 'g4', rule: 'group=hr' },
    says('Successfully change the proxy rule for group g4'),
  ],
  ['DELETE /gsql/v1/groups/g4', null, says('Successfully dropped group g4')],
  ['GET /gsql/v1/groups/g4', null, { error: true }, 404],
  [
    'POST /api/auth/login',
    { username: 'tigergraph', password: 'tigergraph' },
    {
      error: false,
      results: { username: 'tigergraph', isSuperUser: true, token: expect.any(String) as string },
    },
  ],
  ['POST /api/auth/login', { username: 'tigergraph', password: 'no' }, { error: true }, 401],
  // Statistics and user-defined objects
  [
    `GET /gsql/v1/stats/cardinality?${G}`,
    null,
    {
      error: false,
      results: {
        vertex_counts: expect.arrayContaining([{ type: 'Account', count: 3 }]) as unknown[],
        edge_counts: expect.arrayContaining([
          { type: 'isLocatedIn', count: 2 },
          { type: 'isLocatedIn', from: 'Account', to: 'City', count: 2 },
        ]) as unknown[],
      },
    },
  ],
  [
    'POST /gsql/v1/stats/histogram',
    {
      graph: 'financialGraph',
      edge: 'Transfer',
      from: 'Account',
      to: 'Account',
      attribute: 'amount',
      bucket: 2,
    },
    { 0: { rowsTotal: 1, rowsUpper: 1, upperBound: 5 }, 1: { rowsTotal: 1, rowsUpper: 1, upperBound: 7 } },
  ],
  [
    `GET /gsql/v1/stats/histogram?${G}&vertex=Account&attribute=attr1&bucket=3`,
    null,
    [{ histogram: [{ rowsTotal: 3, rowsUpper: 3, upperBound: '' }] }],
  ],
  [
    'POST /gsql/v1/udt/tuples',
    { tuples: [{ Name: 'TestTup', TupleElements: [{ name: 'da', AttributeType: 'INT' }] }] },
    says('Successfully create tuples: TestTup.'),
  ],
  [
    'GET /gsql/v1/udt/tuples/TestTup',
    null,
    { results: [{ name: 'TestTup', fields: [{ fieldName: 'da', fieldType: 'INT' }] }] },
  ],
  [
    'DELETE /gsql/v1/udt/tuples?tupleName=TestTup',
    null,
    says('Successfully dropped userDefinedTuple: [TestTup].'),
  ],
  ['PUT /gsql/v1/udt/files/ExprUtil', '// nothing\n', says('Successfully update file: ExprUtil')],
  ['GET /gsql/v1/udt/files/ExprUtil', null, { error: false, results: { ExprUtil: '// nothing\n' } }],
  ['GET /gsql/v1/udt/files/passwd', null, { error: true }, 404],
  [
    'DELETE /gsql/v1/udt/files?name=ExprUtil',
    null,
    says('Successfully removed the function files: [ExprUtil].'),
  ],
  ['GET /gsql/v1/udt/token-functions/gsql_upper', null, { error: false, results: { name: 'gsql_upper' } }],
  ['GET /gsql/v1/udt/accum', null, { error: true }, 400],
  // RESTPP and the informant
  [
    'GET /restpp/deleted_vertex_check',
    null,
    { error: false, message: 'check passed', results: [{ PassCheck: true, UnSyncList: [] }] },
  ],
  ['GET /restpp/data_consistency_check', null, { error: true, code: 'REST-30000' }, 400],
  [
    'POST /restpp/searchvertex/financialGraph',
    { vertex_filters: [{ type: 'Account', condition: 'name="Jenny"' }] },
    { results: [{ vertices: [{ v_id: 'Jenny' }] }] },
  ],
  [
    'POST /restpp/kstep_expansion/financialGraph',
    {
      source_vertices: [{ type: 'Account', id: 'Scott' }],
      expansion_steps: [{ expansion_edge_types: ['Transfer'] }, { expansion_edge_types: ['Transfer'] }],
    },
    {
      results: [
        { vertices: expect.arrayContaining([expect.objectContaining({ v_id: 'Steven' })]) as unknown[] },
      ],
    },
  ],
  ['GET /restpp/health', null, { error: false, results: { status: 'ok' } }],
  [
    'POST /informant/current-service-status',
    { ServiceDescriptors: [{ ServiceName: 'GPE', Partition: 1, Replica: 1 }] },
    {
      ServiceStatusEvents: [
        { ServiceDescriptor: { ServiceName: 'GPE' }, ServiceStatus: 'Online', ProcessState: 'Running' },
      ],
    },
  ],
  ['POST /informant/metrics/get/cpu-memory', {}, { CPUMemoryMetrics: [{ HostID: 'm1' }] }],
  ['POST /informant/metrics/get/weather', {}, { error: true }, 404],
  ['GET /gsqlserver/gsql/workload-manager/configs', null, { error: true }, 404],
  ['GET /gsql/v1/workload-manager/configs', null, { error: false, results: { isEnabled: false } }],
  ['GET /restpp/queuestatus', null, { error: true, code: 'REST-30000' }, 400],
  ['GET /queuestatus', null, { error: true }, 400],
  [
    'POST /restpp/workload-manager/queuestatus',
    { queuelist: ['AdHoc'], mode: 'verbose' },
    { error: true },
    400,
  ],
  ['GET /gsql/v1/workload-manager/permission?id=OLTP', null, { error: true }, 400],
  // Expired tokens
  ['DELETE /expiredtoken', null, { error: false, code: 'REST-0000' }],
  ['DELETE /restpp/expiredtoken', { user: ['tigergraph'] }, { error: false, code: 'REST-0000' }],
  ['DELETE /restpp/expiredtoken', { user: ['tigergraph', 'u2'] }, { error: true }, 404],
  ['DELETE /restpp/expiredtoken', { secret: ['s1'] }, { error: true }, 404],
  ['DELETE /restpp/expiredtoken', { secrets: ['s1'] }, { error: true }, 400],
  // The whole database
  ['POST /gsql/v1/db-export', { path: 'whole', graphNames: ['*'] }, says('Successfully exported database.')],
  ['POST /gsql/v1/db-export', { path: 'a" TO "b', graphNames: ['*'] }, { error: true }, 400],
  ['GET /gsql/v1/clear-store', null, says('Successfully cleared graph store.')],
  ['POST /gsql/v1/db-import', { path: 'whole', graphNames: ['*'] }, says('Successfully imported database.')],
  [
    `GET /gsql/v1/stats/cardinality?${G}`,
    null,
    { results: { vertex_counts: expect.arrayContaining([{ type: 'Account', count: 3 }]) as unknown[] } },
  ],
  ['GET /gsql/v1/drop-all', null, says('Successfully dropped all.')],
  ['GET /gsql/v1/schema/graphs', null, { graphs: [], error: false, message: '' }],
];

it('are answered as the documentation prints it', { timeout: 240_000 }, async () => {
  const faults: unknown[] = [];
  for (const [request, body, expected, status = 200] of CASES) {
    const [method = '', address = ''] = request.split(' ');
    const answer = await workspace.call(method, address, body === null ? {} : { body });
    try {
      expect(answer.json).toMatchObject(expected);
      expect(answer.status).toBe(status);
    } catch {
      faults.push({ request, status: answer.status, answer: answer.text.slice(0, 400) });
    }
  }
  expect(faults).toEqual([]);
});

it('gives metrics that Prometheus reads', async () => {
  const { text, headers } = await workspace.call('GET', '/informant/metrics');
  expect(headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8');
  for (const line of text.trimEnd().split('\n'))
    expect(line).toMatch(/^(?:# (?:HELP|TYPE) \w+ .+|\w+(?:\{\w+="[^"]*"(?:,\w+="[^"]*")*\})? -?[\d.e+-]+)$/);
  expect(text).toContain('tigergraph_service_status{host_id="m1",service_name="GPE"} 1');
  expect(text).toMatch(/acacia_query_seconds_bucket\{le="\+Inf"\} \d+/);
});

it('refuses a workload queue, since there are none', async () => {
  const options = {
    headers: { 'Workload-Queue': 'fast' },
    body: 'INTERPRET QUERY () FOR GRAPH g { PRINT 1; }',
  };
  const { status, json } = await workspace.call('POST', '/gsql/v1/queries/interpret', options);
  expect([status, json['code']]).toEqual([422, 'REST-14000']);
});
