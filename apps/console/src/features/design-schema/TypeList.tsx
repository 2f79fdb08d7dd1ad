/** The types of one kind by name, to select one. */
import type { DraftVertex } from './draft.ts';
import classes from './Designer.module.css';

export interface TypeListProps {
  readonly title: string;
  readonly items: readonly (Pick<DraftVertex, 'key' | 'name' | 'saved'> & { readonly color?: string })[];
  readonly selected: ReadonlySet<string>;
  readonly onSelect: (keys: ReadonlySet<string>) => void;
}

export function TypeList({ title, items, selected, onSelect }: TypeListProps) {
  return (
    <section>
      <h2 className={classes.listTitle}>
        {title} <span>{items.length}</span>
      </h2>
      <ul className={classes.list}>
        {items.map(({ key, name, saved, color }) => (
          <li key={key}>
            <button type="button" aria-pressed={selected.has(key)} onClick={() => onSelect(new Set([key]))}>
              {color !== undefined && (
                <span className={classes.dot} style={{ background: color }} aria-hidden="true" />
              )}
              <span className={classes.listName}>{name}</span>
              {!saved && <span className={classes.new}>new</span>}
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
