/**
 * The guessing process of the bench `guessers`: `guessers-client.ts ORIGIN NUMBER`, each guess right after the last.
 */
const [origin = '', number = '0'] = process.argv.slice(2);
let guesses = 0;
let ended = false;

async function guess(who: number): Promise<void> {
  while (!ended) {
    const authorization = `Basic ${btoa(`${who % 2 === 0 ? 'tigergraph' : `nobody${who}`}:wrong ${guesses++}`)}`;
    const answer = await fetch(`${origin}/gsql/v1/auth/simple`, { headers: { authorization } });
    await answer.arrayBuffer();
    if (answer.status === 200) throw new Error('A guess was right.');
  }
}

const all = Promise.all(Array.from({ length: Number(number) }, (_, who) => guess(who)));
process.send?.('begun');
process.once('message', () => {
  ended = true;
  void all.then(() => {
    process.send?.(guesses);
    process.disconnect();
  });
});
