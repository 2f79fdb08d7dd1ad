/** The frame of the console: navigation at the left (a drawer on narrow screens), the page beside it. */
import { Suspense, useState, type ReactNode, type Ref } from 'react';
import { lazyAgain } from '../lazy-again.tsx';
import classes from './AppFrame.module.css';

interface AppFrameProps {
  readonly navigation: ReactNode;
  readonly collapsed: boolean;
  /** Below the mobile breakpoint: header and drawer instead of the column. */
  readonly mobile: boolean;
  readonly mobileHeader: ReactNode;
  readonly drawerOpened: boolean;
  readonly onDrawerClose: () => void;
  /** The page's own scrolling room. */
  readonly mainRef: Ref<HTMLDivElement>;
  readonly children: ReactNode;
}

const MAIN_ID = 'main';
/** Container of menus, dialogs and hints: the theme sends the library's portals here. */
const OVERLAYS_ID = 'overlays';

const MobileDrawer = lazyAgain(async () => (await import('./MobileDrawer.tsx')).default);

export function AppFrame(props: AppFrameProps) {
  const { navigation, collapsed, mobile, mobileHeader, drawerOpened, onDrawerClose, mainRef, children } =
    props;
  /** Once opened it stays, so that it closes with its own motion. */
  const [drawer, setDrawer] = useState(false);
  if (drawerOpened && !drawer) setDrawer(true);
  return (
    <>
      <a href={`#${MAIN_ID}`} className={classes.skip}>
        Skip to content
      </a>
      <div className={classes.frame} data-mobile={mobile || undefined}>
        {mobile ? (
          <>
            <header className={classes.mobileHeader}>{mobileHeader}</header>
            {drawer && (
              <Suspense fallback={null}>
                <MobileDrawer opened={drawerOpened} onClose={onDrawerClose}>
                  {navigation}
                </MobileDrawer>
              </Suspense>
            )}
          </>
        ) : (
          <div className={classes.navigation} data-collapsed={collapsed || undefined}>
            {navigation}
          </div>
        )}
        <main id={MAIN_ID} tabIndex={-1} className={classes.main}>
          <div ref={mainRef} className={classes.scroller}>
            {children}
          </div>
          <div id={OVERLAYS_ID} className={classes.overlays} />
        </main>
      </div>
    </>
  );
}

/** The room of an ordinary page; tools that need all of it go without. */
export function PageBody({
  children,
  width = 'page',
}: {
  readonly children: ReactNode;
  /** Lists and pictures take the width of a page, forms a narrower one that is easy to read. */
  readonly width?: 'page' | 'form';
}) {
  return (
    <div className={classes.page} data-width={width}>
      {children}
    </div>
  );
}
