import type { AttributeType } from '../../schema.ts';
import type { TypeExpr } from '../ast.ts';

/** A field's type as the catalog keeps it; types that it cannot keep become their name. */
export function fromTypeExprToAttribute(type: TypeExpr): AttributeType {
  switch (type.kind) {
    case 'scalar':
      return { kind: 'scalar', name: type.name };
    case 'set':
    case 'list':
      return { kind: type.kind, element: fromTypeExprToAttribute(type.element) };
    case 'map':
      return {
        kind: 'map',
        key: fromTypeExprToAttribute(type.key),
        value: fromTypeExprToAttribute(type.value),
      };
    case 'named':
      return { kind: 'udt', name: type.name };
    default:
      return { kind: 'udt', name: type.kind.toUpperCase() };
  }
}
