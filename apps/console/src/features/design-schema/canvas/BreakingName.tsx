/** A name that may break into lines behind its underscores. */
import { Fragment } from 'react';

export function BreakingName({ name }: { readonly name: string }) {
  return name.split('_').map((part, index) => (
    <Fragment key={index}>
      {index > 0 && (
        <>
          _<wbr />
        </>
      )}
      {part}
    </Fragment>
  ));
}
