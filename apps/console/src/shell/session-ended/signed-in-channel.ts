/** Tells the other tabs of the browser that somebody has signed in. */
const NAME = 'acacia.signed-in';

export function tellSignedIn(): void {
  const channel = new BroadcastChannel(NAME);
  channel.postMessage(null);
  channel.close();
}

/** Calls the listener when another tab has told so; returns a function that stops this. */
export function onSignedIn(listener: () => void): () => void {
  const channel = new BroadcastChannel(NAME);
  channel.onmessage = listener;
  return () => channel.close();
}
