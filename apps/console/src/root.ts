/** The root in which React draws the page. */
import { createRoot } from 'react-dom/client';

const element = document.getElementById('root');
if (element === null) throw new Error('index.html has no element #root.');

export const root = createRoot(element);
