import { createElement, Fragment, type ReactNode } from 'react';
import { filled, partsOf } from './text.ts';

/**
 * A text with elements among its words, which another language may put into another order.
 * The build makes these calls of elements with mixed children.
 * @param key the English text, `{0}` for the first element
 */
export function nodes(key: string, ...elements: readonly ReactNode[]): ReactNode {
  // As arguments, not as an array: their places do not change, and none needs a key.
  return createElement(Fragment, null, ...filled(partsOf(key), (place) => elements[place]));
}
