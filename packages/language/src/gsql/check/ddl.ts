/** Checks catalog statements, and applies them to a schema. */
import { finding, type Finding } from '../diagnostics/catalogue.ts';
import type { Diagnostic, Span } from '../../diagnostic.ts';
import type {
  Attribute,
  AttributeType,
  EdgeType,
  GraphSchema,
  ScalarTypeName,
  VertexType,
} from '../../schema.ts';
import { nearest } from '../../text-distance.ts';
import type { AttributeDefinition, CreateEdge, CreateVertex, Expr, Name, TypeExpr } from '../ast.ts';
import { nameFault, type Named } from '../names.ts';
import { describeTypeExpr } from './types.ts';

export type Report = (
  severity: Diagnostic['severity'],
  found: Finding,
  span: Span,
  fix?: Diagnostic['fix'],
) => void;

/** Reports an unknown name, with the nearest known one. */
export function reportUnknown(report: Report, what: string, name: Name, known: Iterable<string>): void {
  const near = nearest(name.text, known);
  report(
    'error',
    near === undefined
      ? finding('nameUnknown', { what, name: name.text, where: '' })
      : finding('nameUnknownNear', { what, name: name.text, where: '', near }),
    name.span,
    // Replaced only where the span is exactly the name: some spans hold more.
    near === undefined || name.span.end - name.span.start !== name.text.length
      ? undefined
      : { title: `Change to ${near}`, replacement: near },
  );
}

const KEY_TYPES: readonly string[] = ['STRING', 'INT', 'UINT', 'DATETIME'];

/** Reports a name that GSQL could not read back. */
function reportName(report: Report, name: Name, what: Named): void {
  const fault = nameFault(what, name.text);
  if (fault !== undefined) report('error', fault, name.span);
}

/**
 * The vertex type that the statement defines. Errors are reported; the type is made from the valid parts all the same.
 */
export function vertexTypeOf(statement: CreateVertex, schema: GraphSchema, report: Report): VertexType {
  const { name, primaryId, attributes, compositeKey, options } = statement;
  const stats = options['stats']?.toLowerCase() === 'none' ? { stats: 'none' as const } : {};
  reportName(report, name, 'vertex type');
  // An id that does not read as an attribute leaves its name to one (the reference's own examples do so).
  const isAttribute = options['primary_id_as_attribute']?.toLowerCase() === 'true';
  checkNames(isAttribute ? attributes.concat(primaryId ?? []) : attributes, report);
  const keys = attributes.filter((attribute) => attribute.primaryKey);
  const declared = [primaryId === undefined ? 0 : 1, keys.length, compositeKey.length === 0 ? 0 : 1];
  const count = declared.reduce((a, b) => a + b, 0);
  if (count === 0) {
    report('error', finding('vertexTypeWithoutKey', { name: name.text }), name.span);
  } else if (count > 1) {
    report('error', finding('vertexTypeOfSeveralKeys', { name: name.text }), name.span);
  }
  for (const key of compositeKey) {
    if (!attributes.some((attribute) => attribute.name === key)) {
      reportUnknown(
        report,
        'Attribute',
        { text: key, span: statement.span },
        attributes.map((a) => a.name),
      );
    }
  }
  if (compositeKey.length > 1) {
    checkParts(attributes, compositeKey, report);
    return {
      name: name.text,
      primaryId: compositeId(compositeKey),
      attributes: attributesOf(attributes, schema, report),
      ...stats,
    };
  }
  const key = primaryId ?? keys[0] ?? attributes.find((attribute) => compositeKey.includes(attribute.name));
  const type: ScalarTypeName = key?.type.kind === 'scalar' ? key.type.name : 'STRING';
  if (primaryId === undefined && key !== undefined && attributes[0] !== key) {
    checkParts(attributes, [key.name], report);
    return {
      name: name.text,
      primaryId: compositeId([key.name]),
      attributes: attributesOf(attributes, schema, report),
      ...stats,
    };
  }
  if (key?.type.kind === 'named') attributeType(key.type, schema, report);
  else if (key !== undefined && !(key.type.kind === 'scalar' && KEY_TYPES.includes(type))) {
    report(
      'error',
      finding('keyType', { allowed: KEY_TYPES.join(', '), type: describeTypeExpr(key.type) }),
      key.type.span,
    );
  }
  return {
    name: name.text,
    primaryId: {
      name: key?.name ?? 'id',
      type,
      asAttribute: primaryId === undefined || options['primary_id_as_attribute']?.toLowerCase() === 'true',
      isPrimaryKey: primaryId === undefined,
    },
    attributes: attributesOf(
      attributes.filter((attribute) => attribute !== key),
      schema,
      report,
    ),
    ...stats,
  };
}

/** The id of a type with `PRIMARY KEY (a, b)`, or with one that is not its first attribute. */
export const compositeId = (parts: readonly string[]): VertexType['primaryId'] => ({
  name: parts.join(','),
  type: 'STRING',
  asAttribute: false,
  isPrimaryKey: false,
  parts,
});

function checkParts(
  attributes: readonly AttributeDefinition[],
  parts: readonly string[],
  report: Report,
): void {
  for (const { name, type } of attributes) {
    if (!parts.includes(name) || (type.kind === 'scalar' && KEY_TYPES.includes(type.name))) continue;
    report(
      'error',
      finding('keyType', { allowed: KEY_TYPES.join(', '), type: describeTypeExpr(type) }),
      type.span,
    );
  }
}

/** The edge type that the statement makes. */
export function edgeTypeOf(statement: CreateEdge, schema: GraphSchema, report: Report): EdgeType {
  const { name, directed, pairs, discriminator, attributes, reverseEdge } = statement;
  reportName(report, name, 'edge type');
  const vertexNames = schema.vertexTypes.map((type) => type.name);
  const reported = new Set<Name>();
  for (const end of pairs.flatMap(({ from, to }) => [from, to])) {
    if (end.text !== '*' && !vertexNames.includes(end.text) && !reported.has(end)) {
      reported.add(end);
      reportUnknown(report, 'Vertex type', end, vertexNames);
    }
  }
  if (reverseEdge !== undefined && !directed) {
    report('error', finding('reverseOfUndirected'), reverseEdge.span);
  }
  for (const attribute of discriminator) {
    if (!(attribute.type.kind === 'scalar' && KEY_TYPES.includes(attribute.type.name))) {
      report('error', finding('discriminatorType', { allowed: KEY_TYPES.join(', ') }), attribute.type.span);
    }
  }
  checkNames([...discriminator, ...attributes], report);
  const ends = (end: string): readonly string[] => (end === '*' ? vertexNames : [end]);
  return {
    name: name.text,
    directed,
    pairs: pairs.flatMap(({ from, to }) =>
      ends(from.text).flatMap((a) => ends(to.text).map((b) => ({ from: a, to: b }))),
    ),
    attributes: attributesOf([...discriminator, ...attributes], schema, report),
    discriminator: discriminator.map((attribute) => attribute.name),
    ...(reverseEdge === undefined ? {} : { reverseEdge: reverseEdge.text }),
  };
}

/** The edge type that is kept in step with one that has a reverse edge. */
export function reverseOf(type: EdgeType): EdgeType | undefined {
  if (type.reverseEdge === undefined) return undefined;
  const { name, reverseEdge, pairs, ...rest } = type;
  return {
    ...rest,
    name: reverseEdge,
    reverseOf: name,
    pairs: pairs.map(({ from, to }) => ({ from: to, to: from })),
  };
}

function checkNames(attributes: readonly AttributeDefinition[], report: Report): void {
  const seen = new Set<string>();
  for (const { name, span } of attributes.toSorted((a, b) => a.span.start - b.span.start)) {
    if (seen.has(name)) report('error', finding('attributeDeclared', { name }), span);
    // A definition begins with the name.
    reportName(report, { text: name, span: { ...span, end: span.start + name.length } }, 'attribute');
    seen.add(name);
  }
}

export function attributesOf(
  attributes: readonly AttributeDefinition[],
  schema: GraphSchema,
  report: Report,
): Attribute[] {
  return attributes.map((attribute) => {
    const type = attributeType(attribute.type, schema, report);
    const { defaultValue } = attribute;
    if (defaultValue === undefined) return { name: attribute.name, type };
    const value = literalOf(defaultValue);
    if (value === undefined) {
      report('error', finding('defaultNotLiteral'), defaultValue.span);
      return { name: attribute.name, type };
    }
    if (!defaultFits(type, defaultValue)) {
      report(
        'error',
        finding('defaultOfOtherType', { type: describeTypeExpr(attribute.type) }),
        defaultValue.span,
      );
    }
    return { name: attribute.name, type, defaultValue: value };
  });
}

/** The value of a default: a literal, one below zero, or `to_datetime("…")`; undefined for anything else. */
export function literalOf(value: Expr): string | number | boolean | undefined {
  switch (value.kind) {
    case 'int':
      return typeof value.value === 'bigint' ? value.value.toString() : value.value;
    case 'float':
    case 'string':
    case 'bool':
      return value.value;
    case 'unary': {
      const inner = value.op === '-' ? literalOf(value.operand) : undefined;
      if (typeof inner === 'number') return -inner;
      return typeof inner === 'string' && /^\d+$/.test(inner) ? `-${inner}` : undefined;
    }
    case 'call': {
      const [argument] = value.args;
      return value.name.toLowerCase() === 'to_datetime' && argument?.kind === 'string'
        ? argument.value
        : undefined;
    }
    default:
      return undefined;
  }
}

function defaultFits(type: AttributeType, value: Expr): boolean {
  if (type.kind !== 'scalar') return true;
  const literal = value.kind === 'unary' ? value.operand.kind : value.kind;
  switch (type.name) {
    case 'STRING':
      return literal === 'string';
    case 'BOOL':
      return literal === 'bool' || literal === 'string';
    case 'DATETIME':
      return literal === 'string' || literal === 'int' || literal === 'call';
    default:
      return literal === 'int' || literal === 'float' || literal === 'string';
  }
}

/** The type of an attribute; reports types that attributes cannot have. */
function attributeType(type: TypeExpr, schema: GraphSchema, report: Report): AttributeType {
  const known = ['INT', 'UINT', 'FLOAT', 'DOUBLE', 'BOOL', 'STRING', 'DATETIME', 'LIST', 'SET', 'MAP'];
  switch (type.kind) {
    case 'scalar':
      return { kind: 'scalar', name: type.name };
    case 'set':
    case 'list':
      return { kind: type.kind, element: attributeType(type.element, schema, report) };
    case 'map':
      return {
        kind: 'map',
        key: attributeType(type.key, schema, report),
        value: attributeType(type.value, schema, report),
      };
    case 'named': {
      const tuples = schema.tuples.map((tuple) => tuple.name);
      if (!tuples.includes(type.name)) {
        reportUnknown(report, 'Type', { text: type.name, span: type.span }, [...known, ...tuples]);
      }
      const fields = schema.tuples.find((tuple) => tuple.name === type.name)?.fields;
      return { kind: 'udt', name: type.name, ...(fields === undefined ? {} : { fields }) };
    }
    default:
      report('error', finding('attributeType', { type: describeTypeExpr(type) }), type.span);
      return { kind: 'scalar', name: 'STRING' };
  }
}
