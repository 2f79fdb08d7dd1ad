/** The form that changes or deletes one vertex or edge. */
import { Form } from '@acacia/ui';
import { Button } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import classes from '../explore.module.css';
import { useAttributeFields, type WireAttributes } from './AttributeFields.tsx';

interface AttributesFormProps {
  readonly title: string;
  readonly attributes: WireAttributes;
  readonly values: Readonly<Record<string, unknown>>;
  /** Nothing can be staged now: what is staged is being saved. */
  readonly busy: boolean;
  readonly deleteRefusal: string | undefined;
  readonly onChange: (after: Readonly<Record<string, unknown>>) => void;
  readonly onDelete: () => void;
}

export function AttributesForm(props: AttributesFormProps) {
  const { title, attributes, values } = props;
  const fields = useAttributeFields(attributes, values);
  const submit = () => {
    const read = fields.read();
    if (read !== null) props.onChange(read);
  };
  return (
    <section className={classes.section} aria-label={title}>
      <h2 className={classes.heading}>{title}</h2>
      <Form className={classes.form} aria-label={title} onSubmit={submit}>
        <fieldset className={classes.fields} disabled={props.busy}>
          {fields.inputs}
          {attributes.length === 0 && <p className={classes.note}>It has no attributes to change.</p>}
          <div className={classes.buttons} style={{ marginTop: 0 }}>
            {attributes.length > 0 && (
              <Button type="submit" size="xs" variant="default">
                Stage the change
              </Button>
            )}
            <Button
              size="xs"
              variant="default"
              color="red"
              disabled={props.deleteRefusal !== undefined}
              title={props.deleteRefusal}
              leftSection={<IconTrash size={13} />}
              onClick={props.onDelete}
            >
              Delete
            </Button>
          </div>
        </fieldset>
      </Form>
    </section>
  );
}
