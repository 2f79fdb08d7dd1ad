/** A value that is being typed, as it was when the typing last rested. */
import { useEffect, useState } from 'react';

/** Milliseconds from the last key until what was typed is drawn in other places. */
const REST_MS = 150;

/** @param isTyping false: the value is given as it is */
export function useRested<Value>(value: Value, isTyping = true): Value {
  const [rested, setRested] = useState(value);
  useEffect(() => {
    if (!isTyping) return setRested(value);
    const timer = setTimeout(() => setRested(value), REST_MS);
    return () => clearTimeout(timer);
  }, [value, isTyping]);
  return isTyping ? rested : value;
}
