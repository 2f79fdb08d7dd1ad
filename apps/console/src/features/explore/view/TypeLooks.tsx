/** Colour, size and label of each vertex type. A long list is searched, and draws the types in sight alone. */
import type { ExplorationStyles, WireGraphSchema } from '@acacia/contract';
import { formatNumber } from '@acacia/ui';
import { Select, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { observeElementRect, useVirtualizer } from '@tanstack/react-virtual';
import { useRef, useState } from 'react';
import type { TypeColors } from '../../workspace-tool/type-colors.ts';
import { ColorField } from '../ConditionFields.tsx';
import classes from '../explore.module.css';
import { SIZES } from './sizes.ts';

type Type = WireGraphSchema['VertexTypes'][number];
type Looks = ExplorationStyles['looks'];

interface TypeLooksProps {
  readonly types: readonly Type[];
  readonly colors: TypeColors;
  readonly looks: Looks;
  readonly onLooks: (looks: Looks) => void;
  readonly onColor: (type: string, color: string) => void;
  /** Why colours cannot be changed; undefined: they can. */
  readonly colorRefusal: string | undefined;
}

/** The most types that are all drawn, without a search field. */
const FEW = 12;
/** Height of one type in a long list, in pixels. */
const HEIGHT = 140;
const UNMEASURED = 420;

export function TypeLooks(props: TypeLooksProps) {
  const { types } = props;
  return types.length <= FEW ? (
    types.map((type) => <TypeLook key={type.Name} {...props} type={type} />)
  ) : (
    <ManyLooks {...props} />
  );
}

function ManyLooks(props: TypeLooksProps) {
  const [wanted, setWanted] = useState('');
  const low = wanted.trim().toLowerCase();
  const types = props.types.filter(({ Name }) => Name.toLowerCase().includes(low));
  const scroller = useRef<HTMLUListElement>(null);
  const virtual = useVirtualizer({
    count: types.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => HEIGHT,
    getItemKey: (at) => types[at]?.Name ?? at,
    overscan: 2,
    // A list that has no height yet shows its beginning.
    observeElementRect: (instance, tell) =>
      observeElementRect(instance, ({ width, height }) =>
        tell({ width, height: height === 0 ? UNMEASURED : height }),
      ),
  });
  const items = virtual.getVirtualItems();
  return (
    <>
      <TextInput
        size="xs"
        leftSection={<IconSearch size={14} />}
        aria-label="Search types"
        placeholder={`Search ${formatNumber(props.types.length)} types`}
        value={wanted}
        onChange={(event) => setWanted(event.currentTarget.value)}
      />
      {types.length === 0 && <p className={classes.note}>No type of that name.</p>}
      <ul ref={scroller} className={classes.manyLooks} aria-label="Types" tabIndex={0}>
        <li aria-hidden style={{ height: items[0]?.start ?? 0 }} />
        {items.map(({ index }) => {
          const type = types[index];
          return type === undefined ? null : (
            <li
              key={type.Name}
              style={{ height: HEIGHT }}
              aria-setsize={types.length}
              aria-posinset={index + 1}
            >
              <TypeLook {...props} type={type} />
            </li>
          );
        })}
        <li aria-hidden style={{ height: virtual.getTotalSize() - (items.at(-1)?.end ?? 0) }} />
      </ul>
    </>
  );
}

function TypeLook(props: TypeLooksProps & { readonly type: Type }) {
  const { type, colors, looks, onLooks, onColor } = props;
  const name = type.Name;
  const look = looks[name] ?? {};
  const setLook = (next: Looks[string]) => onLooks({ ...looks, [name]: next });
  return (
    <div className={classes.look} role="group" aria-label={name}>
      <div className={classes.title}>
        <span aria-hidden className={classes.swatch} style={{ background: colors.vertex(name) }} />
        {name}
      </div>
      <ColorField
        label={`Colour of ${name}`}
        value={colors.vertex(name)}
        refusal={props.colorRefusal}
        onChange={(color) => onColor(name, color)}
      />
      <div className={classes.halves}>
        <Select
          label="Size"
          size="xs"
          allowDeselect={false}
          data={[...SIZES]}
          value={String(look.size ?? 1)}
          onChange={(value) => setLook({ ...look, size: Number(value) })}
        />
        <Select
          label="Label"
          size="xs"
          placeholder="By itself"
          clearable
          data={type.Attributes.map(({ AttributeName }) => AttributeName)}
          value={look.label ?? null}
          onChange={(label) => setLook({ ...look, label: label ?? undefined })}
        />
      </div>
    </div>
  );
}
