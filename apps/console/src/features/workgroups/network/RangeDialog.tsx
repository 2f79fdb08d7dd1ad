/** Adds a range to the allow-list, or changes one. */
import { formCall } from '../../../shell/copy-as/form-call.ts';
import { CopyAs } from '../../../shell/copy-as/CopyAs.tsx';
import { said } from '@acacia/texts';
import { AllowedIpInput, type AllowedIp } from '@acacia/contract';
import { errorText, Form } from '@acacia/ui';
import { Button, Group, Modal, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { fieldProblem, lockoutWarning, type RangeInput } from './allow-list.ts';

interface RangeDialogProps {
  readonly workgroupId: string;
  /** The range to change; null: a new one. */
  readonly range: AllowedIp | null;
  /** The person's own address, once known. */
  readonly ip: string | undefined;
  readonly onClose: () => void;
  /** Rejects when the server refuses. */
  readonly onSave: (input: RangeInput) => Promise<void>;
}

const { shape } = AllowedIpInput;
const faultOf = (field: keyof RangeInput) => (value: string) =>
  said(shape[field].safeParse(value).error?.issues[0]?.message) ?? null;

/** A single address as a range. */
const alone = (ip: string): string => `${ip}/${ip.includes(':') ? 128 : 32}`;

export function RangeDialog({ workgroupId, range, ip, onClose, onSave }: RangeDialogProps) {
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const form = useForm({
    mode: 'controlled',
    initialValues: { cidr: range?.cidr ?? '', note: range?.note ?? '' },
    validate: { cidr: faultOf('cidr'), note: faultOf('note') },
  });
  const save = async (input: RangeInput): Promise<void> => {
    setBusy(true);
    setFailure(null);
    try {
      await onSave(input);
    } catch (error) {
      const problem = fieldProblem(error, 'cidr');
      if (problem !== undefined) form.setFieldError('cidr', problem);
      else if (lockoutWarning(error) === undefined) setFailure(errorText(error));
    } finally {
      setBusy(false);
    }
  };
  const params = { workgroup_id: workgroupId };
  const call =
    range === null
      ? formCall('addAllowedIp', { params, body: form.values })
      : formCall('updateAllowedIp', { params: { ...params, ip_id: range.id }, body: form.values });
  return (
    <Modal opened onClose={onClose} title={range === null ? 'Add allowed IP' : 'Edit allowed IP'} size={480}>
      <Form onSubmit={form.onSubmit((input) => void save(input))}>
        <Stack gap="md">
          <TextInput
            label="IP Range"
            description="A range of IPv4 or IPv6 addresses, or one address"
            placeholder="192.0.2.0/24"
            spellCheck={false}
            autoComplete="off"
            data-autofocus
            {...form.getInputProps('cidr')}
          />
          <TextInput label="Note" placeholder="Office" {...form.getInputProps('note')} />
          <Group>
            <Button
              variant="default"
              size="xs"
              disabled={ip === undefined}
              onClick={() => ip !== undefined && form.setFieldValue('cidr', alone(ip))}
            >
              Add my current IP address
            </Button>
          </Group>
          {failure !== null && <div role="alert">{failure}</div>}
          <Group justify="flex-end" gap="xs">
            <CopyAs calls={[call]} />
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" loading={busy} disabled={range !== null && !form.isDirty()}>
              {range === null ? 'Add' : 'Save'}
            </Button>
          </Group>
        </Stack>
      </Form>
    </Modal>
  );
}
