/** Looks by type (colour, size and label of vertices, labels of edges), and by rules over attributes. */
import { t } from '@acacia/texts';
import {
  EXPLORATION_LIMITS,
  type ExplorationStyles,
  type StyleRule,
  type WireGraphSchema,
} from '@acacia/contract';
import { EmptyState } from '@acacia/ui';
import { ActionIcon, Button } from '@mantine/core';
import { IconArrowUp, IconX } from '@tabler/icons-react';
import { walkableEdgeTypes } from '../../workspace-tool/graph-queries.ts';
import type { TypeColors } from '../../workspace-tool/type-colors.ts';
import { operatorText } from '../ConditionFields.tsx';
import classes from '../explore.module.css';
import { RuleForm } from './RuleForm.tsx';
import { EdgeLabels } from './EdgeLabels.tsx';
import { TypeLooks } from './TypeLooks.tsx';

interface StylesPanelProps {
  readonly schema: WireGraphSchema;
  readonly colors: TypeColors;
  readonly styles: ExplorationStyles;
  readonly onStyles: (styles: ExplorationStyles) => void;
  readonly onColor: (type: string, color: string) => void;
  /** Whose styles these are, in a sentence. */
  readonly whose: string;
  /** Keeps them with the graph, for everybody who has none of their own. */
  readonly onShare: () => void;
  /** Takes those of the graph instead. */
  readonly onReset: () => void;
  /** Why nothing can be changed that everybody sees; undefined: it can. */
  readonly refusal: string | undefined;
}

export function StylesPanel(props: StylesPanelProps) {
  const { schema, colors, styles, onStyles, onColor, refusal } = props;
  const { looks, rules } = styles;
  if (schema.VertexTypes.length === 0) {
    return <EmptyState compact title="No types" description="The graph has no vertex types yet." />;
  }
  const setRules = (next: readonly StyleRule[]) => onStyles({ ...styles, rules: [...next] });
  return (
    <>
      <section className={classes.section} aria-label="Rules">
        <h2 className={classes.heading}>By value</h2>
        <ol className={classes.chips} aria-label="Style rules">
          {rules.map((rule, n) => {
            const text = ruleText(rule);
            return (
              <li key={rule.id}>
                {text}
                <span className={classes.chipActions}>
                  {n > 0 && (
                    <ActionIcon
                      size="xs"
                      aria-label={`Move the rule ${text} up`}
                      onClick={() => setRules(raised(rules, n))}
                    >
                      <IconArrowUp size={12} />
                    </ActionIcon>
                  )}
                  <ActionIcon
                    size="xs"
                    aria-label={`Remove the rule ${text}`}
                    onClick={() => setRules(rules.filter((_, each) => each !== n))}
                  >
                    <IconX size={12} />
                  </ActionIcon>
                </span>
              </li>
            );
          })}
        </ol>
        {rules.length > 1 && <p className={classes.note}>The first rule that fits counts.</p>}
        <RuleForm
          schema={schema}
          disabled={rules.length >= EXPLORATION_LIMITS.rules}
          onAdd={(rule) => setRules([...rules, rule])}
        />
      </section>
      <section className={classes.section} aria-label="Whose styles">
        <p className={classes.note}>{props.whose}</p>
        <div className={classes.buttons}>
          <Button
            size="compact-sm"
            variant="default"
            disabled={refusal !== undefined}
            title={refusal}
            onClick={props.onShare}
          >
            Use for everybody
          </Button>
          <Button size="compact-sm" variant="default" onClick={props.onReset}>
            As the graph has it
          </Button>
        </div>
      </section>
      <section className={classes.section} aria-label="Styles">
        <h2 className={classes.heading}>By type</h2>
        {refusal !== undefined && (
          <p className={classes.note}>Everybody sees the same colours of types. {refusal}</p>
        )}
        <TypeLooks
          types={schema.VertexTypes}
          colors={colors}
          looks={looks}
          onLooks={(next) => onStyles({ ...styles, looks: next })}
          onColor={onColor}
          colorRefusal={refusal}
        />
      </section>
      <EdgeLabels
        types={walkableEdgeTypes(schema)}
        looks={looks}
        onLooks={(next) => onStyles({ ...styles, looks: next })}
      />
    </>
  );
}

/** The rules with one of them a place earlier. */
function raised(rules: readonly StyleRule[], at: number): readonly StyleRule[] {
  const [before, rule] = [rules[at - 1], rules[at]];
  if (before === undefined || rule === undefined) return rules;
  return [...rules.slice(0, at - 1), rule, before, ...rules.slice(at + 1)];
}

function ruleText(rule: StyleRule): string {
  const subject = `${rule.type}: `;
  if (rule.by === 'value') return t`${subject}colour by ${rule.attribute}`;
  if (rule.by === 'scale')
    return t`${subject}${rule.channel === 'color' ? 'colour' : 'size'} along ${rule.attribute}`;
  const look = [
    ...(rule.color === undefined ? [] : [t`coloured`]),
    ...(rule.size === undefined ? [] : [rule.size > 1 ? t`large` : t`small`]),
  ];
  const [one = '', other] = look;
  const looks = other === undefined ? one : t`${one} and ${other}`;
  return t`${subject}${looks} where ${rule.attribute} ${operatorText(rule.operator)} ${rule.value}`;
}
