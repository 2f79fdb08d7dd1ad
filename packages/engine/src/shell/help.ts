/** HELP: lists the statements of the prompt. */
import { engineError } from '../errors/catalogue.ts';
import type { ShellContext } from './shell.ts';

const BASIC = `GSQL Help: statements of the prompt. A line is a statement; BEGIN … END makes several lines one.
  Schema
    CREATE VERTEX v (PRIMARY_ID id STRING, a INT)          DROP VERTEX v
    CREATE DIRECTED|UNDIRECTED EDGE e (FROM v, TO w)       DROP EDGE e
    CREATE GRAPH g (v, e) | (*)                            DROP GRAPH g
    CREATE [GLOBAL] SCHEMA_CHANGE JOB j FOR GRAPH g { … }  RUN [GLOBAL] SCHEMA_CHANGE JOB j
    TYPEDEF TUPLE <a INT, b STRING(20)> t                  DROP TUPLE t
  Loading
    CREATE LOADING JOB j FOR GRAPH g { … }                 RUN LOADING JOB j
    SHOW LOADING STATUS id                                 ABORT | RESUME LOADING JOB id
    CREATE DATA_SOURCE s = "{…}" FOR GRAPH g
  Listing
    LS    USE GRAPH g    USE GLOBAL
    SHOW VERTEX | EDGE | GRAPH | JOB | QUERY | TUPLE | INDEX | PACKAGE [name | pattern with * and ? | -r "regex"]
  Users
    CREATE USER -u name -p password                        DROP USER name
    CREATE ROLE r [ON GLOBAL | ON GRAPH g]                 GRANT ROLE r [ON GRAPH g] TO user
    GRANT READ ON ALL DATA IN GRAPH g TO r                 SHOW USER | ROLE | PRIVILEGE ON USER name
    CREATE SECRET alias                                    SHOW SECRET
  Everything
    EXPORT GRAPH ALL TO "folder"                           IMPORT GRAPH ALL FROM "folder"
    CLEAR GRAPH STORE                                      DROP ALL
  Session
    SET name = value    EXIT    HELP QUERY`;

const QUERY = `GSQL Help: queries.
    CREATE [OR REPLACE] [DISTRIBUTED] QUERY q (INT a = 1, …) FOR GRAPH g [SYNTAX v1|v2|v3] { … }
    INSTALL QUERY q | *                                    DROP QUERY q | *
    RUN QUERY [-av] [-async] q (1, "x", _)                 RUN QUERY q ({"a": 1})
    INTERPRET QUERY (INT a = 1) FOR GRAPH g { … }          INTERPRET QUERY q (1)
    SHOW QUERY q                                           UPDATE DESCRIPTION OF QUERY q "text"
    CREATE PACKAGE lib                                     CREATE TEMPLATE QUERY lib.q (…) { … }
    CALL GDBMS_ALGO.community.wcc (["Person"], ["Knows"])  SHOW PACKAGE GDBMS_ALGO.community
  In one line:
    SELECT p.name FROM (p:Person) ORDER BY p.name LIMIT 5
    SELECT * FROM Person WHERE primary_id == "ann"`;

/** @throws EngineError when there is no help for the topic */
export function help({ print }: ShellContext, topic: string | undefined): void {
  if (topic === undefined || topic === 'BASIC') return print(BASIC);
  if (topic === 'QUERY') return print(QUERY);
  throw engineError('helpUnknown', { topic });
}
