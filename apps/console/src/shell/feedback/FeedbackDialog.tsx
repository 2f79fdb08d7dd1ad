/** Saying what is good and what is not (specification part 1, sections 2.8 and 5). */
import { said } from '@acacia/texts';
import '@acacia/ui/controls';
import {
  answerFault,
  FEEDBACK_CATEGORIES,
  FEEDBACK_TEXTS,
  feedbackCategoryAt,
  feedbackQuestions,
} from '@acacia/contract';
import { Form, toast } from '@acacia/ui';
import { Button, Group, Modal, Select, Stack } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { useState } from 'react';
import { useMe } from '../../data/me.ts';
import { useServices } from '../../services/services.ts';
import { answerTo, forgetDraft, keepDraft, readDraft, rowDataOf, type Draft } from './feedback-draft.ts';
import { QuestionField } from './QuestionField.tsx';
import { CopyAs } from '../copy-as/CopyAs.tsx';
import { formCall } from '../copy-as/form-call.ts';

export default function FeedbackDialog({ onClose }: { readonly onClose: () => void }) {
  const services = useServices();
  const { id } = useMe();
  const category = feedbackCategoryAt(useLocation({ select: ({ pathname }) => pathname }));
  const [draft, setDraft] = useState(() => readDraft(id, category));
  const [asked, setAsked] = useState(false);
  const change = (part: Partial<Draft>): void => {
    const next = { ...draft, ...part };
    keepDraft(id, next);
    setDraft(next);
  };
  const input = { body: { category: draft.category, rowData: rowDataOf(draft) } };
  const send = useMutation({
    mutationFn: () => services.cloud.giveFeedback(input),
    onSuccess: () => {
      forgetDraft(id);
      toast.success(said(FEEDBACK_TEXTS.sent));
      onClose();
      void services.queryClient.invalidateQueries({ queryKey: ['onboarding-tasks'] });
      void services.queryClient.invalidateQueries({ queryKey: ['feedback'] });
    },
    onError: (error) => toast.error(error),
  });
  const questions = feedbackQuestions(draft.category);
  const faultOf = (question: (typeof questions)[number]): string | null =>
    answerFault(question, answerTo(draft, question.label));
  return (
    <Modal opened onClose={onClose} title="Give feedback" size={520}>
      <Form
        onSubmit={() => {
          setAsked(true);
          if (questions.every((question) => faultOf(question) === null)) send.mutate();
        }}
      >
        <Stack gap="md">
          <Select
            label="Category"
            data={FEEDBACK_CATEGORIES.map((value) => ({ value, label: said(value) }))}
            value={draft.category}
            allowDeselect={false}
            onChange={(next) => next !== null && change({ category: next })}
          />
          {questions.map((question) => (
            <QuestionField
              key={question.label}
              question={question}
              value={answerTo(draft, question.label)}
              error={asked ? faultOf(question) : null}
              onChange={(answer) => change({ answers: { ...draft.answers, [question.label]: answer } })}
            />
          ))}
          <Group justify="flex-end" gap="xs">
            <CopyAs calls={[formCall('giveFeedback', input)]} />
            <Button variant="default" onClick={onClose}>
              Not now
            </Button>
            <Button type="submit" loading={send.isPending}>
              Send
            </Button>
          </Group>
        </Stack>
      </Form>
    </Modal>
  );
}
