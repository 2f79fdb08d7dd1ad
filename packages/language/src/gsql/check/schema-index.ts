/** Look-ups in a graph schema. */
import type {
  Attribute,
  AttributeType,
  EdgeType,
  FunctionSignature,
  GraphSchema,
  QuerySignature,
  VertexType,
} from '../../schema.ts';

export class SchemaIndex {
  readonly schema: GraphSchema;
  readonly vertexTypes: ReadonlyMap<string, VertexType>;
  readonly edgeTypes: ReadonlyMap<string, EdgeType>;
  readonly queries: ReadonlyMap<string, QuerySignature>;
  readonly functions: ReadonlyMap<string, FunctionSignature>;

  constructor(schema: GraphSchema) {
    this.schema = schema;
    this.vertexTypes = new Map(schema.vertexTypes.map((type) => [type.name, type]));
    this.edgeTypes = new Map(schema.edgeTypes.map((type) => [type.name, type]));
    this.queries = new Map(schema.queries.map((query) => [query.name, query]));
    this.functions = new Map((schema.functions ?? []).map((each) => [each.name, each]));
  }

  /** Attributes that can be read from a vertex or edge of these types; of all types when none is given. */
  readable(kind: 'vertex' | 'edge', types: readonly string[]): ReadonlyMap<string, readonly AttributeType[]> {
    const found = new Map<string, AttributeType[]>();
    for (const type of this.named(kind, types)) {
      for (const attribute of readableAttributes(type)) {
        const known = found.get(attribute.name);
        if (known === undefined) found.set(attribute.name, [attribute.type]);
        else known.push(attribute.type);
      }
    }
    return found;
  }

  named(kind: 'vertex' | 'edge', types: readonly string[]): readonly (VertexType | EdgeType)[] {
    const all: ReadonlyMap<string, VertexType | EdgeType> =
      kind === 'vertex' ? this.vertexTypes : this.edgeTypes;
    if (types.length === 0) return [...all.values()];
    return types.flatMap((name) => all.get(name) ?? []);
  }
}

/** The attributes of a type, its primary id among them when it can be read as one. */
export function readableAttributes(type: VertexType | EdgeType): readonly Attribute[] {
  if (!('primaryId' in type)) return type.attributes;
  const others = [...type.attributes, ...vectorsAsLists(type)];
  if (!type.primaryId.asAttribute) return others;
  const { name, type: scalar } = type.primaryId;
  return [{ name, type: { kind: 'scalar', name: scalar } }, ...others];
}

/** The vectors of a type as queries read and set them. */
function vectorsAsLists({ vectors = [] }: VertexType): readonly Attribute[] {
  const type: AttributeType = { kind: 'list', element: { kind: 'scalar', name: 'FLOAT' } };
  return vectors.map(({ name }) => ({ name, type }));
}
