/**
 * The codes of the engine's errors, each with its subject, the HTTP status of the answer, and advice where the messages
 * have none. Codes are TigerGraph's where it has one (`REST-…`, `GSQL-…`, `SYS-…`); errors in the text of a query have
 * the language's (`SYN-…`, `SEM-…`, `TYP-…`). Listed in `docs/guides/errors.md`.
 */

export interface EngineCode {
  readonly status: number;
  readonly about: string;
  readonly help?: string;
}

const code = (status: number, about: string, help?: string): EngineCode => ({
  status,
  about,
  ...(help === undefined ? {} : { help }),
});

const OPERATOR = 'This is for whoever runs Acacia.';

const CODES = {
  // Requests
  'REST-1000': code(404, 'a query that does not exist, is not installed or is disabled'),
  'REST-1004': code(404, 'a graph that does not exist, or that is not chosen'),
  'REST-2004': code(400, 'a vertex type that the graph does not have'),
  'REST-2005': code(400, 'an edge type that the graph does not have'),
  'REST-30000': code(400, 'parameters of a query: missing, of another type, or too large'),
  'REST-30001': code(400, 'parameters of a request, and actions on a load that cannot be done'),
  'REST-30200': code(400, 'values and ids that do not fit their type when data is written'),
  'REST-10021': code(400, 'files and stores that a load cannot read, or may not'),
  'REST-10016': code(403, 'what the user has no privilege for'),
  'READ-ONLY': code(403, 'a change in a read-only workspace', 'Change it in the read-write workspace.'),
  '601': code(400, 'the id of a vertex that is none of its type'),
  'SYS-0005': code(400, 'a parameter of a query that is no id of its vertex type'),

  // Limits and faults of the machine
  'REST-3000': code(
    504,
    'a query that ran longer than its time limit',
    'Raise it with the header GSQL-TIMEOUT.',
  ),
  'REST-3002': code(504, 'statistics of a graph that took too long'),
  'REST-4000': code(
    400,
    'an answer that is larger than the limit',
    'Print less, or raise it with RESPONSE-LIMIT.',
  ),
  'REST-14000': code(
    503,
    'more work at once than the workspace takes',
    'Try again later, or use a larger size.',
  ),
  'REST-12001': code(503, 'a workspace that is restarting or closed', 'Try again in a moment.'),
  'REST-12003': code(507, 'a full disk'),
  'REST-12004': code(503, 'a disk that failed: nothing of the change was stored'),
  'REST-12005': code(503, 'a disk that failed after the change was made'),
  'REST-12008': code(503, 'a disk that failed: whether the change was made is not known'),
  'REST-12006': code(503, 'large answers that clients have not read yet'),
  'REST-12007': code(507, 'files of queries that would take more of the disk than they may'),
  'SYS-0001': code(503, 'work that ended with its process', 'Try again.'),
  'SYS-0002': code(503, 'a query or a change that needs more memory than there is'),
  'SYS-0003': code(409, 'a change that was aborted: nothing of it was stored'),
  'GSQL-6500': code(409, 'a query that was aborted'),

  // The store of a workspace
  'STORE-ACCESS': code(500, 'a data folder that may not be read or written', OPERATOR),
  'STORE-DAMAGED': code(500, 'a damaged file of the data folder', OPERATOR),
  'STORE-FORMAT': code(500, 'a data folder of a newer version', OPERATOR),
  'STORE-KEY': code(500, 'a damaged key of the data folder', OPERATOR),
  'STORE-LOCKED': code(500, 'a data folder that another engine has open', OPERATOR),
  'STORE-OPEN': code(500, 'a data folder that cannot be opened', OPERATOR),
  'COPY-EXISTS': code(409, 'a copy into a folder that is there already', OPERATOR),
  'COPY-FOLDER': code(400, 'a copy into a folder that cannot be made', OPERATOR),

  // Texts of GSQL
  'GSQL-NAME': code(400, 'a name that nothing can have'),
  'GSQL-SYNTAX': code(400, 'a text that cannot be read'),
  'GSQL-SEMANTIC': code(400, 'statements that do not fit the catalog or each other'),
  'GSQL-FUNCTION': code(400, 'functions in JavaScript: their file, their types, their values'),
  'SYN-1': code(400, 'a text that holds no query'),
  'SEM-50': code(400, 'a query whose text can be read, but not compiled'),

  // Errors of running queries
  '3001': code(400, 'a parameter of a query that has to be given and is not'),
  'GSQL-1002': code(400, 'a called query with another number of arguments'),
  'GSQL-2500': code(400, 'a division by zero'),
  'GSQL-2501': code(400, 'a text that is no date and time'),
  'GSQL-2502': code(400, 'a pattern that is no regular expression'),
  'GSQL-2503': code(400, 'steps and units of ranges and intervals'),
  'GSQL-2601': code(400, 'a text that is no number, id or value of the type asked for'),
  'GSQL-2602': code(400, 'a text that is no JSON'),
  'GSQL-2603': code(400, 'a value in JSON of another type than is asked for'),
  'GSQL-2604': code(400, 'a text that is no row of bits'),
  'GSQL-2605': code(400, 'translate with another number of translations than characters'),
  'GSQL-2606': code(400, 'an expression that evaluate cannot work out'),
  'GSQL-2607': code(400, 'arguments of a function that do not fit it'),
  'GSQL-2620': code(400, 'an index or a number that is out of range'),
  'GSQL-2621': code(400, 'the size of an array'),
  'GSQL-2622': code(400, 'arrays whose sizes do not fit each other'),
  'GSQL-2623': code(400, 'the size of a sample'),
  'GSQL-2630': code(400, 'a text that is too long'),
  'GSQL-2631': code(400, 'values that are nested too deeply'),
  'GSQL-3001': code(400, 'a vertex type that does not exist'),
  'GSQL-3010': code(400, 'a column that a table does not have'),
  'GSQL-4500': code(400, 'a type that is neither of vertices nor of edges'),
  'GSQL-4501': code(400, 'an edge type that does not exist'),
  'GSQL-4502': code(400, 'a vertex or an edge that does not exist'),
  'GSQL-4511': code(400, 'an attribute that a vertex type does not have'),
  'GSQL-4521': code(400, 'an attribute that an edge type does not have'),
  'GSQL-4523': code(400, 'an edge that is inserted without its ends'),
  'GSQL-4524': code(400, 'an edge that is inserted between vertices of other types'),
  'GSQL-4525': code(400, 'more matches of a pattern than can be counted'),
  'GSQL-5101': code(400, 'a file that a query cannot write'),
  'GSQL-5102': code(400, 'a file that a query cannot read'),
  'GSQL-6001': code(400, 'what cannot be changed of a vertex or an edge'),
  'GSQL-8999': code(400, 'queries that call each other: one that does not exist, or too many'),
  'GSQL-90000': code(400, 'arguments of a function on vectors that do not fit it'),
} as const satisfies Readonly<Record<string, EngineCode>>;

export type EngineErrorCode = keyof typeof CODES;

export const ENGINE_CODES: Readonly<Record<string, EngineCode>> = CODES;
