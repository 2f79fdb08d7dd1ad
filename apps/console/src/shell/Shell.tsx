/** Navigation, header and page; the command palette and the list of shortcuts from anywhere. */
import { AppFrame, LogoMark } from '@acacia/ui';
import { UnstyledButton } from '@mantine/core';
import { IconMenu2 } from '@tabler/icons-react';
import { Link, Outlet, useLocation, useMatches } from '@tanstack/react-router';
import { startTransition, useEffect, useRef, useState } from 'react';
import { useChanges } from '../data/changes.ts';
import { lazyPart } from '../services/lazy-part.tsx';
import { useServices } from '../services/services.ts';
import { OpenFeedback } from './feedback/open-feedback.ts';
import { pageTitle } from './navigation-items.ts';
import { Beside } from './loading/Beside.tsx';
import { Navigation } from './Navigation.tsx';
import classes from './Shell.module.css';
import { useNarrow } from './narrow.ts';
import { OpenTutorials } from './tutorials/open-tutorials.ts';
import { useTutorials } from './tutorials/useTutorials.ts';
import { useGlobalKeys } from './useGlobalKeys.ts';
import { useNavigationCollapsed } from './useNavigationCollapsed.ts';
import { useWelcome } from './tour/useWelcome.ts';
import { useScrollMemory } from './useScrollMemory.ts';
import { Settled, TellDrawn, useSettled } from './useSettled.ts';

const AgreementDialog = lazyPart(async () => (await import('./agreement/AgreementDialog.tsx')).default);
const FeedbackDialog = lazyPart(async () => (await import('./feedback/FeedbackDialog.tsx')).default);
const ContactDialog = lazyPart(async () => (await import('./help/ContactDialog.tsx')).default);
const ChatSlot = lazyPart(async () => (await import('./help/ChatSlot.tsx')).default);
const CommandPalette = lazyPart(async () => (await import('./CommandPalette.tsx')).default);
const PasswordDialog = lazyPart(async () => (await import('./PasswordDialog.tsx')).default);
const SecurityDialog = lazyPart(async () => (await import('./security/SecurityDialog.tsx')).default);
const SessionsDialog = lazyPart(async () => (await import('./SessionsDialog.tsx')).default);
const Congratulations = lazyPart(async () => (await import('./tour/Congratulations.tsx')).default);
const TutorialsPanel = lazyPart(async () => (await import('./tutorials/TutorialsPanel.tsx')).default);
const CreditGate = lazyPart(async () => (await import('./credit-gate/CreditGate.tsx')).default);
const Watchers = lazyPart(async () => (await import('./watchers/Watchers.tsx')).default);
const ShortcutsDialog = lazyPart(async () => (await import('./ShortcutsDialog.tsx')).default);

type Overlay =
  | 'palette'
  | 'shortcuts'
  | 'password'
  | 'sessions'
  | 'security'
  | 'agreement'
  | 'feedback'
  | 'contact';

export function Shell() {
  const { config } = useServices();
  const pathname = useLocation({ select: (location) => location.pathname });
  const mobile = useNarrow();
  const [collapsed, toggle] = useNavigationCollapsed(pathname);
  const [drawer, setDrawer] = useState(false);
  const [overlay, setOverlay] = useState<Overlay | null>(null);
  /** Overlays that have been opened stay mounted, so that they close with their own motion. */
  const [loaded, setLoaded] = useState<ReadonlySet<Overlay>>(new Set());
  const open = (which: Overlay): void => {
    setDrawer(false);
    setLoaded((previous) => new Set(previous).add(which));
    setOverlay(which);
  };
  const close = (): void => setOverlay(null);
  const [openFeedback] = useState(() => () => {
    setDrawer(false);
    setOverlay('feedback');
  });
  useGlobalKeys({ palette: () => open('palette'), shortcuts: () => open('shortcuts'), navigation: toggle });
  useEffect(() => setDrawer(false), [pathname]);
  const main = useRef<HTMLDivElement>(null);
  useScrollMemory(main);
  /** The navigation is drawn first, and the page after it in small steps, between which the browser answers. */
  const [isPageBegun, setPageBegun] = useState(false);
  useEffect(() => startTransition(() => setPageBegun(true)), []);
  const [drawn, setDrawn] = useState(false);
  const [tellDrawn] = useState(() => () => setDrawn(true));
  /** A page that could not be loaded says so in its place, and shows nothing that could be old. */
  const failed = useMatches({ select: (matches) => matches.some(({ status }) => status === 'error') });
  const settled = useSettled(drawn || failed);
  const { away, connected } = useChanges(settled);
  const [gated, setGated] = useState(false);
  const welcome = useWelcome();
  const tutorials = useTutorials();
  const openTutorials = (chapter?: number): void => {
    setDrawer(false);
    tutorials.open(chapter);
  };

  const navigation = (
    <Navigation
      collapsed={!mobile && collapsed}
      {...(mobile ? {} : { onToggle: toggle })}
      tutorialsOpened={tutorials.opening !== null}
      onTutorials={() => openTutorials()}
      onSearch={() => open('palette')}
      onShortcuts={() => open('shortcuts')}
      onPassword={() => open('password')}
      onSessions={() => open('sessions')}
      onSecurity={() => open('security')}
      onAgreement={() => open('agreement')}
      onFeedback={openFeedback}
      onContact={() => open('contact')}
    />
  );
  return (
    <>
      <AppFrame
        mainRef={main}
        navigation={navigation}
        collapsed={collapsed}
        mobile={mobile}
        drawerOpened={drawer}
        onDrawerClose={() => setDrawer(false)}
        mobileHeader={
          <>
            <UnstyledButton
              className={classes.mark}
              aria-label="Open menu"
              aria-expanded={drawer}
              onClick={() => setDrawer(true)}
            >
              <IconMenu2 size={20} stroke={1.7} />
            </UnstyledButton>
            <span className={classes.title}>{pageTitle(pathname)}</span>
            <Link to="/" aria-label="Acacia home" className={classes.mark}>
              <LogoMark size={22} />
            </Link>
          </>
        }
      >
        <OpenFeedback value={openFeedback}>
          <OpenTutorials value={openTutorials}>
            <TellDrawn value={tellDrawn}>
              <Settled value={settled}>
                {isPageBegun &&
                  (gated ? (
                    <CreditGate onContact={() => open('contact')}>
                      <Outlet />
                    </CreditGate>
                  ) : (
                    <Outlet />
                  ))}
              </Settled>
            </TellDrawn>
          </OpenTutorials>
        </OpenFeedback>
      </AppFrame>
      {away && !failed && (
        <p className={classes.away} role="status">
          The server cannot be reached. What is shown may be out of date.
        </p>
      )}
      <Beside>
        {loaded.has('palette') && (
          <CommandPalette
            opened={overlay === 'palette'}
            onClose={close}
            onShortcuts={() => open('shortcuts')}
            onFeedback={openFeedback}
            onContact={() => open('contact')}
            onPassword={() => open('password')}
            onSecurity={() => open('security')}
            onSessions={() => open('sessions')}
            onAgreement={() => open('agreement')}
            onNavigation={toggle}
            onTutorials={() => openTutorials()}
          />
        )}
        {tutorials.opening !== null && (
          <TutorialsPanel
            key={tutorials.opening.time}
            chapter={tutorials.opening.chapter}
            onClose={tutorials.close}
          />
        )}
        {overlay === 'contact' && <ContactDialog onClose={close} />}
        {welcome.workspace !== null && (
          <Congratulations
            workspace={welcome.workspace}
            onSkip={() => welcome.answer(false)}
            onTour={() => welcome.answer(true)}
          />
        )}
        {overlay === 'feedback' && <FeedbackDialog onClose={close} />}
        {overlay === 'agreement' && <AgreementDialog onClose={close} />}
        {overlay === 'password' && <PasswordDialog onClose={close} />}
        {overlay === 'sessions' && <SessionsDialog onClose={close} />}
        {overlay === 'security' && <SecurityDialog onClose={close} />}
        {loaded.has('shortcuts') && <ShortcutsDialog opened={overlay === 'shortcuts'} onClose={close} />}
      </Beside>
      <Beside>
        {settled && config.chat_url !== null && <ChatSlot address={config.chat_url} />}
        {settled && <Watchers connected={connected} onFirst={welcome.greet} onGate={setGated} />}
      </Beside>
    </>
  );
}
