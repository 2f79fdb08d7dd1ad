/** Statistics of a graph's data, as `Engine.profile` gives them. */
export interface ProfileOptions {
  /** Rows of each type that attributes are judged from, at most. */
  readonly sampleRows?: number;
  /** It is given up after this many milliseconds. */
  readonly timeLimitMs?: number;
}

export interface Bucket {
  readonly label: string;
  readonly count: number;
}

/** Statistics of an attribute's values, in the sampled rows. */
export interface AttributeProfile {
  readonly name: string;
  readonly type: string;
  /** Values other than the type's default. */
  readonly filled: number;
  readonly distinct: number;
  readonly min: string | null;
  readonly max: string | null;
  /** Buckets of numbers and times, most frequent values of others. */
  readonly histogram: readonly Bucket[];
}

export interface TypeProfile {
  readonly type: string;
  readonly count: number;
  readonly attributes: readonly AttributeProfile[];
}

export interface EdgeTypeProfile extends TypeProfile {
  readonly from: readonly string[];
  readonly to: readonly string[];
  readonly directed: boolean;
  /** How many vertices of `from`, of an undirected type of both ends, have how many of these edges: none, then powers of two. */
  readonly degrees: readonly Bucket[];
}

export interface GraphProfile {
  readonly vertices: readonly TypeProfile[];
  readonly edges: readonly EdgeTypeProfile[];
  /** Rows of each type that attributes were judged from, at most. */
  readonly sampleRows: number;
}
