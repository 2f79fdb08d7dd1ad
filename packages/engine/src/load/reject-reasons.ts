/** Every reason for which a load or a preview rejects a row: a word for programs, where it happened, and why. */
import type { Quoted } from '@acacia/base';

/** `where` is the statement, such as `load vertex:Movie`; `found` comes last, since it stands in the row. */
export const REJECT_REASONS = {
  badEncoding: () => 'InvalidEncoding: the line is not valid UTF-8',
  tooLong: () => 'OversizeToken: the line is longer than 10 MB',
  brokenQuote: () => 'BrokenQuote: a quote is opened and not closed',
  noObject: () => 'InvalidJson(file): the line is no JSON object',
  short: ({ has, needed }: Quoted<'has' | 'needed'>) =>
    `ShortOfToken(file): the line has ${has} of the ${needed} columns that are read`,
  leftOut: ({ rule }: Quoted<'rule'>) => `RejectLine: the line is left out by ${rule}`,
  /** A user-defined function fails. */
  ruleFails: ({ fault }: Quoted<'fault'>) => `RejectLine: ${fault}`,
  functionFails: ({ where, fault }: Quoted<'where' | 'fault'>) => `InvalidAttribute(${where}): ${fault}`,
  noId: ({ where, what }: Quoted<'where' | 'what'>) => `NoIdFound(${where}): ${what} is empty`,
  badId: ({ where, what, wanted, type, found }: Quoted<'where' | 'what' | 'wanted' | 'type' | 'found'>) =>
    `InvalidPrimaryId(${where}): ${what} must be ${wanted} as the id of ${type}, but is ${found}`,
  badTypes: ({ where, types }: Quoted<'where' | 'types'>) =>
    `InvalidVertexType(${where}): the line names no vertex types of it, which goes from ${types}`,
  badValue: ({ where, name, wanted, found }: Quoted<'where' | 'name' | 'wanted' | 'found'>) =>
    `InvalidAttribute(${where}): ${name} must be ${wanted}, but is ${found}`,
  noValue: ({ where, name }: Quoted<'where' | 'name'>) => `InvalidAttribute(${where}): ${name} is empty`,
  badDiscriminator: ({ where, found }: Quoted<'where' | 'found'>) =>
    `InvalidAttribute(${where}): a discriminator cannot be ${found}`,
} as const;
