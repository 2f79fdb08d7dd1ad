/** The attributes of a type in rows: name, type, default; added below, removed by ticking. */
import { typeText } from '@acacia/language';
import { ActionIcon, Button, Checkbox, Select, TextInput, Tooltip } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import type { DraftAttribute } from './draft.ts';
import { newAttribute } from './draft-edits.ts';
import type { Problem } from './draft-problems.ts';
import { ATTRIBUTE_TYPES, typeOfText } from './type-text.ts';
import classes from './panels.module.css';

const TYPES = ATTRIBUTE_TYPES.map(typeText);
/** Types that can tell edges apart (GSQL, DISCRIMINATOR). */
const DISCRIMINATOR_TYPES: ReadonlySet<string> = new Set(['INT', 'UINT', 'DATETIME', 'STRING']);

export interface AttributeTableProps {
  readonly owner: string;
  readonly attributes: readonly DraftAttribute[];
  readonly problems: readonly Problem[];
  readonly readOnly: boolean;
  /** Edges of a type that is not saved yet can have discriminators. */
  readonly withDiscriminator: boolean;
  /** @param field the field that was typed into, whose keystrokes are undone together; null for a choice */
  readonly onChange: (attributes: readonly DraftAttribute[], field: string | null) => void;
}

export function AttributeTable(props: AttributeTableProps) {
  const { owner, attributes, problems, readOnly, withDiscriminator, onChange } = props;
  const patch = (key: string, values: Partial<DraftAttribute>, field: string | null = null): void =>
    onChange(
      attributes.map((attribute) => (attribute.key === key ? { ...attribute, ...values } : attribute)),
      field === null ? null : `${key} ${field}`,
    );
  return (
    <section aria-label={`Attributes of ${owner}`}>
      <div className={classes.sectionHead}>
        <h3 className={classes.sectionTitle}>Attributes</h3>
        {!readOnly && (
          <Button
            size="compact-sm"
            variant="default"
            leftSection={<IconPlus size={14} />}
            onClick={() => onChange([...attributes, newAttribute()], null)}
          >
            Add attribute
          </Button>
        )}
      </div>
      {attributes.length === 0 && <p className={classes.hint}>No attributes beside the id.</p>}
      <ul className={classes.rows}>
        {attributes.map((attribute) => {
          const own = problems.filter((problem) => problem.attribute === attribute.key);
          const type = typeText(attribute.type);
          return (
            <li key={attribute.key} className={classes.row}>
              <div className={classes.fields}>
                <TextInput
                  aria-label="Attribute name"
                  size="xs"
                  value={attribute.name}
                  disabled={attribute.saved || readOnly}
                  error={own.length > 0}
                  onChange={(event) =>
                    patch(attribute.key, { name: event.currentTarget.value.trim() }, 'name')
                  }
                />
                <Select
                  aria-label={`Type of ${attribute.name}`}
                  size="xs"
                  data={TYPES}
                  searchable
                  allowDeselect={false}
                  value={type}
                  disabled={attribute.saved || readOnly}
                  onChange={(text) => {
                    const next = text === null ? undefined : typeOfText(text);
                    if (next !== undefined)
                      patch(attribute.key, { type: next, defaultValue: '', discriminator: false });
                  }}
                />
                <TextInput
                  aria-label={`Default of ${attribute.name}`}
                  size="xs"
                  placeholder={attribute.type.kind === 'scalar' ? 'Default' : 'Not for collections'}
                  value={attribute.defaultValue}
                  disabled={attribute.saved || readOnly || attribute.type.kind !== 'scalar'}
                  onChange={(event) =>
                    patch(attribute.key, { defaultValue: event.currentTarget.value }, 'default')
                  }
                />
                {!readOnly && (
                  <Tooltip label={attribute.saved ? 'Remove; its values are erased when you save' : 'Remove'}>
                    <ActionIcon
                      variant="subtle"
                      color="gray"
                      aria-label={`Remove attribute ${attribute.name}`}
                      onClick={() =>
                        onChange(
                          attributes.filter(({ key }) => key !== attribute.key),
                          null,
                        )
                      }
                    >
                      <IconTrash size={15} />
                    </ActionIcon>
                  </Tooltip>
                )}
              </div>
              {withDiscriminator && (
                <Checkbox
                  size="xs"
                  label="Tells edges between the same ends apart (discriminator)"
                  checked={attribute.discriminator}
                  disabled={readOnly || attribute.saved || !DISCRIMINATOR_TYPES.has(type)}
                  onChange={(event) => patch(attribute.key, { discriminator: event.currentTarget.checked })}
                />
              )}
              {own.map(({ message }) => (
                <p key={message} role="alert" className={classes.problem}>
                  {message}
                </p>
              ))}
            </li>
          );
        })}
      </ul>
    </section>
  );
}
