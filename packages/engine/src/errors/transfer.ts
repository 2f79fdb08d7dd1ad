/** Rows of the catalogue for exports, imports and files. */
import type { Quoted, SentenceRows } from '@acacia/base';
import { importing, row } from './row.ts';

export const TRANSFER = {
  importedTupleDiffers: importing(({ name }: Quoted<'name'>) => `the tuple ${name} is another one here.`),
  importedFunctionsDiffer: importing(
    ({ name }: Quoted<'name'>) => `the file of functions ${name} is another one here.`,
  ),
  importedVertexTypeDiffers: importing(
    ({ type }: Quoted<'type'>) => `the global vertex type ${type} is another one here.`,
  ),
  importedKeyDiffers: importing(({ type }: Quoted<'type'>) => `the key of ${type} is not that of its parts.`),
  importedEdgeTypeDiffers: importing(
    ({ type }: Quoted<'type'>) => `the global edge type ${type} is another one here.`,
  ),
  importedGraphThere: importing(
    ({ name }: Quoted<'name'>) => `the graph ${name} is there already. DROP GRAPH ${name} first.`,
  ),
  exportWithoutVertexType: importing(
    ({ name, graph }: Quoted<'name' | 'graph'>) =>
      `the export has no vertex type ${name} for the graph ${graph}.`,
  ),
  exportWithoutEdgeType: importing(
    ({ name, graph }: Quoted<'name' | 'graph'>) =>
      `the export has no edge type ${name} for the graph ${graph}.`,
  ),
  archiveLeadsOut: row(
    'REST-10021',
    ({ path }: Quoted<'path'>) => `The archive has a file '${path}', which leads out of it.`,
  ),
  manifestNotJson: row(
    'GSQL-SEMANTIC',
    ({ file, written }: Quoted<'file' | 'written'>) => `The ${file} of the export ${written} is no JSON.`,
  ),
  exportFormat: row(
    'GSQL-SEMANTIC',
    ({ written, format, known }: Quoted<'written' | 'format' | 'known'>) =>
      `The export ${written} has the format ${format}; ${known} can be read.`,
  ),
  manifestUnusable: row(
    'GSQL-SEMANTIC',
    ({ file, written, faults }: Quoted<'file' | 'written' | 'faults'>) =>
      `The ${file} of the export ${written} cannot be used: ${faults}.`,
  ),
  exportFileTwice: row(
    'GSQL-SEMANTIC',
    ({ path, file }: Quoted<'path' | 'file'>) =>
      `The export ${path} has two tables in its file ${file}: the rows of one of them are lost.`,
  ),
  exportFileLost: row(
    'GSQL-SEMANTIC',
    ({ path, file }: Quoted<'path' | 'file'>) => `The export ${path} has lost its file ${file}.`,
  ),
  exportWithoutGraph: row(
    'GSQL-SEMANTIC',
    ({ name, known }: Quoted<'name' | 'known'>) => `The export has no graph ${name}; it has ${known}.`,
  ),
  exportIdUnreadable: row(
    'GSQL-SEMANTIC',
    ({ file, reason }: Quoted<'file' | 'reason'>) =>
      `The file ${file} of the export cannot be read: ${reason}`,
  ),
  exportRowsUnfit: row(
    'GSQL-SEMANTIC',
    ({ file, where }: Quoted<'file' | 'where'>) =>
      `The file ${file} of the export cannot be read: ${where} does not fit.`,
  ),
  importedNameTaken: importing(
    ({ what, name, graph }: Quoted<'what' | 'name' | 'graph'>) =>
      `the ${what} ${name} has the name of a type of the graph ${graph}.`,
  ),
  importedQueryText: importing(
    ({ name }: Quoted<'name'>) => `the text of the query ${name} is not that of a query of this name.`,
  ),
  importedLoadingJobText: importing(
    ({ name }: Quoted<'name'>) => `the text of the loading job ${name} is not that of a job of this name.`,
  ),
  importedSchemaJobText: importing(
    ({ name }: Quoted<'name'>) =>
      `the text of the schema change job ${name} is not that of a job of this name.`,
  ),
  importedTemplateText: importing(
    ({ name }: Quoted<'name'>) => `the text of the template query ${name} is not that of one of this name.`,
  ),
  importedTypeUnreadable: importing(
    ({ name }: Quoted<'name'>) => `the type that ${name} stands for cannot be read.`,
  ),
  exportFolderNotEmpty: row(
    'GSQL-SEMANTIC',
    ({ path }: Quoted<'path'>) => `The folder of an export must be empty: ${path} is not.`,
  ),
  exportFailed: row(
    'GSQL-SEMANTIC',
    ({ path, reason }: Quoted<'path' | 'reason'>) => `The export to ${path} failed: ${reason}.`,
  ),
  folderEmpty: row('REST-10021', ({ path }: Quoted<'path'>) => `The folder ${path} has no files.`),
  patternTooWide: row(
    'REST-10021',
    ({ path, most }: Quoted<'path' | 'most'>) => `The pattern ${path} means more than ${most} files.`,
  ),
  fileMissing: row(
    'REST-10021',
    ({ path }: Quoted<'path'>) => `The file ${path} does not exist or cannot be read.`,
  ),
  pathRefused: row(
    'REST-10021',
    ({ what, path, why }: Quoted<'what' | 'path' | 'why'>) => `The ${what} cannot be '${path}': ${why}.`,
  ),
  fileTooLong: row(
    'REST-10021',
    ({ path, bytes, most }: Quoted<'path' | 'bytes' | 'most'>) =>
      `The file ${path} has ${bytes} bytes; ${most} can be read.`,
  ),
  ownOutputsTooMany: row(
    'REST-12007',
    ({ would, most }: Quoted<'would' | 'most'>) =>
      `Your outputs would be ${would} files and folders, and may be ${most}. Write to files that are there, or have some removed.`,
  ),
  ownOutputsTooLarge: row(
    'REST-12007',
    ({ would, most }: Quoted<'would' | 'most'>) =>
      `Your outputs would take ${would}, and may take ${most} of this disk. Write less, or replace large files by small ones.`,
  ),
  outputsTooLarge: row(
    'REST-12007',
    ({ would, most }: Quoted<'would' | 'most'>) =>
      `The outputs of all people would take ${would}, and may take ${most} of this disk. Write less, or replace large files by small ones.`,
  ),
  fileOutsideUploads: row(
    'REST-10021',
    ({ path }: Quoted<'path'>) =>
      `'${path}' is not an uploaded file or an output of yours: only those can be read.`,
  ),
  fileOfSystem: row(
    'REST-10021',
    ({ path }: Quoted<'path'>) =>
      `'${path}' is no file that can be read: devices, files of the system and those that the workspace keeps for itself cannot.`,
  ),
} as const satisfies SentenceRows;
