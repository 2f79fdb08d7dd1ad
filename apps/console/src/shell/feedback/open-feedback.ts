/** Opens the dialog in which a person gives feedback, from any page of the shell. */
import { createContext, useContext } from 'react';

export const OpenFeedback = createContext<() => void>(() => {
  throw new Error('Feedback is given within the shell alone.');
});

export const useOpenFeedback = (): (() => void) => useContext(OpenFeedback);
