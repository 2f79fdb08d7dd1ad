/** Errors of saved explorations, rows of the catalogue. */
import { row } from './row.ts';

export const EXPLORATION_ERRORS = {
  explorationStale: row(
    'Precondition-Failed',
    ({ name }: { readonly name: string }) =>
      `The exploration '${name}' has changed since the version that you know. Nothing was saved.`,
    'The answer has what is there, with its version. Merge both and save again.',
  ),
  explorationOfAnother: row(
    'Forbidden',
    ({ owner }: { readonly owner: string }) =>
      `This exploration belongs to ${owner}, and is not shared with you. Ask them to share it.`,
  ),
  explorationViewOnly: row(
    'Forbidden',
    ({ owner }: { readonly owner: string }) => `${owner} shares this exploration with you for viewing only.`,
    'Ask its owner for the right to edit, or save a copy of your own.',
  ),
  explorationOwnerOnly: row(
    'Forbidden',
    ({ owner }: { readonly owner: string }) => `Only the owner of the exploration, ${owner}, can do this.`,
  ),
  explorationIdTaken: row('Conflict', () => 'There is an exploration with this id already.'),
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
  tooManyExplorationShares: row(
    'Quota-Exceed',
    ({ most }: { readonly most: number }) => `An exploration is shared with at most ${most} people by name.`,
    'Share it with everybody of the workspace instead.',
  ),
  explorationIsTheirs: row('Bad-Request', () => 'The owner of an exploration has all rights to it already.'),
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
  commentIdTaken: row('Conflict', () => 'There is a comment with this id already.'),
  notYourComment: row(
    'Forbidden',
    () => 'A comment is deleted by whoever wrote it, or by the owner of the exploration.',
  ),
} as const;
