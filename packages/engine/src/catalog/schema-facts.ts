/** The facts of a schema as texts, so that two schemas can be compared. */
import { attributeText, edgeTypeText, vertexTypeText, type GraphSchema } from '@acacia/language';

/** A fact by its sentence, below the type that it belongs to. */
interface Facts {
  /** `vertex type Person` */
  readonly title: string;
  /** The type without its parts: its key, direction and options. */
  readonly form: string;
  readonly parts: readonly string[];
}

function factsOf({ vertexTypes, edgeTypes }: GraphSchema): ReadonlyMap<string, Facts> {
  const facts = new Map<string, Facts>();
  for (const type of vertexTypes)
    facts.set(type.name, {
      title: `vertex type ${type.name}`,
      form: vertexTypeText({ ...type, attributes: [] }),
      parts: [
        ...type.attributes.map((each) => `attribute ${type.name}.${attributeText(each)}`),
        ...(type.indexes ?? []).map(({ name, attribute }) => `index ${name} on ${type.name}.${attribute}`),
        ...(type.vectors ?? []).map(
          ({ name, dimension, metric }) => `vector attribute ${type.name}.${name} (${dimension}, ${metric})`,
        ),
      ],
    });
  for (const type of edgeTypes.filter(({ reverseOf }) => reverseOf === undefined))
    facts.set(type.name, {
      title: `edge type ${type.name}`,
      form: edgeTypeText({ ...type, pairs: [], attributes: [] }),
      parts: [
        ...type.pairs.map(({ from, to }) => `pair ${type.name} from ${from} to ${to}`),
        ...type.attributes.map((each) => `attribute ${type.name}.${attributeText(each)}`),
      ],
    });
  return facts;
}

export interface SchemaDifferences {
  /** `vertex type Person`, `attribute Person.age INT`; of a whole type, the type alone. */
  readonly added: readonly string[];
  readonly dropped: readonly string[];
}

/** The facts that one schema has and the other has not. A type that was made anew in another form is in both lists. */
export function schemaDifferences(before: GraphSchema, after: GraphSchema): SchemaDifferences {
  const [old, now] = [factsOf(before), factsOf(after)];
  const missing = (from: ReadonlyMap<string, Facts>, of: ReadonlyMap<string, Facts>): string[] =>
    [...of].flatMap(([name, { title, form, parts }]) => {
      const other = from.get(name);
      if (other?.form !== form || other.title !== title) return [title];
      const there = new Set(other.parts);
      return parts.filter((part) => !there.has(part));
    });
  return { added: missing(old, now), dropped: missing(now, old) };
}
