/** The user agreement to read again. */
import { Modal } from '@mantine/core';
import { Agreement } from './Agreement.tsx';

export default function AgreementDialog({ onClose }: { readonly onClose: () => void }) {
  return (
    <Modal opened onClose={onClose} title="User agreement" size={720}>
      <Agreement />
    </Modal>
  );
}
