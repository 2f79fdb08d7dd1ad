/** Style of each vertex type: colour (stored with the graph, the same everywhere), size, label. */
import type { WireGraphSchema } from '@acacia/contract';
import { CategoricalPalette, EmptyState } from '@acacia/ui';
import { Select } from '@mantine/core';
import type { TypeColors } from '../workspace-tool/type-colors.ts';
import classes from './explore.module.css';
import type { TypeLooks } from './type-looks.ts';

interface StylesPanelProps {
  readonly schema: WireGraphSchema;
  readonly colors: TypeColors;
  readonly looks: TypeLooks;
  readonly onLooks: (looks: TypeLooks) => void;
  readonly onColor: (type: string, color: string) => void;
}

const SIZES = [
  { value: '0.7', label: 'Small' },
  { value: '1', label: 'Usual' },
  { value: '1.5', label: 'Large' },
  { value: '2.2', label: 'Very large' },
] as const;

export function StylesPanel({ schema, colors, looks, onLooks, onColor }: StylesPanelProps) {
  if (schema.VertexTypes.length === 0) {
    return <EmptyState compact title="No types" description="The graph has no vertex types yet." />;
  }
  return (
    <section className={classes.section} aria-label="Styles">
      {schema.VertexTypes.map(({ Name: type, Attributes: attributes }) => {
        const look = looks[type] ?? {};
        return (
          <div key={type} className={classes.look} role="group" aria-label={type}>
            <div className={classes.title}>
              <span aria-hidden className={classes.swatch} style={{ background: colors.vertex(type) }} />
              {type}
            </div>
            <div className={classes.colors} role="radiogroup" aria-label={`Colour of ${type}`}>
              {CategoricalPalette.map((color, i) => (
                <button
                  key={color}
                  type="button"
                  role="radio"
                  className={classes.color}
                  style={{ backgroundColor: color }}
                  aria-checked={colors.vertex(type) === color}
                  aria-label={`Colour ${i + 1}`}
                  onClick={() => onColor(type, color)}
                />
              ))}
            </div>
            <div className={classes.condition} style={{ gridTemplateColumns: '1fr 1fr' }}>
              <Select
                label="Size"
                size="xs"
                allowDeselect={false}
                data={[...SIZES]}
                value={String(look.size ?? 1)}
                onChange={(value) => onLooks({ ...looks, [type]: { ...look, size: Number(value) } })}
              />
              <Select
                label="Label"
                size="xs"
                placeholder="By itself"
                clearable
                data={attributes.map((attribute) => attribute.AttributeName)}
                value={look.label ?? null}
                onChange={(label) => onLooks({ ...looks, [type]: { ...look, label: label ?? undefined } })}
              />
            </div>
          </div>
        );
      })}
    </section>
  );
}
