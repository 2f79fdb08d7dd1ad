/** Rows of the catalogue for the store: its files, its limits, and the values that are written and listed. */
import type { Quoted, SentenceRows } from '@acacia/base';
import { READ_ONLY_MESSAGE } from '../errors.ts';
import { row } from './row.ts';

export const STORAGE = {
  edgeWithoutDiscriminator: row(
    'REST-30200',
    ({ type, name }: Quoted<'type' | 'name'>) =>
      `An edge of type '${type}' needs its discriminator '${name}'.`,
  ),
  attributeValueInvalid: row(
    'REST-30200',
    ({ value, name, type }: Quoted<'value' | 'name' | 'type'>) =>
      `Invalid value ${value} for the attribute '${name}': ${type} is expected.`,
  ),
  tupleValueField: row(
    'REST-30200',
    ({ tuple, name, field }: Quoted<'tuple' | 'name' | 'field'>) =>
      `The tuple ${tuple} of the attribute '${name}' has no field '${field}'.`,
  ),
  nulInText: row(
    'REST-30000',
    () => 'A text of a definition, an option or a filter cannot hold the character NUL.',
  ),
  copyPathRelative: row(
    'COPY-FOLDER',
    ({ folder }: Quoted<'folder'>) => `The folder of a copy needs an absolute path, not '${folder}'.`,
  ),
  copyFolderThere: row(
    'COPY-EXISTS',
    ({ folder }: Quoted<'folder'>) => `The folder ${folder} is there already: a copy needs one that is not.`,
  ),
  copyDiskFull: row(
    'REST-12003',
    () => 'The disk is full: the copy was not made. Free some space and try again.',
  ),
  copyFolderFailed: row(
    'COPY-FOLDER',
    ({ folder, reason }: Quoted<'folder' | 'reason'>) => `The folder ${folder} cannot be made: ${reason}`,
  ),
  keyFileDamaged: row(
    'STORE-KEY',
    ({ file, bytes }: Quoted<'file' | 'bytes'>) =>
      `The file ${file} of the data folder is damaged: it holds no key of ${bytes} bytes in base64. Put it back from a copy of the folder; or remove it, and enter the secrets of the data sources again. Nothing was changed.`,
  ),
  dataPathPattern: row(
    'STORE-OPEN',
    () =>
      'The data folder cannot be opened: its path holds * ? or [, which the store takes for a pattern. Choose another folder.',
  ),
  dataFolderHeldHere: row(
    'STORE-LOCKED',
    () =>
      'The data folder is in use by another engine of this process. Close that one first, or choose another folder.',
  ),
  diskFailedAfterChange: row(
    'REST-12005',
    () =>
      'The disk failed: this change was made, but may be lost with the power. Look at the disk, and take a backup.',
  ),
  commitUnknown: row(
    'REST-12008',
    () =>
      'The disk failed while this change was stored, and the store cannot be opened now: whether the change was made is not known. Look at the disk, and then at the data before you try again.',
  ),
  engineClosed: row('REST-12001', () => 'The engine is closed.'),
  changeAborted: row('SYS-0003', () => 'The operation was aborted; nothing of it was stored.'),
  diskFull: row(
    'REST-12003',
    () =>
      'The disk is full: nothing of this change was stored. Free some space and try again; the data stored before is safe.',
  ),
  diskFullForReading: row(
    'REST-12003',
    () =>
      'The disk is full: the store needs room to read this. All that was stored is safe. Free some space and try again.',
  ),
  storeOutOfMemory: row(
    'SYS-0002',
    ({ limit }: Quoted<'limit'>) =>
      `The store ran out of its memory of ${limit}: nothing of this change was stored. A change takes up to a megabyte for each type that it writes to, however few its rows. Use a larger workspace, or smaller batches of fewer types.`,
  ),
  diskFailed: row(
    'REST-12004',
    () =>
      'The disk of the workspace failed: nothing of this change was stored. The data stored before is safe. Look at the disk, and try again.',
  ),
  valueOutOfRange: row(
    'REST-30200',
    ({ reason }: Quoted<'reason'>) =>
      `A value leaves the range of its type; nothing of this change was stored. ${reason}`,
  ),
  dataFolderHeld: row(
    'STORE-LOCKED',
    ({ holder }: Quoted<'holder'>) =>
      `The data folder is in use by another engine${holder}. Stop that one first, or choose another folder.`,
  ),
  dataDiskFull: row(
    'REST-12003',
    () => 'The disk is full: the data folder cannot be opened. Free some space and try again.',
  ),
  dataReadOnly: row(
    'STORE-ACCESS',
    () =>
      'The data folder cannot be opened: it is on a file system that is mounted read-only. Mount it for writing.',
  ),
  dataAccess: row(
    'STORE-ACCESS',
    ({ paths }: Quoted<'paths'>) =>
      `The data folder cannot be opened: the account that Acacia runs as may not read and write ${paths}. Give it the rights.`,
  ),
  dataFileNewer: row(
    'STORE-FORMAT',
    ({ file }: Quoted<'file'>) =>
      `The file ${file} of the data folder was written by a newer version of Acacia. Start that version, or restore a backup of this one. Nothing was changed.`,
  ),
  dataFolderIsFile: row('STORE-OPEN', () => 'The data folder cannot be opened: a file has its name.'),
  dataFolderUnopened: row(
    'STORE-OPEN',
    ({ reason }: Quoted<'reason'>) => `The data folder cannot be opened: ${reason}`,
  ),
  pathPattern: row(
    'REST-10021',
    ({ path }: Quoted<'path'>) => `A path with * ? or [ in it cannot be used here: '${path}'.`,
  ),
  idInvalid: row(
    'REST-30200',
    ({ id, type, wanted }: Quoted<'id' | 'type' | 'wanted'>) =>
      `'${id}' is not an id of the vertex type '${type}': ${wanted} is expected.`,
  ),
  idTooLong: row(
    'REST-30200',
    ({ type, bytes, most }: Quoted<'type' | 'bytes' | 'most'>) =>
      `An id of the vertex type '${type}' has ${bytes} bytes: ${most} are the limit.`,
  ),
  idEmpty: row(
    'REST-30200',
    ({ type }: Quoted<'type'>) => `A vertex of type '${type}' needs an id that is not empty.`,
  ),
  keyPartUnfit: row(
    'REST-30200',
    ({ id, type, part, value }: Quoted<'id' | 'type' | 'part' | 'value'>) =>
      `The vertex '${id}' of the type '${type}' cannot have ${part} = ${value}: its id says otherwise.`,
  ),
  listedAttributeUnknown: row(
    'REST-30001',
    ({ name, parameter }: Quoted<'name' | 'parameter'>) =>
      `The attribute '${name}' of the parameter '${parameter}' does not exist.`,
  ),
  filterUnreadable: row(
    'REST-30001',
    ({ filter }: Quoted<'filter'>) =>
      `The filter '${filter}' cannot be read: use conditions such as a>1,b="x".`,
  ),
  vectorInvalid: row(
    'REST-30200',
    ({ name, dimension, found }: Quoted<'name' | 'dimension' | 'found'>) =>
      `Invalid value for the vector attribute '${name}': ${dimension} numbers are expected, ${found}.`,
  ),
  vectorNotJoined: row(
    'REST-30200',
    ({ name, op }: Quoted<'name' | 'op'>) =>
      `The vector attribute '${name}' can be overwritten, not joined by ${op}.`,
  ),
  statisticsTimedOut: row(
    'REST-3002',
    ({ graph, seconds }: Quoted<'graph' | 'seconds'>) =>
      `The statistics of the graph '${graph}' took longer than ${seconds} seconds and were given up.`,
  ),
  listParameterNotWhole: row(
    'REST-30001',
    ({ parameter }: Quoted<'parameter'>) => `The parameter '${parameter}' must be a whole number, 0 or more.`,
  ),
  sourceIdInvalid: row(
    '601',
    ({ id, type }: Quoted<'id' | 'type'>) =>
      `The input source_vertex_id '${id}' is not a valid vertex id for vertex type = ${type}.`,
  ),
  vertexTypeOfGraphUnknown: row(
    'REST-2004',
    ({ name, graph }: Quoted<'name' | 'graph'>) =>
      `The vertex type '${name}' does not exist in the graph '${graph}'.`,
  ),
  edgeTypeOfGraphUnknown: row(
    'REST-2005',
    ({ name, graph }: Quoted<'name' | 'graph'>) =>
      `The edge type '${name}' does not exist in the graph '${graph}'.`,
  ),
  edgeEndsUnfit: row(
    'REST-30200',
    ({ name, from, to }: Quoted<'name' | 'from' | 'to'>) =>
      `The edge type '${name}' does not go from '${from}' to '${to}'.`,
  ),
  graphTooLarge: row(
    'SYS-0002',
    ({ graph, size, limit }: Quoted<'graph' | 'size' | 'limit'>) =>
      `The graph '${graph}' needs ${size} in memory, more than the ${limit} that this workspace has for it. Use a larger workspace.`,
  ),
  dataFileDamaged: row(
    'STORE-DAMAGED',
    ({ file, what, advice }: Quoted<'file' | 'what' | 'advice'>) =>
      `The file ${file} of the data folder ${what}. ${advice}`,
  ),
  keptFileDamaged: row(
    'STORE-DAMAGED',
    ({ file, why }: Quoted<'file' | 'why'>) =>
      `The file ${file} of the data folder is damaged: ${why}. Nothing was changed. Put the file back from a copy, or restore a backup.`,
  ),
  dataFolderNewer: row(
    'STORE-FORMAT',
    ({ found, known }: Quoted<'found' | 'known'>) =>
      `The data folder was written by a newer version of Acacia (format ${found}, this version reads up to ${known}). Start that version, or restore a backup of this one. Nothing was changed.`,
  ),
  readOnly: row('READ-ONLY', () => READ_ONLY_MESSAGE),
  journalLeft: row(
    'STORE-OPEN',
    () =>
      'The data folder was not closed, and holds changes that have yet to be stored in its tables. Open it once for writing, or restore a backup. Nothing was changed.',
  ),
  sourceKeysLost: row(
    'GSQL-SEMANTIC',
    ({ sources, statements }: Quoted<'sources' | 'statements'>) =>
      `The keys of the ${sources} cannot be read: they were encrypted with a key that is not in this workspace, as is so after a backup was restored elsewhere. Enter them again: ${statements}.`,
  ),
} as const satisfies SentenceRows;
