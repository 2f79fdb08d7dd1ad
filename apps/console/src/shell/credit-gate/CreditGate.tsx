/**
 * In place of pages once the credits of the organisation are used up (specification part 3, section 4). The page of bills,
 * on which that is mended, and the guides stay.
 */
import '@acacia/ui/controls';
import { said, t } from '@acacia/texts';
import { BILLING_TEXTS } from '@acacia/contract';
import { EmptyState } from '@acacia/ui';
import { Button } from '@mantine/core';
import { IconCoinOff } from '@tabler/icons-react';
import { useLocation } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useCan, useOrganization } from '../../data/me.ts';
import { LinkButton } from '../LinkButton.tsx';
import full from '../full-page/FullPage.module.css';
import { useDocumentTitle } from '../useDocumentTitle.ts';

/** Pages that the gate does not replace. */
const SPARED = /^\/(?:admin\/bills|guides)(?:\/|$)/;

interface CreditGateProps {
  readonly onContact: () => void;
  /** The page, shown where it is spared. */
  readonly children: ReactNode;
}

export default function CreditGate({ onContact, children }: CreditGateProps) {
  const pathname = useLocation({ select: (location) => location.pathname });
  return SPARED.test(pathname) ? children : <Gate onContact={onContact} />;
}

function Gate({ onContact }: Pick<CreditGateProps, 'onContact'>) {
  useDocumentTitle(said(BILLING_TEXTS.gateTitle));
  const pays = useCan()('billing.pay');
  const organization = useOrganization().data?.org_display_name ?? t`your organization`;
  return (
    <div className={full.inside}>
      <EmptyState
        page
        icon={<IconCoinOff size={22} stroke={1.6} />}
        title={said(BILLING_TEXTS.gateTitle)}
        description={
          pays
            ? t`Add a credit card, and ${organization} goes on where it stopped. Your data is safe.`
            : t`Ask an organization admin or billing admin of ${organization} to add a credit card. Your data is safe.`
        }
        action={
          <>
            {pays && (
              <LinkButton to="/admin/bills" search={{ addCreditCard: 'true', tab: 'PaymentMethods' }}>
                {said(BILLING_TEXTS.addCreditCard)}
              </LinkButton>
            )}
            <Button variant="default" onClick={onContact}>
              {said(BILLING_TEXTS.contactSupport)}
            </Button>
          </>
        }
      />
    </div>
  );
}
