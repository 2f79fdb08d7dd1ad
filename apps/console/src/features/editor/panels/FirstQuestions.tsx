/** Statements to begin with, below a file without text of a graph that has no queries yet. */
import type { GraphSchema } from '@acacia/language';
import { Button } from '@mantine/core';
import { IconPlayerPlay } from '@tabler/icons-react';
import { firstQuestions } from './first-questions.ts';
import classes from './panels.module.css';

interface FirstQuestionsProps {
  readonly schema: GraphSchema;
  /** Writes a statement into the file and runs it. */
  readonly onAsk: (text: string) => void;
}

export function FirstQuestions({ schema, onAsk }: FirstQuestionsProps) {
  const questions = firstQuestions(schema);
  if (questions.length === 0) return null;
  return (
    <section className={classes.ready} aria-label={`Statements to begin with in ${schema.name}`}>
      <span className={classes.note}>To begin with</span>
      <ul className={classes.firstList}>
        {questions.map(({ title, text }) => (
          <li key={text} title={text}>
            <Button
              size="compact-sm"
              variant="default"
              leftSection={<IconPlayerPlay size={13} stroke={1.7} />}
              onClick={() => onAsk(text)}
            >
              {title}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}
