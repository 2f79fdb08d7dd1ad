/**
 * Words of GSQL. Keywords are case-insensitive. Source: GSQL language reference, keyword pages.
 */
const words = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/));

/** Words that cannot be a name inside a query. Words that only name functions or C++ ideas are left out. */
export const RESERVED_IN_QUERIES = words(`
  ACCUM AND AS ASC BETWEEN BREAK CASE CATCH CONTINUE CREATE DELETE DESC DISTRIBUTED DO ELSE END ESCAPE
  EXCEPTION FALSE FOR FOREACH FROM HAVING IF IN INTERPRET INTERSECT INTO IS LEADING LIKE LIMIT
  MINUS NOT NULL OFFSET OR ORDER POST_ACCUM POST-ACCUM PRIMARY_ID PRINT QUERY RAISE RETURN RETURNS
  RUN SAMPLE SELECT SET STATIC THEN TRAILING TRUE TRY TYPEDEF UNION VALUES WHEN WHERE WHILE WITH
`);

/** Words that begin a statement at the top of a shell text. */
export const SHELL_STARTERS = words(`
  CREATE USE LS SHOW DROP RUN INSTALL INTERPRET BEGIN END ABORT SET TYPEDEF CLEAR ALTER GRANT REVOKE HELP
  EXPORT IMPORT RECOMPILE SELECT LET UPDATE RESUME UNDO CALL EXIT QUIT
`);

/** Words that are highlighted as keywords everywhere (types and functions have separate lists). */
export const KEYWORDS = words(`
  ABORT ACCUM ADD ALL ALTER AND ANY API AS ASC ATTRIBUTE BEGIN BETWEEN BREAK BY CALL CASCADE CASE CATCH CLEAR
  COMPRESS CONTINUE CREATE DATA_SOURCE DEFAULT DEFINE DELETE DESC DIMENSION DIRECTED DISCRIMINATOR DISTINCT
  DISTRIBUTED DO DROP EDGE ELSE END ESCAPE EXCEPTION FALSE FILENAME FOR FOREACH FROM GLOBAL
  GRAPH GROUP HAVING HEADER IF IN INDEX INSERT INSTALL INTERPRET INTERSECT INTERVAL INTO IS JOB JOIN KEY LEADING
  LET LIKE LIMIT LOAD LOADING LS MINUS NOT NULL OFFSET ON OR ORDER OVERWRITE PER POST-ACCUM POST_ACCUM
  PRIMARY PRIMARY_ID PRINT QUERY RAISE RANGE REPLACE RETURN RETURNS REVERSE_EDGE RUN SAMPLE SCHEMA_CHANGE SELECT
  SEMIJOIN
  SET SHOW STATIC STATS SYNTAX TEMP_TABLE THEN TO TO_CSV TRAILING TRUE TRY TUPLE TYPEDEF UNDIRECTED
  UNION UNWIND UPDATE USE USING VALUES VECTOR VERTEX VIRTUAL WHEN WHERE WHILE WITH
`);

export const SCALAR_TYPES = words('INT UINT FLOAT DOUBLE BOOL STRING DATETIME');

/** Names of types that may open a declaration, in upper case, beside accumulators. */
export const TYPE_WORDS = words(
  'INT UINT FLOAT DOUBLE BOOL STRING DATETIME VERTEX EDGE SET BAG LIST MAP JSONOBJECT JSONARRAY FILE',
);

/** Accumulator types by their name in upper case. */
export const ACCUM_TYPES: ReadonlyMap<string, string> = new Map(
  [
    'SumAccum',
    'MinAccum',
    'MaxAccum',
    'AvgAccum',
    'AndAccum',
    'OrAccum',
    'BitwiseAndAccum',
    'BitwiseOrAccum',
    'DeviationAccum',
    'DeviationPAccum',
    'PercentileContAccum',
    'ListAccum',
    'SetAccum',
    'BagAccum',
    'ArrayAccum',
    'MapAccum',
    'HeapAccum',
    'GroupByAccum',
  ].map((name) => [name.toUpperCase(), name]),
);
