/** The attributes of a type in rows: name, type, default, index or discriminator; ticked rows are removed together. */
import { t } from '@acacia/texts';
import { typeText, type TupleType } from '@acacia/language';
import { Checkbox, Select, TextInput, Tooltip } from '@mantine/core';
import { memo, useMemo, type ReactNode } from 'react';
import type { DraftAttribute } from './draft.ts';
import { newAttribute } from './draft-edits.ts';
import type { Problem } from './draft-problems.ts';
import { RowTable, type Patch } from './RowTable.tsx';
import { attributeTypes, isForAttributes, typeOfText } from './type-text.ts';
import { useRested } from './useRested.ts';
import { useSteady } from './useSteady.ts';
import classes from './panels.module.css';

/** Types that can tell edges apart, and those that an index can be over (GSQL, DISCRIMINATOR and ADD INDEX). */
const KEY_TYPES: ReadonlySet<string> = new Set(['INT', 'UINT', 'DATETIME', 'STRING']);

const ATTRIBUTE = { one: t`attribute`, several: t`attributes` };

export interface AttributeTableProps {
  readonly owner: string;
  readonly attributes: readonly DraftAttribute[];
  /** Tuples of the catalog, by which attributes can be typed. */
  readonly tuples: readonly TupleType[];
  readonly problems: readonly Problem[];
  readonly readOnly: boolean;
  readonly of: 'vertex' | 'edge';
  /** Whether discriminators can be chosen: of an edge type that is not saved yet. */
  readonly withDiscriminator: boolean;
  /** Names of attributes that cannot be deleted: those of a key. */
  readonly kept?: readonly string[];
  /** Rows above that cannot be edited, as the From and To of an edge. */
  readonly fixedRows?: ReactNode;
  /** @param field the field that was typed into, whose keystrokes are undone together; null for a choice */
  readonly onChange: (attributes: readonly DraftAttribute[], field: string | null) => void;
}

export function AttributeTable(props: AttributeTableProps) {
  const { owner, attributes, tuples, problems, readOnly, fixedRows, onChange } = props;
  const types = useMemo(() => attributeTypes(tuples), [tuples]);
  return (
    <RowTable
      label={`Attributes of ${owner}`}
      title="Attributes"
      addLabel="Add attribute"
      noun={ATTRIBUTE}
      owner={owner}
      rows={attributes}
      problems={problems}
      readOnly={readOnly}
      fixedRows={fixedRows}
      kept={props.kept}
      newRow={newAttribute}
      onChange={onChange}
    >
      {(attribute, faulty, patch) => (
        <AttributeFields
          attribute={attribute}
          faulty={faulty}
          types={types}
          tuples={tuples}
          of={props.of}
          readOnly={readOnly}
          withDiscriminator={props.withDiscriminator}
          onPatch={patch}
        />
      )}
    </RowTable>
  );
}

interface FieldsProps extends Pick<AttributeTableProps, 'of' | 'tuples' | 'readOnly' | 'withDiscriminator'> {
  readonly attribute: DraftAttribute;
  readonly faulty: boolean;
  readonly types: readonly string[];
  readonly onPatch: Patch<DraftAttribute>;
}

/** The fields of one attribute. A key in its name draws that field alone: the others take the name once it rests. */
const AttributeFields = memo(function AttributeFields({ attribute, ...props }: FieldsProps) {
  const { key, name, saved, type, defaultValue, discriminator, index } = attribute;
  const rested = useRested(name);
  const { onIndex } = useSteady({
    onIndex: (on: boolean) => props.onPatch(key, { index: on ? `${name}_index` : null }),
  });
  const named = useMemo(
    () => ({ key, name: rested, saved, type, defaultValue, discriminator, index }),
    [key, rested, saved, type, defaultValue, discriminator, index],
  );
  return (
    <>
      <TextInput
        aria-label="Attribute name"
        size="xs"
        value={name}
        disabled={saved || props.readOnly}
        error={props.faulty}
        onChange={(event) => props.onPatch(key, { name: event.currentTarget.value.trim() }, 'name')}
      />
      <RestOfFields
        attribute={named}
        of={props.of}
        types={props.types}
        tuples={props.tuples}
        readOnly={props.readOnly}
        withDiscriminator={props.withDiscriminator}
        onPatch={props.onPatch}
        onIndex={onIndex}
      />
    </>
  );
});

interface RestProps extends Omit<FieldsProps, 'faulty'> {
  /** Adds an index, which is named after the attribute, or takes it away. */
  readonly onIndex: (on: boolean) => void;
}

const RestOfFields = memo(function RestOfFields(props: RestProps) {
  const { attribute, types, tuples, readOnly, onPatch } = props;
  const { key } = attribute;
  const type = typeText(attribute.type);
  const hasFixedDefault = attribute.saved || readOnly || attribute.type.kind !== 'scalar';
  return (
    <>
      <Select
        aria-label={`Type of ${attribute.name}`}
        size="xs"
        data={[
          ...(attribute.discriminator ? types.filter((text) => KEY_TYPES.has(text)) : types),
          // One that GSQL alone can make is shown as well.
          ...(types.includes(type) ? [] : [type]),
          ...(!tuples.some(isForAttributes)
            ? [{ value: '(no tuples)', label: t`This graph has no UDT names`, disabled: true }]
            : []),
        ]}
        searchable
        allowDeselect={false}
        comboboxProps={{ width: 'max-content', position: 'bottom-start' }}
        value={type}
        disabled={attribute.saved || readOnly}
        onChange={(text) => {
          const next = text === null ? undefined : typeOfText(text, tuples);
          if (next === undefined || text === null) return;
          onPatch(key, {
            type: next,
            // Another plain type may take the same text; a collection or a tuple takes none.
            defaultValue: next.kind === 'scalar' ? attribute.defaultValue : '',
            discriminator: attribute.discriminator && KEY_TYPES.has(text),
            index: KEY_TYPES.has(text) ? attribute.index : null,
          });
        }}
      />
      <TextInput
        aria-label={`Default of ${attribute.name}`}
        size="xs"
        placeholder={hasFixedDefault ? 'No default' : 'Default'}
        value={attribute.defaultValue}
        disabled={hasFixedDefault}
        onChange={(event) => onPatch(key, { defaultValue: event.currentTarget.value }, 'default')}
      />
      <KeyBox {...props} onPatch={(values) => onPatch(key, values)} />
    </>
  );
});

/** The last column: an index of a vertex's attribute, a discriminator of an edge's. */
function KeyBox({
  attribute,
  of,
  readOnly,
  withDiscriminator,
  onPatch,
  onIndex,
}: Pick<AttributeTableProps, 'of' | 'readOnly' | 'withDiscriminator'> &
  Pick<RestProps, 'onIndex'> & {
    readonly attribute: DraftAttribute;
    readonly onPatch: (values: Partial<DraftAttribute>) => void;
  }) {
  const fits = KEY_TYPES.has(typeText(attribute.type));
  const refusal = fits ? '' : t` Possible for INT, UINT, DATETIME and STRING.`;
  if (of === 'vertex') {
    return (
      <Tooltip label={`An index on ${attribute.name}.${refusal}`}>
        <div className={classes.tick}>
          <Checkbox
            size="xs"
            aria-label={`Index on ${attribute.name}`}
            checked={attribute.index !== null}
            disabled={readOnly || !fits}
            onChange={(event) => onIndex(event.currentTarget.checked)}
          />
        </div>
      </Tooltip>
    );
  }
  return (
    <Tooltip label={`Discriminator: tells edges between the same ends apart.${refusal}`}>
      <div className={classes.tick}>
        <Checkbox
          size="xs"
          aria-label={`Discriminator ${attribute.name}`}
          checked={attribute.discriminator}
          disabled={readOnly || attribute.saved || !withDiscriminator || !fits}
          onChange={(event) => onPatch({ discriminator: event.currentTarget.checked })}
        />
      </div>
    </Tooltip>
  );
}
