import { describe, expect, it } from 'vitest';
import type { GraphSchema } from '../../schema.ts';
import { social } from '../testing/social.ts';
import { checkProgram } from './program.ts';

const EMPTY: GraphSchema = { name: '', vertexTypes: [], edgeTypes: [], tuples: [], queries: [] };

function faults(
  text: string,
  schema: GraphSchema = social,
  graphs: readonly GraphSchema[] = [],
): [string, string][] {
  return checkProgram(text, schema, graphs).map(({ span, message }) => [
    text.slice(span.start, span.end),
    message,
  ]);
}

describe('checkProgram', () => {
  it('takes no name with the reserved prefix', () => {
    const text = `CREATE VERTEX GSQL_sys_v (PRIMARY_ID id STRING, gsql_sys_a INT)`;
    expect(faults(text, EMPTY)).toEqual([
      ['GSQL_sys_v', "The name 'GSQL_sys_v' begins with the reserved prefix gsql_sys_."],
      ['gsql_sys_a', "The name 'gsql_sys_a' begins with the reserved prefix gsql_sys_."],
    ]);
  });

  it('finds nothing wrong with a whole script', () => {
    const text = `CREATE VERTEX Airport (PRIMARY_ID iata STRING, name STRING, lat DOUBLE DEFAULT 0.5) WITH primary_id_as_attribute="true"
      CREATE DIRECTED EDGE Flight (FROM Airport, TO Airport, count INT) WITH REVERSE_EDGE="rFlight"
      CREATE GRAPH flights (Airport, Flight)
      CREATE LOADING JOB j FOR GRAPH flights {
        DEFINE FILENAME a; DEFINE FILENAME b;
        LOAD a TO VERTEX Airport VALUES ($"iata", $"name", $"latitude") USING HEADER="true", SEPARATOR=",";
        LOAD b TO EDGE Flight VALUES ($0, $1, gsql_to_int($2));
      }
      RUN LOADING JOB j USING a="/a.csv"
      CREATE QUERY busiest (INT k = 10) FOR GRAPH flights {
        SumAccum<INT> @n;
        S = SELECT a FROM Airport:a -((Flight>|rFlight>):e)- :b ACCUM a.@n += e.count ORDER BY a.@n DESC LIMIT k;
        PRINT S[S.iata, S.@n];
      }
      INSTALL QUERY busiest
      RUN QUERY busiest()
      INTERPRET QUERY () FOR GRAPH flights { PRINT busiest(3); }
      DROP QUERY busiest`;
    expect(faults(text, EMPTY)).toEqual([]);
  });

  it.each<[string, string, string]>([
    ['CREATE VERTEX A (x STRNG PRIMARY KEY)', 'STRNG', 'Type STRNG is not known. Did you mean STRING?'],
    [
      'CREATE VERTEX A (x STRING)',
      'A',
      'A has no key: add PRIMARY_ID id STRING, or PRIMARY KEY after an attribute.',
    ],
    ['CREATE VERTEX A (PRIMARY_ID x STRING, y INT PRIMARY KEY)', 'A', 'A has more than one key.'],
    [
      'CREATE VERTEX A (PRIMARY_ID x FLOAT)',
      'FLOAT',
      'A key must be STRING, INT, UINT, DATETIME, not FLOAT.',
    ],
    ['CREATE VERTEX A (PRIMARY_ID x INT, a INT, a INT)', 'a INT', 'The attribute a is declared already.'],
    ['CREATE VERTEX A (PRIMARY_ID x INT, a INT DEFAULT TRUE)', 'TRUE', 'This default does not fit INT.'],
    ['CREATE VERTEX A (PRIMARY_ID x INT, a VERTEX)', 'VERTEX', 'An attribute cannot be VERTEX.'],
    ['CREATE VERTEX Person (PRIMARY_ID x INT)', 'Person', 'There is a vertex type Person already.'],
    [
      'CREATE DIRECTED EDGE E (FROM Persn, TO City)',
      'Persn',
      'Vertex type Persn is not known. Did you mean Person?',
    ],
    [
      'CREATE UNDIRECTED EDGE E (FROM City, TO City) WITH REVERSE_EDGE="R"',
      '"R"',
      'Only a DIRECTED EDGE has a reverse edge.',
    ],
    ['CREATE GRAPH g (Person, Knws)', 'Knws', 'Vertex or edge type Knws is not known. Did you mean Knows?'],
    ['DROP VERTEX Cty', 'Cty', 'Vertex type Cty is not known. Did you mean City?'],
    ['RUN QUERY frends("a")', 'frends', 'Query frends is not known. Did you mean friends?'],
    ['RUN QUERY friends()', 'RUN QUERY friends()', 'friends needs a value for VERTEX<Person> p.'],
    ['RUN QUERY friends(1, 2)', 'RUN QUERY friends(1, 2)', 'friends has 1 parameters, not 2.'],
    ['INSTALL QUERY friend', 'friend', 'Query friend is not known. Did you mean friends?'],
    [
      'CREATE QUERY q() FOR GRAPH social { S = {Persn.*}; }',
      'Persn',
      'Vertex type Persn is not known. Did you mean Person?',
    ],
    [
      'CREATE LOADING JOB j { DEFINE FILENAME f; LOAD g TO VERTEX City VALUES ($0); }',
      'g',
      'File variable g is not known.',
    ],
    [
      'CREATE LOADING JOB j { LOAD "a" TO VERTEX Cty VALUES ($0); }',
      'Cty',
      'Vertex type Cty is not known. Did you mean City?',
    ],
    [
      'CREATE LOADING JOB j { LOAD "a" TO VERTEX City VALUES ($0, $1, $2, $3); }',
      'City',
      'City takes its key and 2 attributes, not 4 values.',
    ],
    [
      'CREATE LOADING JOB j { LOAD "a" TO EDGE LivesIn VALUES ($0); }',
      'LivesIn',
      'LivesIn takes its two ends and 1 attributes, not 1 values.',
    ],
    [
      'CREATE LOADING JOB j { LOAD "a" TO EDGE LivesIn VALUES ($0 City, $1 City); }',
      'City, $1 City',
      'LivesIn goes from Person to City, not so.',
    ],
    [
      'CREATE LOADING JOB j { LOAD "a" TO VERTEX City VALUES (gsql_lowr($0)); }',
      'gsql_lowr',
      'Function gsql_lowr is not known. Did you mean gsql_lower?',
    ],
    [
      'CREATE LOADING JOB j { LOAD "a" TO VERTEX City VALUES ($0) USING SEPARATR=","; }',
      'SEPARATR',
      'SEPARATR is not an option of USING. Did you mean SEPARATOR?',
    ],
    [
      'CREATE VERTEX Select (PRIMARY_ID x INT)',
      'Select',
      "'Select' is a reserved word and cannot be the name of a vertex type.",
    ],
    [
      'CREATE VERTEX A (PRIMARY_ID x INT, order INT)',
      'order',
      "'order' is a reserved word and cannot be the name of an attribute.",
    ],
    [
      'CREATE UNDIRECTED EDGE job (FROM City, TO City)',
      'job',
      "'job' is a reserved word and cannot be the name of an edge type.",
    ],
  ])('%s', (text, at, message) => {
    expect(faults(text)).toEqual([[at, message]]);
  });

  it('asks for the vertex types of an edge with several pairs', () => {
    const text = `CREATE DIRECTED EDGE E (FROM Person, TO City | FROM City, TO City)
      CREATE LOADING JOB j { LOAD "a" TO EDGE E VALUES ($0, $1), TO EDGE E VALUES ($0 City, $1 City); }`;
    expect(faults(text).map(([, message]) => message)).toEqual([
      'E goes from Person to City, City to City: write the vertex type after each end, as in $0 Person.',
    ]);
  });

  it('follows USE GRAPH, and checks no names in a graph of which it knows nothing', () => {
    const query = 'INTERPRET QUERY () { S = {Person.*}; PRINT S; }';
    expect(faults(query, EMPTY)).toHaveLength(1);
    expect(faults(`USE GRAPH social\n${query}`, EMPTY, [social])).toEqual([]);
    expect(faults(`USE GRAPH other\n${query}`, EMPTY, [social])).toEqual([]);
  });

  it('forgets what was dropped', () => {
    expect(faults('DROP VERTEX City\nINTERPRET QUERY () { S = {City.*}; }')).toHaveLength(1);
    expect(faults('DROP ALL\nINTERPRET QUERY () { S = {Person.*}; }')).toHaveLength(1);
  });

  it('tells of syntax first and does not guess at the names of a broken query', () => {
    expect(faults('CREATE QUERY q() { S = {Persn.*}; PRINT ; }')).toEqual([
      [';', "Found ';' where an expression was expected."],
    ]);
  });

  it('checks a SELECT of its own', () => {
    expect(
      faults('SELECT p.name, count(*) AS n FROM (p:Person) -[:Knows]- (q) GROUP BY p.name ORDER BY n\nLS'),
    ).toEqual([]);
    expect(faults('SELECT p FROM (p:Persn)')).toEqual([
      ['Persn', 'Vertex type or vertex set Persn is not known. Did you mean Person?'],
    ]);
    expect(faults('SELCT p FROM (p:Person)')).toEqual([
      ['SELCT', "Found 'SELCT' where SELECT was expected."],
    ]);
  });

  it('knows the tuples of the catalog', () => {
    expect(
      faults(
        'TYPEDEF TUPLE <a INT> T\nCREATE QUERY q() { ListAccum<T> @@l; @@l += T(1); FOREACH t IN @@l DO PRINT t.a; END; }',
      ),
    ).toEqual([]);
  });

  it('sees what schema change jobs make, and what is wrong in them', () => {
    const text = `CREATE SCHEMA_CHANGE JOB j FOR GRAPH social {
        ADD VERTEX Device (PRIMARY_ID id STRING, os STRING);
        ADD DIRECTED EDGE Uses (FROM Person, TO Device, since INT);
        ALTER VERTEX Device ADD ATTRIBUTE (ram INT);
        ALTER VERTEX Device DROP ATTRIBUTE (os, cpu);
        ALTER EDGE Uses ADD PAIR (FROM Person, TO Nothing);
        DROP EDGE Wrotee;
      }
      RUN SCHEMA_CHANGE JOB j
      INTERPRET QUERY () FOR GRAPH social { S = SELECT d FROM Person:p -(Uses>)- Device:d WHERE d.ram > 1 AND d.os == ""; PRINT S; }`;
    const found = faults(text, social, [social]);
    expect(found.map(([word]) => word)).toEqual(['cpu', 'Nothing', 'Wrotee', 'os']);
  });

  it('knows the types of SELECT * at the prompt', () => {
    expect(faults('SELECT * FROM Person WHERE primary_id == "a" AND age >= -3 LIMIT 2')).toEqual([]);
    expect(faults('SELECT * FROM Person-(_)->_ WHERE from_id == "a"')).toEqual([]);
    expect(faults('SELECT * FROM Persn-(Knowss)-Cty WHERE from_id = "a"').map(([word]) => word)).toEqual([
      'Persn',
      'Knowss',
      'Cty',
    ]);
    expect(faults('SELECT * FROM Person WHERE age > other')).toEqual([
      ['other', "Found 'other' where a number or a text in double quotes was expected."],
    ]);
  });
});
