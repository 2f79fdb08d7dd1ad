import { t } from '@acacia/texts';

/** `R/W` or `R/O`: whether a workspace writes its database. */
export const accessWord = ({ is_rw }: { readonly is_rw: boolean }): string => (is_rw ? t`R/W` : t`R/O`);
