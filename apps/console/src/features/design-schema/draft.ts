/**
 * The schema being designed: saved and unsaved parts. Plain values; every change returns a new draft, so that undo
 * keeps the old one. Types refer to each other by `key`, which stays the same when an unsaved type is renamed.
 */
import type { Attribute, AttributeType, GraphSchema, ScalarTypeName, VectorMetric } from '@acacia/language';
import type { GraphStyle } from '@acacia/contract';
import type { Point } from './layout/shapes.ts';

export interface DraftAttribute {
  readonly key: string;
  readonly name: string;
  readonly type: AttributeType;
  /** As typed; '': none. */
  readonly defaultValue: string;
  /** Of edges: the attribute is a discriminator. */
  readonly discriminator: boolean;
  /** Of vertices: the name of its index; null: none. */
  readonly index: string | null;
  /** Exists in the saved type: its name and type are fixed. */
  readonly saved: boolean;
}

export interface DraftVector {
  readonly key: string;
  readonly name: string;
  /** As typed. */
  readonly dimension: string;
  readonly metric: VectorMetric;
  readonly saved: boolean;
}

export interface DraftVertex {
  readonly key: string;
  /** Exists in the graph: only attributes can change. */
  readonly saved: boolean;
  /** A global type in the draft of a graph: only its look can change. */
  readonly foreign: boolean;
  readonly name: string;
  /** CSS colour; stays when the type is renamed. */
  readonly color: string;
  /** The name of a picture as a person chose it; '': nobody has, and the type's name suggests one (`pictureOf`). */
  readonly icon: string;
  /** The place that a person gave the box; null: the layout chooses one. */
  readonly position: Point | null;
  readonly idName: string;
  readonly idType: ScalarTypeName;
  readonly idAsAttribute: boolean;
  /** Declared with PRIMARY KEY. */
  readonly isPrimaryKey: boolean;
  /** Attributes of a composite key, which the GSQL text alone can make; `idName` is their names joined by commas. */
  readonly parts?: readonly string[];
  /** `STATS="none"`, which the GSQL text alone can set. */
  readonly stats?: 'none';
  readonly attributes: readonly DraftAttribute[];
  readonly vectors: readonly DraftVector[];
}

export interface DraftPair {
  readonly from: string;
  readonly to: string;
}

export interface DraftEdge {
  readonly key: string;
  readonly saved: boolean;
  readonly foreign: boolean;
  readonly name: string;
  /** CSS colour; '': the neutral one. */
  readonly color: string;
  readonly directed: boolean;
  /** '': none. */
  readonly reverseEdge: string;
  /** Keys of vertices. */
  readonly pairs: readonly DraftPair[];
  readonly attributes: readonly DraftAttribute[];
}

export interface Draft {
  readonly vertices: readonly DraftVertex[];
  readonly edges: readonly DraftEdge[];
}

export const EMPTY_DRAFT: Draft = { vertices: [], edges: [] };

const vertexKey = (name: string): string => `vertex:${name}`;

const draftAttribute = (
  attribute: Attribute,
  discriminator: boolean,
  index: string | null = null,
): DraftAttribute => ({
  key: `attribute:${attribute.name}`,
  name: attribute.name,
  type: attribute.type,
  defaultValue: attribute.defaultValue === undefined ? '' : String(attribute.defaultValue),
  discriminator,
  index,
  saved: true,
});

/** The style of a graph of which none is stored. */
export const NO_STYLE: GraphStyle = { vertexStyles: {}, edgeStyles: {} };

/** Looks of types, and which types are the graph's own. */
export interface DraftLooks {
  readonly style: GraphStyle;
  /** The colour of a vertex type. */
  readonly colorOf: (type: string) => string;
  /** Whether a type is global and the draft is of one graph. */
  readonly isForeign: (type: string) => boolean;
}

/** The draft that equals the saved schema. Reverse edge types are part of their edge type. */
export function draftOf(schema: GraphSchema, { style, colorOf, isForeign }: DraftLooks): Draft {
  return {
    vertices: schema.vertexTypes.map((type) => {
      const { icon = '', x, y } = style.vertexStyles[type.name] ?? {};
      return {
        key: vertexKey(type.name),
        saved: true,
        foreign: isForeign(type.name),
        name: type.name,
        color: colorOf(type.name),
        icon,
        position: x === undefined || y === undefined ? null : { x, y },
        idName: type.primaryId.name,
        idType: type.primaryId.type,
        idAsAttribute: type.primaryId.asAttribute,
        isPrimaryKey: type.primaryId.isPrimaryKey,
        ...(type.primaryId.parts === undefined ? {} : { parts: type.primaryId.parts }),
        ...(type.stats === undefined ? {} : { stats: type.stats }),
        attributes: type.attributes.map((attribute) =>
          draftAttribute(
            attribute,
            false,
            type.indexes?.find((index) => index.attribute === attribute.name)?.name ?? null,
          ),
        ),
        vectors: (type.vectors ?? []).map(({ name, dimension, metric }) => ({
          key: `vector:${name}`,
          name,
          dimension: String(dimension),
          metric,
          saved: true,
        })),
      };
    }),
    edges: schema.edgeTypes
      .filter((type) => type.reverseOf === undefined)
      .map((type) => ({
        key: `edge:${type.name}`,
        saved: true,
        foreign: isForeign(type.name),
        name: type.name,
        color: style.edgeStyles[type.name]?.fillColor ?? '',
        directed: type.directed,
        reverseEdge: type.reverseEdge ?? '',
        pairs: type.pairs.map(({ from, to }) => ({ from: vertexKey(from), to: vertexKey(to) })),
        attributes: type.attributes.map((attribute) =>
          draftAttribute(attribute, type.discriminator.includes(attribute.name)),
        ),
      })),
  };
}
