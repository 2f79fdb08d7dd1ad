/**
 * Limits for parsing and checking one text, whoever wrote it: each is far above what people write, and keeps time and
 * memory in proportion to the length of the text.
 */

/** Characters of a text. */
export const MAX_TEXT = 2 * 2 ** 20;
/** Faults that are reported of a text; where there are more, reading ends. */
export const MAX_FAULTS = 100;
/** Trees are walked by recursion, here and in the engine: these three keep the recursion within any stack. */
export const MAX_DEPTH = 150;
export const MAX_CHAIN = 500;
/** Levels of the tree of one expression: chains within chains add up. */
export const MAX_HEIGHT = 700;
/** Tokens that the parser may inspect, for each token of the text and in all. */
export const LOOKS_PER_TOKEN = 400;
export const LOOKS_AT_LEAST = 10_000;
/** Steps of the checker over one query: statements, expressions, and names that it copies at branches. */
export const MAX_CHECK_STEPS = 500_000;
/** Digits of a number: beyond the widest type there is, and cheap to convert. */
export const MAX_DIGITS = 400;
