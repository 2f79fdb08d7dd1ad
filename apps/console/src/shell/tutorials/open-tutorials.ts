/** Opens the tutorials, from any page of the shell. */
import { createContext, useContext } from 'react';

/** @param chapter the id of a chapter; without it they open at the one about the page */
type Open = (chapter?: number) => void;

export const OpenTutorials = createContext<Open>(() => {
  throw new Error('Tutorials are opened within the shell alone.');
});

export const useOpenTutorials = (): Open => useContext(OpenTutorials);
