/** Asking whoever supports the installation; the answer comes by mail. */
import { said } from '@acacia/texts';
import '@acacia/ui/controls';
import {
  SUPPORT_MESSAGE_LENGTH,
  SUPPORT_SUBJECT_LENGTH,
  SUPPORT_TEXTS,
  SupportRequest,
} from '@acacia/contract';
import { Form, toast } from '@acacia/ui';
import { Button, Group, Modal, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { useState } from 'react';
import { useMe, useOrganization } from '../../data/me.ts';
import { useServices } from '../../services/services.ts';
import { CopyAs } from '../copy-as/CopyAs.tsx';
import { formCall } from '../copy-as/form-call.ts';

/** A text that stays in the tab while the dialog is closed. */
function useKeptText(key: string): readonly [string, (text: string) => void] {
  const [text, setText] = useState(() => sessionStorage.getItem(key) ?? '');
  const change = (next: string): void => {
    if (next === '') sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, next);
    setText(next);
  };
  return [text, change];
}

export default function ContactDialog({ onClose }: { readonly onClose: () => void }) {
  const { cloud } = useServices();
  const { id, email } = useMe();
  const support = useOrganization().data?.support_email;
  const page = useLocation({ select: ({ pathname }) => pathname });
  const [subject, setSubject] = useKeptText(`acacia.support.subject.${id}`);
  const [message, setMessage] = useKeptText(`acacia.support.message.${id}`);
  const [asked, setAsked] = useState(false);
  const request = SupportRequest.safeParse({ subject, message, page });
  const faultOf = (field: string): string | null =>
    said((asked && request.error?.issues.find(({ path }) => path[0] === field)?.message) || '') || null;
  const send = useMutation({
    mutationFn: (body: SupportRequest) => cloud.contactSupport({ body }),
    onSuccess: ({ mailed }) => {
      toast.success(said(mailed ? SUPPORT_TEXTS.sent : SUPPORT_TEXTS.kept));
      setSubject('');
      setMessage('');
      onClose();
    },
    onError: (error) => toast.error(error),
  });
  return (
    <Modal opened onClose={onClose} title="Contact support" size={520}>
      <Form
        onSubmit={() => {
          setAsked(true);
          if (request.success) send.mutate(request.data);
        }}
      >
        <Stack gap="md">
          <Text size="sm" c="dimmed">
            Your message goes to {support ?? 'whoever supports this installation'}; the answer comes to{' '}
            {email}. The page that you are on is named in it.
          </Text>
          <TextInput
            label="Subject"
            required
            data-autofocus
            maxLength={SUPPORT_SUBJECT_LENGTH}
            value={subject}
            error={faultOf('subject')}
            onChange={(event) => setSubject(event.currentTarget.value)}
          />
          <Textarea
            label="Message"
            description="What did you do, what did you expect, what came instead?"
            required
            autosize
            minRows={5}
            maxRows={14}
            maxLength={SUPPORT_MESSAGE_LENGTH}
            value={message}
            error={faultOf('message')}
            onChange={(event) => setMessage(event.currentTarget.value)}
          />
          <Group justify="flex-end" gap="xs">
            <CopyAs calls={[formCall('contactSupport', { body: { subject, message, page } })]} />
            <Button variant="default" onClick={onClose}>
              Cancel
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
