/** Reading attributes: of an alias from a hoisted column, of any other vertex or edge value by reference. */
import { engineError } from '../errors/catalogue.ts';
import type { Ast } from '@acacia/language';
import type { ValueType } from '../library/value-types.ts';
import { type Code, js, literal } from './code.ts';
import { MissingAttribute, fault } from './fault.ts';
import { STRING } from './types.ts';
import type { AliasBase, EdgeAlias, Operand, Unit, VertexAlias } from './unit.ts';

type MemberExpr = Extract<Ast.Expr, { kind: 'member' }>;

export function attributeOfVertex(unit: Unit, alias: VertexAlias, expr: MemberExpr): Operand {
  if (expr.name === 'type') {
    const name = alias.hoist('type', js`X.snapshot.vertexTable(${alias.typeIndex}).type.name`);
    return { code: name, type: STRING, needs: [] };
  }
  const attribute = unit.vertexAttribute(alias.types, expr.name);
  if (attribute === undefined) throw noAttribute(expr, alias.types, 'vertex');
  const column = alias.hoist(
    `column ${expr.name}`,
    js`X.vertexColumns(${literal(expr.name)})[${alias.typeIndex}]`,
  );
  const wide = unit.wide.has(`v:${expr.name}`);
  return readColumn(unit, { alias, column, row: alias.number, name: expr.name, wide, ...attribute });
}

export function attributeOfEdge(unit: Unit, alias: EdgeAlias, expr: MemberExpr): Operand {
  if (expr.name === 'type') {
    const name = alias.hoist('type', js`X.edgeTypeName(${alias.base})`);
    return { code: name, type: STRING, needs: [] };
  }
  const attribute = unit.edgeAttribute(alias.types, expr.name);
  if (attribute === undefined) throw noAttribute(expr, alias.types, 'edge');
  const column = alias.hoist(
    `column ${expr.name}`,
    js`X.edgeColumns(${literal(expr.name)})[${alias.ordinal}]`,
  );
  const wide = unit.wide.has(`e:${expr.name}`);
  return readColumn(unit, { alias, column, row: alias.row, name: expr.name, wide, ...attribute });
}

const noAttribute = (expr: MemberExpr, types: readonly string[] | null, what: string) =>
  new MissingAttribute(
    expr.span,
    types === null
      ? engineError('attributeOfNoType', { what, name: expr.name })
      : engineError('attributeNotOfType', { what, types: types.join(' or '), name: expr.name }),
  );

function readColumn(
  unit: Unit,
  from: {
    readonly alias: AliasBase;
    readonly column: Code;
    readonly row: Code;
    readonly name: string;
    readonly wide: boolean;
    readonly type: ValueType;
    readonly complete: boolean;
  },
): Operand {
  const { alias, column, row, name, type } = from;
  const needs = from.complete ? [] : [column];
  const part = (field: Code, key: string): Code =>
    alias.hoist(`${key} ${name}`, js`${column} === undefined ? undefined : ${column}.${field}`);
  /** In loops inside that of the alias, a value that certainly exists is read once. */
  const each = (value: Code): Code => (from.complete ? unit.steady(alias, value) : value);
  switch (type.kind) {
    case 'int': {
      if (from.wide) return { code: unit.call('readCell', column, row), type, needs };
      return {
        code: each(js`${part(js`values`, 'values of')}[${row}]`),
        type: { ...type, safe: true },
        needs,
      };
    }
    case 'double': {
      const values = part(js`values`, 'values of');
      return { code: from.wide ? js`Number(${values}[${row}])` : each(js`${values}[${row}]`), type, needs };
    }
    case 'datetime': {
      const code = each(js`${part(js`values`, 'values of')}[${row}]`);
      return { code, type, needs, fast: code };
    }
    case 'bool':
      return { code: each(js`(${part(js`values`, 'values of')}[${row}] === 1)`), type, needs };
    case 'string': {
      const codes = part(js`codes`, 'codes of');
      const strings = part(js`strings`, 'strings of');
      const code = js`${codes}[${row}]`;
      return { code: js`${strings}.get(${code})`, type, needs, text: { alias, strings, code } };
    }
    default:
      return { code: unit.call('readTyped', column, row, unit.constant(type)), type, needs };
  }
}

/** `x.name` where x is a value: a tuple's field, or an attribute of a vertex or edge held in a variable. */
export function memberOfValue(unit: Unit, target: Operand, expr: MemberExpr): Operand {
  const { type, needs } = target;
  switch (type.kind) {
    case 'tuple': {
      const index = type.fields.findIndex(({ name }) => name === expr.name);
      const field = type.fields[index];
      if (field === undefined)
        throw fault(expr.span, 'tupleWithoutField', { tuple: type.name, field: expr.name });
      return { code: unit.call('fieldOf', target.code, literal(index)), type: field.type, needs };
    }
    case 'vertex': {
      if (expr.name === 'type') return { code: js`X.typeNameOf(${target.code})`, type: STRING, needs };
      const attribute = unit.vertexAttribute(type.types ?? null, expr.name);
      if (attribute === undefined) throw noAttribute(expr, type.types ?? null, 'vertex');
      const code = unit.call(
        'vertexAttribute',
        js`X`,
        target.code,
        literal(expr.name),
        unit.constant(attribute.type),
      );
      return { code, type: attribute.type, needs };
    }
    case 'edge': {
      if (expr.name === 'type') return { code: js`X.edgeTypeName(${target.code})`, type: STRING, needs };
      const attribute = unit.edgeAttribute(type.types ?? null, expr.name);
      if (attribute === undefined) throw noAttribute(expr, type.types ?? null, 'edge');
      const code = unit.call(
        'edgeAttribute',
        js`X`,
        target.code,
        literal(expr.name),
        unit.constant(attribute.type),
      );
      return { code, type: attribute.type, needs };
    }
    default:
      throw fault(expr.span, 'typeWithoutField', { kind: type.kind, field: expr.name });
  }
}
