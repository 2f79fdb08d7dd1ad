/**
 * Upserts that wait for one another share a transaction, and so one write to the disk: each is answered when that
 * is durable. Only upserts that cannot influence each other's summary are put together: of one graph, all vertices or
 * all edges, without conditions.
 */
import { EngineError } from '../errors.ts';
import type { Write, WriteOptions, WriteSummary } from '../writes.ts';

/** Applies writes in one transaction, durable when it resolves; nothing is stored when it rejects. */
type Apply = (graph: string, writes: readonly Write[], options: WriteOptions) => Promise<WriteSummary>;
type Upsert = Extract<Write, { kind: 'upsertVertex' | 'upsertEdge' }>;
/** As `Apply`, for upserts without conditions: each is accepted. */
type ApplyGroup = (graph: string, upserts: readonly Upsert[]) => Promise<void>;

/** Larger requests are transactions of their own. */
const MOST_OF_A_REQUEST = 4_000;
/** Rows: planning them holds the loop, some 5 µs a row. */
const MOST_OF_A_GROUP = 4_000;
/** Milliseconds in which those who were answered may ask again. */
const MOMENT = 1;

type Kind = Upsert['kind'];

interface Waiting {
  readonly graph: string;
  readonly kind: Kind;
  readonly writes: readonly Upsert[];
  readonly answer: (summary: WriteSummary) => void;
  readonly fail: (cause: unknown) => void;
}

/** The writes of a request that may share a transaction: upserts of one kind; null for another request. */
function sharable(writes: readonly Write[], options: WriteOptions): readonly Upsert[] | null {
  const isPlain = options.newVertexOnly !== true && options.updateVertexOnly !== true;
  const kind = writes[0]?.kind;
  if (!isPlain || options.endsMustExist !== undefined || writes.length > MOST_OF_A_REQUEST) return null;
  const isUpsert = (write: Write): write is Upsert =>
    write.kind === kind && (kind === 'upsertVertex' || kind === 'upsertEdge');
  return kind !== undefined && writes.every(isUpsert) ? writes : null;
}

/** The summary that `applyWrites` gives of plain upserts: each is accepted. */
const accepted = ({ kind, writes }: Waiting): WriteSummary => ({
  acceptedVertices: kind === 'upsertVertex' ? writes.length : 0,
  acceptedEdges: kind === 'upsertEdge' ? writes.length : 0,
  skippedVertices: 0,
  skippedEdges: 0,
  presentVertices: [],
  missingVertices: [],
  deletedVertices: 0,
  deletedEdges: 0,
});

export class GroupedWrites {
  readonly #apply: Apply;
  readonly #applyGroup: ApplyGroup;
  #waiting: Waiting[] = [];
  #isWriting = false;
  #running: Promise<void> = Promise.resolve();

  constructor(apply: Apply, applyGroup: ApplyGroup) {
    this.#apply = apply;
    this.#applyGroup = applyGroup;
  }

  /** @throws EngineError when a write of this request is refused; others of its group are not touched by that */
  write(graph: string, writes: readonly Write[], options: WriteOptions): Promise<WriteSummary> {
    const upserts = sharable(writes, options);
    const kind = upserts?.[0]?.kind;
    if (upserts === null || kind === undefined) return this.#apply(graph, writes, options);
    return new Promise((answer, fail) => {
      this.#waiting.push({ graph, kind, writes: upserts, answer, fail });
      if (!this.#isWriting) this.#running = this.#writeAll();
    });
  }

  /** Resolves when all that waited have been answered. */
  settled(): Promise<void> {
    return this.#running;
  }

  async #writeAll(): Promise<void> {
    this.#isWriting = true;
    for (let group = this.#next(); group.length > 0; group = this.#next()) {
      await this.#writeGroup(group);
      // Else those who were just answered and those who wait would take turns, in two transactions for one. Who asks
      // alone does not wait.
      if (group.length > 1 || this.#waiting.length > 0) {
        await new Promise((resolve) => setTimeout(resolve, MOMENT));
      }
    }
    this.#isWriting = false;
  }

  /** The first that waits, and those right behind it that go with it. */
  #next(): readonly Waiting[] {
    const [first] = this.#waiting;
    let rows = 0;
    let length = 0;
    for (const { graph, kind, writes } of this.#waiting) {
      if (graph !== first?.graph || kind !== first.kind) break;
      rows += writes.length;
      if (length > 0 && rows > MOST_OF_A_GROUP) break;
      length += 1;
    }
    return this.#waiting.splice(0, length);
  }

  async #writeGroup(group: readonly Waiting[]): Promise<void> {
    const [first] = group;
    if (first === undefined) return;
    try {
      const upserts = group.flatMap((each) => each.writes);
      await this.#applyGroup(first.graph, upserts);
    } catch (cause) {
      // Those of a commit that may have been made are not tried again.
      const isUnknown = cause instanceof EngineError && cause.code === 'REST-12008';
      if (group.length === 1 || isUnknown) for (const each of group) each.fail(cause);
      // One of them is refused: each is tried alone, so that the others are stored.
      else for (const each of group) await this.#writeGroup([each]);
      return;
    }
    for (const each of group) each.answer(accepted(each));
  }
}
