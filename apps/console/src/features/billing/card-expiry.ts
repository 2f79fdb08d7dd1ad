/** Whether a credit card can still be charged. */
import type { CreditCard } from '@acacia/contract';

type Expiry = 'valid' | 'soon' | 'expired';

/** Days before its end at which a card expires soon: two invoices. */
const SOON_DAYS = 60;
const DAY_MS = 86_400_000;

/**
 * A card is good to the end of the month that is written on it, in UTC.
 * @param now milliseconds since 1970
 */
export function expiryOf({ expire_month, expire_year }: CreditCard, now: number): Expiry {
  // Months of `Date` begin at 0: this is the first moment of the month after.
  const end = Date.UTC(expire_year, expire_month);
  if (now >= end) return 'expired';
  return end - now <= SOON_DAYS * DAY_MS ? 'soon' : 'valid';
}

/** `04/2027` */
export const expiryText = ({ expire_month, expire_year }: CreditCard): string =>
  `${String(expire_month).padStart(2, '0')}/${expire_year}`;

const BRANDS: Readonly<Record<string, string>> = {
  amex: 'American Express',
  diners: 'Diners Club',
  discover: 'Discover',
  jcb: 'JCB',
  mastercard: 'Mastercard',
  unionpay: 'UnionPay',
  visa: 'Visa',
};

/** The name of a brand, from the code that payment providers have for it. */
export const brandName = (brand: string): string => BRANDS[brand.toLowerCase()] ?? brand;
