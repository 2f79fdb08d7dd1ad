/** A QR code, black on white in both schemes: scanners need the contrast. */
import { encode } from 'uqr';
import classes from './security.module.css';

/** Modules of white around it (ISO/IEC 18004, section 9.1). */
const BORDER = 4;

export function QrCode({ text, label }: { readonly text: string; readonly label: string }) {
  const { data, size } = encode(text, { ecc: 'M', border: BORDER });
  const path = data
    .flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : [])))
    .join('');
  return (
    <svg className={classes.qr} viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label}>
      <path d={path} />
    </svg>
  );
}
