/** Search among people, by e-mail or display name (specification part 3, "Workspace user dialog"). */
interface Findable {
  readonly email: string;
  readonly name: string;
}

/** Those whose e-mail or name has the text in it, whatever the case. */
export function found<P extends Findable>(people: readonly P[], text: string): P[] {
  const wanted = text.trim().toLowerCase();
  return people.filter(({ email, name }) =>
    [email, name].some((each) => each.toLowerCase().includes(wanted)),
  );
}

/** The e-mail that a search text is by itself; null when it is none. */
export function emailIn(text: string): string | null {
  const typed = text.trim().toLowerCase();
  return /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(typed) ? typed : null;
}
