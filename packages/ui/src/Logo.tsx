/** The mark: an acacia's flat crown over its forked stem, drawn as three nodes and their edges. */
import classes from './Logo.module.css';

/** @param size edge of the mark in pixels; readable from 16 */
export function LogoMark({ size = 24 }: { readonly size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 16 16" aria-hidden="true" className={classes.mark}>
      <path
        d="M8 15V9.5M8 9.5 3.4 5.4M8 9.5l4.6-4.1"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.7"
        strokeLinecap="round"
      />
      <path d="M3.4 5.2h9.2" stroke="currentColor" strokeWidth="1.7" strokeLinecap="round" />
      <circle cx="3.2" cy="5.1" r="2.2" fill="currentColor" />
      <circle cx="12.8" cy="5.1" r="2.2" fill="currentColor" />
      <circle cx="8" cy="3" r="2.4" fill="currentColor" />
    </svg>
  );
}

export function Logo({ size = 24 }: { readonly size?: number }) {
  return (
    <span className={classes.logo}>
      <LogoMark size={size} />
      <span className={classes.word}>Acacia</span>
    </span>
  );
}
