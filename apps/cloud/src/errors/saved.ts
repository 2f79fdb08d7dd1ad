/** Rows of the catalogue for what people save and share: files of the query editor, explorations, imports and loads. */
import type { Quoted } from '@acacia/base';
import { row } from './row.ts';

export const SAVED_ERRORS = {
  // Both
  changedMeanwhile: row(
    'Precondition-Failed',
    ({ what, name }: Quoted<'what' | 'name'>) =>
      `The ${what} '${name}' has changed since the version that you know. Nothing was saved.`,
    'The answer has what is there, with its version. Merge both and save again.',
  ),
  importChanged: row(
    'Precondition-Failed',
    () =>
      'Your import has changed since the version that you know, in another window or browser. Nothing was saved.',
    'The answer has what is there, with its version. Go on from that.',
  ),
  loadDraftChanged: row(
    'Precondition-Failed',
    ({ graph }: Quoted<'graph'>) =>
      `Your choices for the graph '${graph}' have changed since the version that you know, in another window or browser. Nothing was saved.`,
    'The answer has what is there, with its version. Go on from that.',
  ),
  tooManyLoadDrafts: row(
    'Quota-Exceed',
    ({ most }: { readonly most: number }) =>
      `A person has unfinished loads into at most ${most} graphs of a workspace. Remove some first.`,
  ),
  tooMuchDrafted: row(
    'Quota-Exceed',
    ({ most }: { readonly most: string }) =>
      `The unfinished loads of a person in a workspace hold at most ${most}. Remove some first.`,
  ),
  ofAnother: row(
    'Forbidden',
    ({ what, owner }: Quoted<'what' | 'owner'>) =>
      `This ${what} belongs to ${owner}, and is not shared with you. Ask them to share it.`,
  ),
  viewOnly: row(
    'Forbidden',
    ({ owner }: Quoted<'owner'>) => `${owner} shares this with you for viewing only.`,
    'Ask the owner for the right to edit, or save a copy of your own.',
  ),
  ownerOnly: row('Forbidden', ({ owner }: Quoted<'owner'>) => `Only its owner, ${owner}, can do this.`),
  idTaken: row('Conflict', ({ what }: Quoted<'what'>) => `There is already ${what} with this id.`),
  tooManyShares: row(
    'Quota-Exceed',
    ({ what, most }: Quoted<'what' | 'most'>) => `${what} is shared with at most ${most} people by name.`,
    'Share it with everybody instead.',
  ),
  alreadyTheirs: row(
    'Bad-Request',
    ({ what }: Quoted<'what'>) => `The owner of ${what} has all rights to it already.`,
  ),
  nobodyToShareWith: row(
    'Not-Found',
    ({ target }: { readonly target: string }) => `Nobody in the organization has the address '${target}'.`,
    'Only people who have joined the organisation can be given something.',
  ),
  searchTooLong: row('Unavailable', () => 'The search took too long. Search for a longer or a rarer word.'),

  // Files of the query editor
  versionNeeded: row(
    'Bad-Request',
    () => 'Name the version that you change in the header If-Match.',
    'Send If-Match: "1", with the version of the file that you have read.',
  ),
  fileNameTaken: row(
    'Conflict',
    ({ name }: { readonly name: string }) => `There is a file or folder named '${name}' here already.`,
  ),
  notAFolder: row('Bad-Request', () => 'Files stand in folders; this is a file.'),
  folderHasNoText: row('Bad-Request', () => 'A folder has no text.'),
  folderIntoItself: row('Bad-Request', () => 'A folder cannot be moved into itself.'),
  folderOfAnother: row(
    'Bad-Request',
    () => 'Files can be moved among the files of one owner only.',
    'Duplicate the file there instead.',
  ),
  tooManyFiles: row(
    'Quota-Exceed',
    ({ most }: { readonly most: number }) =>
      `A person has at most ${most} files and folders. Delete some first.`,
  ),
  tooMuchText: row(
    'Quota-Exceed',
    ({ most }: { readonly most: string }) =>
      `The files of a person hold at most ${most} of text. Delete some first.`,
  ),
  foldersTooDeep: row(
    'Bad-Request',
    ({ most }: { readonly most: number }) => `Folders stand within each other ${most} deep at most.`,
  ),
  ownerIsHere: row('Conflict', () => 'This person belongs to the organization: their files are their own.'),

  // Saved explorations
  explorationTooLarge: row(
    'Bad-Request',
    ({ most }: { readonly most: string }) =>
      `An exploration holds at most ${most}. Remove some vertices first.`,
  ),
  tooManyExplorations: row(
    'Quota-Exceed',
    ({ most }: { readonly most: number }) => `A person has at most ${most} explorations. Delete some first.`,
  ),
  tooMuchExplored: row(
    'Quota-Exceed',
    ({ most }: { readonly most: string }) =>
      `The explorations of a person hold at most ${most}. Delete some first.`,
  ),
  tooManyStyles: row(
    'Quota-Exceed',
    ({ graphs, bytes }: { readonly graphs: number; readonly bytes: string }) =>
      `A person keeps styles for at most ${graphs} graphs, of ${bytes} together. Reset some first.`,
  ),
  cannotUseWorkspace: row(
    'Bad-Request',
    ({ target }: { readonly target: string }) =>
      `${target} has no access to this workspace, and could not open the exploration.`,
    'An admin of the workspace gives access to it.',
  ),
  tooManyComments: row(
    'Quota-Exceed',
    ({ most }: { readonly most: number }) =>
      `An exploration has at most ${most} comments. Delete some first.`,
  ),
  notYourComment: row(
    'Forbidden',
    () => 'A comment is deleted by whoever wrote it, or by the owner of the exploration.',
  ),
} as const;
