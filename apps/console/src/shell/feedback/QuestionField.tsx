/** The field of one question of a feedback form. */
import { said, t } from '@acacia/texts';
import '@mantine/core/styles/Rating.layer.css';
import { MOST_STARS, TEAM_SIZES, type FeedbackQuestion } from '@acacia/contract';
import { Input, Rating, Select, Textarea, TextInput } from '@mantine/core';

interface QuestionFieldProps {
  readonly question: FeedbackQuestion;
  readonly value: string;
  readonly error: string | null;
  readonly onChange: (answer: string) => void;
}

const LINES = { minRows: 2, maxRows: 8 };

export function QuestionField({ question, value, error, onChange }: QuestionFieldProps) {
  const { kind, required = false } = question;
  const label = said(question.label);
  const field = { label, withAsterisk: required, error };
  switch (kind) {
    case 'stars':
      return (
        <Input.Wrapper {...field} labelElement="div">
          <Rating
            role="radiogroup"
            aria-label={label}
            aria-invalid={error !== null}
            tabIndex={-1}
            size="lg"
            count={MOST_STARS}
            value={Number(value)}
            onChange={(stars) => onChange(String(stars))}
            getSymbolLabel={(stars) => (stars === 1 ? t`1 star` : t`${stars} stars`)}
          />
        </Input.Wrapper>
      );
    case 'team size':
      return (
        <Select
          {...field}
          data={TEAM_SIZES}
          value={value}
          allowDeselect={false}
          onChange={(size) => onChange(size ?? '')}
        />
      );
    case 'long text':
      return (
        <Textarea
          {...field}
          {...LINES}
          autosize
          value={value}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      );
    case 'text':
      return <TextInput {...field} value={value} onChange={(event) => onChange(event.currentTarget.value)} />;
  }
}
