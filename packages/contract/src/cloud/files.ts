/** Files of the query editor: schemas, limits, and rules of names and orders (specification part 4, sections 3 and 4). */
import { z } from 'zod';

/** Limits that the server holds; the console names them. */
export const FILE_LIMITS = {
  /** Bytes of one text in UTF-8. */
  bytes: 512 * 1024,
  /** Files and folders of one person in an organisation. */
  files: 2000,
  /** Bytes of the texts of one person in an organisation. */
  totalBytes: 64 * 1024 * 1024,
  /** Folders within each other, the file itself included. */
  depth: 8,
  /** Characters of a name. */
  name: 128,
  /** People that a file or folder is shared with by name. */
  shares: 100,
  /** Files of one list; files that were changed long ago are left out first. */
  listed: 5000,
  /** Results of one search. */
  found: 100,
} as const;

/** Who of the organisation may open a file (specification part 4, section 3). */
export const FILE_ACCESS = { Restricted: 0, OrgUsersView: 1, OrgUsersEdit: 2 } as const;
const FileAccess = z.union([z.literal(0), z.literal(1), z.literal(2)]);
export type FileAccess = z.infer<typeof FileAccess>;

export const FilePermission = z.enum(['owner', 'edit', 'view', 'none']);
export type FilePermission = z.infer<typeof FilePermission>;
/** A permission that somebody has: 'none' is no file in sight. */
const HeldPermission = FilePermission.exclude(['none']);
export type HeldPermission = z.infer<typeof HeldPermission>;

/** Characters that change the direction of the text around them: a name with them shows as another one. */
const DIRECTION = /[\u200E\u200F\u061C\u202A-\u202E\u2066-\u2069]/u;
/** Control characters, line and paragraph separators, halves of surrogate pairs, private and unassigned characters. */
const INVISIBLE = /[\p{Cc}\p{Zl}\p{Zp}\p{Cs}\p{Co}\p{Cn}]/u;

/** The name as it is stored. */
export const normalFileName = (name: string): string => name.normalize('NFC').trim();

/** Why a name of a file or folder is refused; null for a good one. */
export function fileNameProblem(given: string): string | null {
  const name = normalFileName(given);
  if (name === '') return 'Please enter a name.';
  if ([...name].length > FILE_LIMITS.name) return `A name has at most ${FILE_LIMITS.name} characters.`;
  if (/[/\\]/.test(name)) return 'A name has no slashes.';
  if (DIRECTION.test(name)) return 'A name has no characters that turn the direction of writing.';
  if (INVISIBLE.test(name)) return 'A name has no control characters.';
  if (/^\.+$/.test(name)) return 'A name is more than dots.';
  return null;
}

export const FileName = z
  .string({ error: 'Please enter a name.' })
  .transform(normalFileName)
  .superRefine((name, context) => {
    const problem = fileNameProblem(name);
    if (problem !== null) context.addIssue({ code: 'custom', message: problem });
  })
  .meta({ id: 'FileName', description: 'No slashes, control or direction characters', example: 'q1.gsql' });

const ENCODER = new TextEncoder();
export const textBytes = (text: string): number => ENCODER.encode(text).length;
export const fileTooLarge = `A file holds at most ${FILE_LIMITS.bytes / 1024} KB of text.`;
const FileText = z.string().refine((text) => textBytes(text) <= FILE_LIMITS.bytes, fileTooLarge);

export const FileOwner = z.object({ user_id: z.string(), name: z.string(), email: z.string() });
export type FileOwner = z.infer<typeof FileOwner>;

/** A file or folder without its text. */
export const FileEntry = z
  .object({
    file_id: z.string(),
    name: z.string(),
    is_folder: z.boolean(),
    /** Null: at the top, or in a folder that the caller cannot see. */
    parent_id: z.string().nullable(),
    /** Kind of the file: '' or `Tutorial`. */
    type: z.string(),
    /** Goes up with each text; sent back in `If-Match`. */
    version: z.number().int(),
    /** Bytes of the text. */
    size: z.number().int(),
    created_at: z.iso.datetime(),
    updated_at: z.iso.datetime(),
    owner: FileOwner,
    /** The most that the caller may do, by shares of the file and of the folders above it. */
    permission: HeldPermission,
    /** The right of everybody in the organisation, without folders above. */
    access: FileAccess,
    /** Whether it is shared with anybody, for its owner. */
    is_shared: z.boolean(),
  })
  .meta({ id: 'FileEntry' });
export type FileEntry = z.infer<typeof FileEntry>;

export const FileShare = z
  .object({
    type: z.enum(['org', 'user']),
    /** Account of a person, or the organisation's id. */
    target: z.string(),
    name: z.string(),
    email: z.string(),
    permission: FilePermission,
  })
  .meta({ id: 'FileShare' });
export type FileShare = z.infer<typeof FileShare>;

export const FileWithText = FileEntry.extend({
  content: z.string(),
  /** Who wrote the text, by name; '' when they are gone. */
  updated_by: z.string(),
}).meta({ id: 'FileWithText' });
export type FileWithText = z.infer<typeof FileWithText>;

export const FileList = z.object({
  files: z.array(FileEntry),
  /** Whether there are more files than a list holds. */
  more: z.boolean(),
});
export type FileList = z.infer<typeof FileList>;

export const CreateFile = z
  .object({
    /** Made by the caller, so that a call that is sent again makes no second file. */
    file_id: z.uuid().optional(),
    name: FileName,
    parent_id: z.string().max(100).nullable().default(null),
    is_folder: z.boolean().default(false),
    type: z.enum(['', 'Tutorial']).default(''),
    content: FileText.default(''),
  })
  .strict()
  .meta({ id: 'CreateFile' });

export const SaveFile = z.object({ content: FileText }).strict().meta({ id: 'SaveFile' });

export const UpdateFile = z
  .object({ name: FileName.optional(), parent_id: z.string().max(100).nullable().optional() })
  .strict()
  .refine(({ name, parent_id }) => name !== undefined || parent_id !== undefined, 'nothing to change')
  .meta({ id: 'UpdateFile' });

export const ShareFile = z
  .object({
    type: z.enum(['org', 'user']),
    /** E-mail or account of a person of the organisation; for `org` it is left out. */
    target: z.string().trim().max(320).default(''),
    /** For `org` view, edit or none. `owner` gives the file away. */
    permission: FilePermission,
  })
  .strict()
  .refine(({ type, target }) => type === 'org' || target !== '', { path: ['target'], message: 'required' })
  .refine(({ type, permission }) => type === 'user' || permission !== 'owner', {
    path: ['permission'],
    message: 'An organisation owns no files: choose view, edit or none.',
  })
  .meta({ id: 'ShareFile' });

export const FoundFile = z
  .object({
    file_id: z.string(),
    /** The first line that holds the words; '' when the name alone does. */
    line: z.string(),
    /** Its number, from 1; 0 when the name alone holds the words. */
    line_number: z.number().int(),
  })
  .meta({ id: 'FoundFile' });
export type FoundFile = z.infer<typeof FoundFile>;

/** Files of somebody who has left the organisation. */
export const LeftFiles = z.object({ owner: FileOwner, files: z.number().int() }).meta({ id: 'LeftFiles' });
export type LeftFiles = z.infer<typeof LeftFiles>;

/** The file as it stands, in the refusal of a call that expected another version. */
export const StaleFile = z.object({ version: z.number().int(), content: z.string(), updated_by: z.string() });
export type StaleFile = z.infer<typeof StaleFile>;

export const FILE_ORDERS = ['LastModified', 'DateCreated', 'Name'] as const;
export type FileOrder = (typeof FILE_ORDERS)[number];

/** Parts by which files of a name are put in order: schema, then tutorial names by number, then others. */
function rank(name: string): readonly [group: number, number: number] {
  if (/^schema(?:\.\w+)?$/i.test(name)) return [0, 0];
  const tutorial = /^[a-z](\d{1,9})\.(?:gsql|cypher)$/i.exec(name);
  return tutorial === null ? [2, 0] : [1, Number(tutorial[1])];
}

const COLLATOR = new Intl.Collator('en', { numeric: true });

type Ordered = Pick<FileEntry, 'name' | 'is_folder' | 'type' | 'created_at' | 'updated_at'>;

/** By name: a schema file first, tutorial files named like `q1.gsql` or `c2.cypher` by number, others after them. */
export function compareNames(a: string, b: string): number {
  const [groupA, numberA] = rank(a);
  const [groupB, numberB] = rank(b);
  return groupA - groupB || numberA - numberB || COLLATOR.compare(a, b);
}

/** Compares files of one folder: folders first; tutorial files by name whatever the order is. */
export function compareFiles(order: FileOrder): (a: Ordered, b: Ordered) => number {
  return (a, b) => {
    if (a.is_folder !== b.is_folder) return a.is_folder ? -1 : 1;
    const byName = compareNames(a.name, b.name);
    if (order === 'Name' || (a.type === 'Tutorial' && b.type === 'Tutorial')) return byName;
    const [first, second] =
      order === 'DateCreated' ? [b.created_at, a.created_at] : [b.updated_at, a.updated_at];
    return first < second ? -1 : first > second ? 1 : byName;
  };
}

/** `draft.gsql`, `draft-2.gsql` …: the first name of these that is free. */
export function freeFileName(wanted: string, taken: ReadonlySet<string>): string {
  const [, base = wanted, end = ''] = /^(.+?)((?:\.\w+)?)$/su.exec(wanted) ?? [];
  for (let number = 1; ; number += 1) {
    const name = number === 1 ? wanted : `${base}-${number}${end}`;
    if (!taken.has(name)) return name;
  }
}
