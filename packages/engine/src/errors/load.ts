/** Rows of the catalogue for loading jobs, data sources, and the files and rows that they bring. */
import type { Quoted, SentenceRows } from '@acacia/base';
import { row, semantic } from './row.ts';

export const LOAD = {
  archiveKind: row(
    'GSQL-SEMANTIC',
    ({ type, known }: Quoted<'type' | 'known'>) =>
      `The archive.type "${type}" is not known; possible are auto, ${known}.`,
  ),
  archiveUnreadable: row(
    'REST-10021',
    ({ archive, kind, reason }: Quoted<'archive' | 'kind' | 'reason'>) =>
      `${archive} cannot be unpacked as ${kind}: ${reason}.`,
  ),
  archiveMemberUnknown: row(
    'REST-10021',
    ({ archive, member }: Quoted<'archive' | 'member'>) => `The archive ${archive} has no file ${member}.`,
  ),
  archiveEmpty: row('REST-10021', ({ archive }: Quoted<'archive'>) => `The archive ${archive} has no files.`),
  jobWithoutFile: row(
    'GSQL-SEMANTIC',
    ({ job, name, known }: Quoted<'job' | 'name' | 'known'>) =>
      `The loading job '${job}' has no file variable '${name}'; it has: ${known}.`,
  ),
  fileVariableWithoutPath: row(
    'GSQL-SEMANTIC',
    ({ variable, job }: Quoted<'variable' | 'job'>) =>
      `The file variable '${variable}' of the loading job '${job}' has no path: give one with USING ${variable}="…".`,
  ),
  sourceWithoutQueries: row(
    'GSQL-SEMANTIC',
    ({ source, type }: Quoted<'source' | 'type'>) =>
      `The data source ${source} is of the type ${type}; a query needs one of the type postgresql or snowflake.`,
  ),
  sourceWithoutQuery: row(
    'GSQL-SEMANTIC',
    ({ source, type }: Quoted<'source' | 'type'>) =>
      `The data source ${source} is of the type ${type}: give it a query, as in $${source}:{"query": "SELECT …"}.`,
  ),
  addressWithoutFile: row(
    'REST-10021',
    ({ address }: Quoted<'address'>) => `There is no file at ${address}, nor below it.`,
  ),
  filesListedTooLong: row('REST-10021', () => 'The files could not be listed within two minutes.'),
  regexpInvalid: row(
    'GSQL-SEMANTIC',
    ({ regexp }: Quoted<'regexp'>) => `The regexp "${regexp}" of the file is no regular expression.`,
  ),
  containerForm: row(
    'GSQL-SEMANTIC',
    ({ name, type, form }: Quoted<'name' | 'type' | 'form'>) =>
      `The attribute ${name} is ${type}; give it as ${form}.`,
  ),
  splitElements: row(
    'GSQL-SEMANTIC',
    ({ name, type }: Quoted<'name' | 'type'>) =>
      `SPLIT cannot make the elements of ${name}: they are ${type}. Give them one by one.`,
  ),
  elementsNotLoadable: row(
    'GSQL-SEMANTIC',
    ({ name }: Quoted<'name'>) => `The attribute ${name} has elements that cannot be loaded.`,
  ),
  tupleValueCount: row(
    'GSQL-SEMANTIC',
    ({ tuple, count, fields, given }: Quoted<'tuple' | 'count' | 'fields' | 'given'>) =>
      `The tuple ${tuple} has ${count} fields (${fields}), ${given} are given.`,
  ),
  loadedVertexTypeUnknown: row(
    'GSQL-SEMANTIC',
    ({ name, graph }: Quoted<'name' | 'graph'>) =>
      `The vertex type ${name} does not exist in the graph ${graph}.`,
  ),
  deleteEdgeTypeForm: row(
    'GSQL-SEMANTIC',
    () => 'DELETE EDGE takes a vertex type by its name, as in FROM $0 Person.',
  ),
  deleteEdgeSourceType: row(
    'GSQL-SEMANTIC',
    () => 'DELETE EDGE * needs the vertex type of the source, as in FROM $0 Person.',
  ),
  loadedEdgeTypeUnknown: row(
    'GSQL-SEMANTIC',
    ({ name, graph }: Quoted<'name' | 'graph'>) =>
      `The edge type ${name} does not exist in the graph ${graph}.`,
  ),
  discriminatorCount: row(
    'GSQL-SEMANTIC',
    ({ edge, count, given }: Quoted<'edge' | 'count' | 'given'>) =>
      `The edge type ${edge} has ${count} discriminators, ${given} are given.`,
  ),
  edgeEndUnknown: row(
    'GSQL-SEMANTIC',
    ({ edge, direction, end }: Quoted<'edge' | 'direction' | 'end'>) =>
      `There is no edge type ${edge} ${direction} ${end}.`,
  ),
  edgeEndUnclear: row(
    'GSQL-SEMANTIC',
    ({ edge, side, types, example }: Quoted<'edge' | 'side' | 'types' | 'example'>) =>
      `Edges of the type ${edge} may stand ${side} ${types}: say which, as in ${side} $0 ${example}.`,
  ),
  optionNotBool: row(
    'GSQL-SEMANTIC',
    ({ option, value }: Quoted<'option' | 'value'>) =>
      `The option ${option} is "${value}"; "true" or "false" is expected.`,
  ),
  optionUnknown: row(
    'GSQL-SEMANTIC',
    ({ option, known }: Quoted<'option' | 'known'>) =>
      `The option ${option} is not known; possible are ${known}.`,
  ),
  optionBesideJson: row(
    'GSQL-SEMANTIC',
    ({ option }: Quoted<'option'>) => `The option ${option} cannot stand beside JSON_FILE="true".`,
  ),
  separatorForm: row(
    'GSQL-SEMANTIC',
    ({ value }: Quoted<'value'>) =>
      `The option SEPARATOR is "${value}"; a character is expected, or several of one line.`,
  ),
  eolEmpty: row('GSQL-SEMANTIC', () => 'The option EOL cannot be empty.'),
  quoteForm: row(
    'GSQL-SEMANTIC',
    ({ value }: Quoted<'value'>) => `The option QUOTE is "${value}"; "double" or "single" is expected.`,
  ),
  sourceFileMissing: row(
    'GSQL-SEMANTIC',
    ({ source }: Quoted<'source'>) => `The file of the data source ${source} is not said: $${source}:s3://…`,
  ),
  jobUnreadable: row(
    'GSQL-SYNTAX',
    ({ line, column, reason }: Quoted<'line' | 'column' | 'reason'>) => `line ${line}:${column} ${reason}`,
  ),
  jobStatementFault: semantic(
    ({ line, column, reason }: Quoted<'line' | 'column' | 'reason'>) =>
      `line ${line}, col ${column}: ${reason}`,
  ),
  fileVariableUndefined: row(
    'GSQL-SEMANTIC',
    ({ variable }: Quoted<'variable'>) =>
      `The file variable ${variable} is not defined; use DEFINE FILENAME ${variable};`,
  ),
  fileOptionsDiffer: row(
    'GSQL-SEMANTIC',
    ({ variable }: Quoted<'variable'>) => `All statements over ${variable} need the same USING options.`,
  ),
  tableNotFilled: row(
    'GSQL-SEMANTIC',
    ({ table }: Quoted<'table'>) => `The table ${table} is not filled by a LOAD before this one.`,
  ),
  tableFromTable: row('GSQL-SEMANTIC', () => 'A TEMP_TABLE is filled from a file, not from another one.'),
  tableOptions: row('GSQL-SEMANTIC', () => 'LOAD TEMP_TABLE takes the options of its file.'),
  tableFilledTwice: row('GSQL-SEMANTIC', ({ name }: Quoted<'name'>) => `The table ${name} is filled twice.`),
  loadsAndDeletes: row(
    'GSQL-SEMANTIC',
    () => 'A loading job has LOAD statements or DELETE statements, not both.',
  ),
  jobWithoutLoad: row(
    'GSQL-SEMANTIC',
    ({ name }: Quoted<'name'>) => `The loading job ${name} has no LOAD statement.`,
  ),
  headerUndefined: row(
    'GSQL-SEMANTIC',
    ({ header }: Quoted<'header'>) => `The header ${header} is not defined; use DEFINE HEADER.`,
  ),
  filterUndefined: row(
    'GSQL-SEMANTIC',
    ({ filter }: Quoted<'filter'>) => `The filter ${filter} is not defined; use DEFINE INPUT_LINE_FILTER.`,
  ),
  numberInJson: row(
    'GSQL-SEMANTIC',
    ({ number }: Quoted<'number'>) =>
      `$${number} cannot stand for a part of a JSON object: say its name, as in $"name" or $"a":"b".`,
  ),
  columnNeedsHeader: row(
    'GSQL-SEMANTIC',
    ({ name }: Quoted<'name'>) =>
      `The column $"${name}" needs a header: say HEADER="true", or USER_DEFINED_HEADER.`,
  ),
  pathNeedsJson: row(
    'GSQL-SEMANTIC',
    ({ path }: Quoted<'path'>) => `The path $${path} needs JSON_FILE="true".`,
  ),
  loadNotResumable: row(
    'REST-30001',
    ({ id }: Quoted<'id'>) => `The load '${id}' cannot be resumed: what it was to do is not kept.`,
  ),
  loadingJobUnknown: row(
    'GSQL-SEMANTIC',
    ({ job, graph }: Quoted<'job' | 'graph'>) =>
      `The loading job '${job}' does not exist in the graph '${graph}'.`,
  ),
  loadingJobDisabled: row(
    'GSQL-SEMANTIC',
    ({ job, graph }: Quoted<'job' | 'graph'>) =>
      `The loading job '${job}' is disabled: it does not fit the schema of the graph '${graph}' any more. Drop it and create it anew.`,
  ),
  jobOfOtherGraph: row(
    'GSQL-SEMANTIC',
    ({ job, graph, wanted }: Quoted<'job' | 'graph' | 'wanted'>) =>
      `The loading job '${job}' is for the graph '${graph}', not for '${wanted}'.`,
  ),
  loadNotStored: row(
    'REST-30001',
    ({ id }: Quoted<'id'>) => `The load '${id}' cannot be undone: nothing of it is stored.`,
  ),
  loadTooOld: row(
    'REST-30001',
    ({ id }: Quoted<'id'>) => `The load '${id}' cannot be undone: it is too old.`,
  ),
  loadUnknown: row('REST-30001', ({ id }: Quoted<'id'>) => `There is no load with the id '${id}'.`),
  ownFunctionArguments: row(
    'GSQL-SEMANTIC',
    ({ name, wanted, given }: Quoted<'name' | 'wanted' | 'given'>) =>
      `The function ${name} takes ${wanted} arguments, ${given} are given.`,
  ),
  ownFunctionType: row(
    'GSQL-SEMANTIC',
    ({ name, type }: Quoted<'name' | 'type'>) =>
      `The function ${name} cannot be called by a loading job: it has to do with ${type}, and tokens are single values.`,
  ),
  tokenValueUnfit: row(
    'GSQL-FUNCTION',
    ({ wanted, found }: Quoted<'wanted' | 'found'>) => `${wanted} is expected, but it is ${found}`,
  ),
  ownFunctionTooLong: row(
    'GSQL-FUNCTION',
    ({ name, most, rows }: Quoted<'name' | 'most' | 'rows'>) =>
      `the function ${name} gives more than ${most} characters for ${rows} rows`,
  ),
  fileEmpty: row('REST-10021', ({ file }: Quoted<'file'>) => `The file ${file} is empty.`),
  encodingUnknown: row(
    'GSQL-SEMANTIC',
    ({ encoding, known }: Quoted<'encoding' | 'known'>) =>
      `ENCODING must be one of ${known}, not "${encoding}".`,
  ),
  jsonArrayUnreadable: row(
    'REST-10021',
    ({ file, reason }: Quoted<'file' | 'reason'>) =>
      `The file ${file} begins as a JSON array and cannot be read as one: ${reason}`,
  ),
  sampleTooLong: row(
    'REST-10021',
    ({ file, seconds }: Quoted<'file' | 'seconds'>) =>
      `The first rows of ${file} were not there after ${seconds} seconds.`,
  ),
  sampleTooLarge: row(
    'REST-10021',
    ({ file, most }: Quoted<'file' | 'most'>) =>
      `${file} must be read whole to show its first rows, which is done up to ${most} MB. Upload the file, or write a loading job for it.`,
  ),
  sampleGzip: row(
    'REST-10021',
    ({ file }: Quoted<'file'>) => `${file} cannot be unpacked as gzip: the file is damaged or cut off.`,
  ),
  parquetByName: row(
    'GSQL-SEMANTIC',
    ({ file }: Quoted<'file'>) =>
      `The file ${file} is a Parquet file: its columns are read by their names, with USING JSON_FILE="true".`,
  ),
  parquetUnreadable: row(
    'REST-10021',
    ({ file, reason }: Quoted<'file' | 'reason'>) => `The Parquet file ${file} cannot be read: ${reason}`,
  ),
  headerUnreadable: row(
    'REST-10021',
    ({ file, line, reason }: Quoted<'file' | 'line' | 'reason'>) =>
      `The header of ${file} (line ${line}) cannot be read: ${reason}.`,
  ),
  sourceUnreadable: row(
    'REST-10021',
    ({ source, reason }: Quoted<'source' | 'reason'>) =>
      `The data source ${source} cannot be read: ${reason}.`,
  ),
  settingsForm: row(
    'GSQL-SEMANTIC',
    ({ found }: Quoted<'found'>) =>
      `The settings must be a JSON object of names and values such as {"type": "s3"}: ${found}.`,
  ),
  headerWithoutColumn: row(
    'REST-10021',
    ({ file, column, where, known }: Quoted<'file' | 'column' | 'where' | 'known'>) =>
      `The file ${file} has no column "${column}"; its header (${where}) has: ${known}.`,
  ),
  loadValueCount: row(
    'GSQL-SEMANTIC',
    ({ kind, type, wanted, given }: Quoted<'kind' | 'type' | 'wanted' | 'given'>) =>
      `The ${kind} type ${type} takes ${wanted} values, ${given} are given.`,
  ),
  underscoreForKey: row(
    'GSQL-SEMANTIC',
    ({ what, type }: Quoted<'what' | 'type'>) => `'_' cannot stand for ${what} ${type}.`,
  ),
  vectorAttributeOfTypeUnknown: row(
    'GSQL-SEMANTIC',
    ({ name, type }: Quoted<'name' | 'type'>) => `The vector attribute ${name} does not exist in ${type}.`,
  ),
  edgePairUnclear: row(
    'GSQL-SEMANTIC',
    ({ type, from, to }: Quoted<'type' | 'from' | 'to'>) =>
      `The edge type ${type} connects several pairs of vertex types: say which, as in VALUES ($0 ${from}, $1 ${to}).`,
  ),
  edgeEndsUnsaid: row(
    'GSQL-SEMANTIC',
    ({ type, from, to }: Quoted<'type' | 'from' | 'to'>) =>
      `The edge type ${type} connects several pairs of vertex types: say the type of both ends, as in VALUES ($0 ${from}, $1 ${to}).`,
  ),
  discriminatorWithoutValue: row(
    'GSQL-SEMANTIC',
    ({ discriminator, type }: Quoted<'discriminator' | 'type'>) =>
      `The discriminator ${discriminator} of ${type} needs a value.`,
  ),
  flattenJsonForm: row(
    'GSQL-SEMANTIC',
    () =>
      'flatten_json_array is called as flatten_json_array($"array") or flatten_json_array($"array", $"part", …); in a table the array is a column such as $1.',
  ),
  flattenForm: row(
    'GSQL-SEMANTIC',
    () =>
      'flatten is called as flatten(column, separator, 1) or flatten(column, group_separator, separator, columns).',
  ),
  flattenOneColumn: row('GSQL-SEMANTIC', () => 'flatten with one separator makes 1 column.'),
  flattenTwice: row('GSQL-SEMANTIC', () => 'A TEMP_TABLE can have one flatten.'),
  tableColumnCount: row(
    'GSQL-SEMANTIC',
    ({ table, columns, values }: Quoted<'table' | 'columns' | 'values'>) =>
      `The table ${table} has ${columns} columns; its values make ${values}.`,
  ),
  reduceForm: row(
    'GSQL-SEMANTIC',
    ({ reducers }: Quoted<'reducers'>) => `REDUCE takes one of ${reducers} with a value in it.`,
  ),
  undoLost: row(
    'REST-30001',
    ({ id }: Quoted<'id'>) => `The load '${id}' cannot be undone: what it changed is no longer kept.`,
  ),
  loadFunctionArguments: row(
    'GSQL-SEMANTIC',
    ({ name, given }: Quoted<'name' | 'given'>) => `The function ${name} does not take ${given} arguments.`,
  ),
  underscoreInside: row(
    'GSQL-SEMANTIC',
    () => "'_' leaves a whole value out; it cannot stand inside of one.",
  ),
  pairElsewhere: row(
    'GSQL-SEMANTIC',
    () => 'A pair ($0 -> $1) is an entry of a MAP attribute; it cannot stand here.',
  ),
  compositeElsewhere: row(
    'GSQL-SEMANTIC',
    () => 'Values in parentheses ($0, $1) are a composite key; they cannot stand here.',
  ),
  operatorElsewhere: row(
    'GSQL-SEMANTIC',
    ({ operator }: Quoted<'operator'>) => `'${operator}' can stand in WHERE alone.`,
  ),
  tokenFunctionUnknown: row(
    'GSQL-SEMANTIC',
    ({ name }: Quoted<'name'>) => `The token function '${name}' is not known or not supported.`,
  ),
  vectorValueCount: row(
    'GSQL-SEMANTIC',
    ({ name, given }: Quoted<'name' | 'given'>) =>
      `The vector attribute ${name} takes the id and the vector, ${given} values are given.`,
  ),
  vectorValueForm: row(
    'GSQL-SEMANTIC',
    ({ name }: Quoted<'name'>) =>
      `The vector attribute ${name} is a list of numbers; give it as SPLIT($1, ",").`,
  ),
  connectionBreaks: row(
    'REST-10021',
    ({ address }: Quoted<'address'>) =>
      `${address} cannot be read: the connection breaks off again and again.`,
  ),
  fileUrisMissing: row(
    'GSQL-SEMANTIC',
    ({ source }: Quoted<'source'>) =>
      `The file of the data source ${source} needs "file.uris" with addresses such as s3://bucket/file.csv.`,
  ),
  fileUrisWrong: row(
    'GSQL-SEMANTIC',
    ({ source, uris }: Quoted<'source' | 'uris'>) =>
      `The file of the data source ${source} needs "file.uris" with addresses such as s3://bucket/file.csv, not "${uris}".`,
  ),
  keyIsOneValue: row(
    'GSQL-SEMANTIC',
    ({ type, given }: Quoted<'type' | 'given'>) => `The id of ${type} is one value; ${given} are given.`,
  ),
  keyOfSeveralValues: row(
    'GSQL-SEMANTIC',
    ({ type, key, form }: Quoted<'type' | 'key' | 'form'>) =>
      `The id of ${type} is made of ${key}: give it as (${form}).`,
  ),
  loadedFileTooLarge: row(
    'REST-10021',
    ({ name, most }: Quoted<'name' | 'most'>) =>
      `${name} is larger than a file may be that is fetched or unpacked: ${most}.`,
  ),
  loadTooLarge: row(
    'REST-10021',
    ({ most, name }: Quoted<'most' | 'name'>) =>
      `The load fetches and unpacks more than it may: ${most}, at ${name}.`,
  ),
  fetchTooLong: row(
    'REST-10021',
    ({ name, most }: Quoted<'name' | 'most'>) =>
      `${name} was not fetched within ${most}, the limit for a file.`,
  ),
  fetchTooSlow: row(
    'REST-10021',
    ({ name, least, time }: Quoted<'name' | 'least' | 'time'>) =>
      `${name} comes too slowly: less than ${least} bytes in ${time}.`,
  ),
  archiveMembersTooMany: row(
    'REST-10021',
    ({ most }: Quoted<'most'>) => `The archive has more members than are unpacked: ${most}.`,
  ),
  columnOfTableUnknown: row(
    'GSQL-SEMANTIC',
    ({ table, column, known }: Quoted<'table' | 'column' | 'known'>) =>
      `The table ${table} has no column ${column}; it has ${known}.`,
  ),
  sourceSettingMissing: row(
    'GSQL-SEMANTIC',
    ({ source, name }: Quoted<'source' | 'name'>) => `The data source ${source} needs "${name}".`,
  ),
  sourceSettingWrong: row(
    'GSQL-SEMANTIC',
    ({ source, name, reason }: Quoted<'source' | 'name' | 'reason'>) =>
      `The data source ${source} has a wrong "${name}": it ${reason}.`,
  ),
  sourceUrlForm: row(
    'GSQL-SEMANTIC',
    ({ source, form }: Quoted<'source' | 'form'>) =>
      `The data source ${source} has a wrong "connection.url": it must be like ${form}.`,
  ),
  sourceUrlEscape: row(
    'GSQL-SEMANTIC',
    ({ source }: Quoted<'source'>) =>
      `The data source ${source} has a wrong "connection.url": a % in it stands for no character.`,
  ),
  sourceUrlParameter: row(
    'GSQL-SEMANTIC',
    ({ source, parameter, known }: Quoted<'source' | 'parameter' | 'known'>) =>
      `The data source ${source} has "${parameter}" in its "connection.url", which is not known; known are ${known}.`,
  ),
  queryRowTooLarge: row('REST-10021', () => 'A row of the query is larger than can be read: 256 MiB.'),
  rejectedTooMany: row(
    'REST-30001',
    ({ rejected, percent, limit }: Quoted<'rejected' | 'percent' | 'limit'>) =>
      `${rejected} lines and objects were rejected, ${percent} % of what was read; at most ${limit} were allowed. Nothing was stored.`,
  ),
  undoTypesChanged: row(
    'REST-30001',
    ({ id }: Quoted<'id'>) => `The load '${id}' cannot be undone: its types were changed or dropped since.`,
  ),
  undoAfterLoads: row(
    'REST-30001',
    ({ id, types, loads }: Quoted<'id' | 'types' | 'loads'>) =>
      `The load '${id}' cannot be undone yet: later loads changed ${types}. Undo them first, in this order: ${loads}.`,
  ),
  undoWrittenSince: row(
    'REST-30001',
    ({ id, types }: Quoted<'id' | 'types'>) =>
      `The load '${id}' cannot be undone: what cannot be undone has changed ${types} since.`,
  ),
} as const satisfies SentenceRows;
