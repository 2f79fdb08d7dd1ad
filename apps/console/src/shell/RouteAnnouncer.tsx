/** Tells screen readers which page was come to: its title, once the page has set it. */
import { useEffect, useState } from 'react';

/** Behind the page it would be a line below its end, and give every page a scroll bar of its own. */
const UNSEEN = {
  position: 'fixed',
  top: 0,
  width: 1,
  height: 1,
  overflow: 'hidden',
  clipPath: 'inset(50%)',
  whiteSpace: 'nowrap',
} as const;

/** The page that was loaded first is told by the browser itself. */
export function RouteAnnouncer() {
  const [title, setTitle] = useState('');
  useEffect(() => {
    let before = document.title;
    const observer = new MutationObserver(() => {
      if (document.title === before) return;
      before = document.title;
      setTitle(before.replace(/ · Acacia$/, ''));
    });
    observer.observe(document.head, { childList: true, characterData: true, subtree: true });
    return () => observer.disconnect();
  }, []);
  return (
    <div aria-live="polite" aria-atomic="true" data-announcer style={UNSEEN}>
      {title}
    </div>
  );
}
