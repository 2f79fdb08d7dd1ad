/** SelectVertex and LOADACCUM: reading vertices and accumulators from files of lines. */
import { engineError } from '../errors/catalogue.ts';
import { existsSync } from 'node:fs';
import path from 'node:path';
import type { EngineError } from '../errors.ts';
import { mayName } from '../files/judge-file.ts';
import { checkPathText } from '../files/path-text.ts';
import { readText } from '../files/read-text.ts';
import { type VertexRef, vertexRef } from '../graph/snapshot.ts';
import { Entry, type AccumSlot, type AccumSpec } from './accumulators.ts';
import type { QueryContext } from './context.ts';
import { parseDatetime } from './datetime.ts';
import { parseInteger } from './int64.ts';
import { account, check } from './meter.ts';
import type { ValueType } from './value-types.ts';
import { Tuple } from './values.ts';
import { VertexSet } from './vertex-set.ts';

/** A column by its place from 0, or by its name in the header. */
type Column = number | string;

/** Which lines of which file, and how they are cut. */
interface LineSource {
  readonly file: string;
  readonly separator: string;
  readonly header: boolean;
  /** Absent: every line. */
  readonly filter?: (column: (name: Column) => string) => boolean;
}

/** A file is read whole, as one text. */
const MOST_BYTES = 2 ** 29 - 2 ** 20;

const unreadable = (file: string, reason: string): EngineError =>
  engineError('fileUnreadable', { file, reason });

function textOf(context: QueryContext, file: string): string {
  checkPathText('path of a file', file);
  const readable = { folders: context.readable };
  const places = context.readable.map((folder) => path.resolve(folder, file));
  const place = places.find((each) => mayName(readable, each) && existsSync(each));
  if (place === undefined)
    throw unreadable(
      file,
      'there is none of that name among the uploaded files and those that queries wrote.',
    );
  return readText(place, file, readable, MOST_BYTES);
}

/** Calls `each` for every line that counts, with a reader of its columns. */
function forEachLine(
  context: QueryContext,
  { file, separator, header, filter }: LineSource,
  each: (column: (name: Column) => string) => void,
): void {
  const text = textOf(context, file);
  account(text.length * 2);
  const lines = text.split(/\r?\n/);
  if (lines.at(-1) === '') lines.pop();
  const names = header ? (lines.shift() ?? '').split(separator).map((name) => name.trim()) : [];
  lines.forEach((line, index) => {
    if ((index & 1023) === 0) check();
    const tokens = line.split(separator);
    const column = (name: Column): string => {
      const at = typeof name === 'number' ? name : names.indexOf(name);
      const token = tokens[at];
      if (token !== undefined) return token;
      const number = index + (header ? 2 : 1);
      throw unreadable(
        file,
        `line ${number} has ${tokens.length} columns, and no column ${name} among them.`,
      );
    };
    if (filter === undefined || filter(column)) each(column);
  });
}

/** `type`: a vertex type, or the column that names it. Ids of no vertex are left out with a warning. */
function selectVertex(
  context: QueryContext,
  source: LineSource,
  id: Column,
  type: { readonly name: string } | { readonly column: Column },
): VertexSet {
  const refs: VertexRef[] = [];
  const invalid = new Map<string, number>();
  forEachLine(context, source, (column) => {
    const name = 'name' in type ? type.name : column(type.column).trim();
    const table = context.snapshot.vertexTableByName(name);
    if (table === undefined) {
      throw engineError('vertexTypeInvalid', { name });
    }
    const number = table.lookup(column(id).trim());
    if (number >= 0) refs.push(vertexRef(table.typeIndex, number));
    else invalid.set(name, (invalid.get(name) ?? 0) + 1);
  });
  for (const [name, count] of invalid) {
    context.warn(`Runtime Warning: ${count} ids are invalid ${name} vertex ids.`);
  }
  return VertexSet.ofRefs(refs, context.snapshot);
}

function scalarOf(context: QueryContext, type: ValueType, text: string): unknown {
  const value = ((): unknown => {
    switch (type.kind) {
      case 'string':
        return text;
      case 'int':
        return parseInteger(text.trim(), type.unsigned === true);
      case 'double':
        return Number.isFinite(Number(text)) && text.trim() !== '' ? Number(text) : undefined;
      case 'bool':
        return { true: true, '1': true, false: false, '0': false }[text.trim().toLowerCase()];
      case 'datetime':
        return parseDatetime(text);
      case 'vertex': {
        const table = context.snapshot.vertexTableByName(type.types?.[0] ?? '');
        const number = table?.lookup(text.trim()) ?? -1;
        return table === undefined || number < 0 ? undefined : vertexRef(table.typeIndex, number);
      }
      default:
        return undefined;
    }
  })();
  if (value !== undefined) return value;
  const wanted =
    type.kind === 'vertex' ? `${type.types?.[0] ?? 'VERTEX'} vertex id` : type.kind.toUpperCase();
  throw engineError('valueUnreadable', { text, wanted });
}

/** The value that a line adds to an accumulator; `next` gives its columns one after another. */
function contributionOf(
  context: QueryContext,
  spec: AccumSpec | null,
  type: ValueType,
  next: () => string,
): unknown {
  if (type.kind === 'map' && spec?.kind === 'map') {
    const key = contributionOf(context, null, type.key, next);
    return new Entry([key], [contributionOf(context, spec.value, type.value, next)]);
  }
  if (type.kind === 'groups' && spec?.kind === 'groupBy' && type.element.kind === 'tuple') {
    const parts = type.element.fields.map((field, index) =>
      contributionOf(context, spec.values[index - spec.keys] ?? null, field.type, next),
    );
    return new Entry(parts.slice(0, spec.keys), parts.slice(spec.keys));
  }
  if (type.kind === 'tuple') {
    return new Tuple(type.fields.map((field) => contributionOf(context, null, field.type, next)));
  }
  if ('element' in type) return contributionOf(context, null, type.element, next);
  return scalarOf(context, type, next());
}

function loadAccum(
  context: QueryContext,
  slot: AccumSlot,
  source: LineSource,
  columns: readonly Column[],
  spec: AccumSpec,
  type: ValueType,
): void {
  forEachLine(context, source, (column) => {
    let at = 0;
    const value = contributionOf(context, spec, type, () => {
      const name = columns[at];
      at += 1;
      if (name !== undefined) return column(name);
      throw unreadable(
        source.file,
        `LOADACCUM names ${columns.length} columns, too few for the accumulator.`,
      );
    });
    slot.cell = slot.ops.add(slot.cell, value);
  });
}

export const dataFiles = { loadAccum, selectVertex };
