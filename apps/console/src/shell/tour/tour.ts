/** The product tour over the shell; loaded when somebody takes it. */
import { t } from '@acacia/texts';
import 'driver.js/dist/driver.css';
import './tour.css';
import { driver, type DriveStep, type PopoverDOM } from 'driver.js';
import { elementOf, STOPS } from './steps.ts';

type Step = DriveStep & { readonly element: HTMLElement };

const stepsOfPage = (): Step[] =>
  STOPS.flatMap((stop) => {
    const element = elementOf(stop);
    if (element === undefined) return [];
    return { element, popover: { title: stop.title, description: stop.text, side: 'right', align: 'start' } };
  });

function onPopoverRender({ wrapper, nextButton, closeButton }: PopoverDOM): void {
  wrapper.setAttribute('aria-modal', 'true');
  closeButton.setAttribute('aria-label', t`End the tour`);
  // The library gives the focus to the button that ends it.
  queueMicrotask(() => nextButton.focus());
}

/** Attributes that the library sets on the element of a stop, and removes afterwards. */
const BORROWED = ['aria-haspopup', 'aria-expanded', 'aria-controls'] as const;

/** Remembers the attributes; the function that it returns gives them back. */
function keepAttributes(elements: readonly HTMLElement[]): () => void {
  const kept = elements.flatMap((element) =>
    BORROWED.map((name) => ({ element, name, value: element.getAttribute(name) })),
  );
  return () => {
    for (const { element, name, value } of kept) if (value !== null) element.setAttribute(name, value);
  };
}

/** One text: Back and Done have other meanings elsewhere. */
const [NEXT = '', BACK = '', DONE = ''] = t`Next | Back | Done`.split(' | ');

/** Begins the tour. Arrow keys lead through it, Escape ends it, and the focus goes back to where it was. */
export function beginTour(): void {
  const before = document.activeElement;
  const steps = stepsOfPage();
  const giveBack = keepAttributes(steps.map(({ element }) => element));
  const tour = driver({
    steps,
    showProgress: true,
    progressText: t`{{current}} of {{total}}`,
    nextBtnText: NEXT,
    prevBtnText: BACK,
    doneBtnText: DONE,
    popoverClass: 'acacia-tour',
    overlayOpacity: 0.45,
    stageRadius: 8,
    stagePadding: 4,
    animate: !window.matchMedia('(prefers-reduced-motion: reduce)').matches,
    disableActiveInteraction: true,
    onPopoverRender,
    onDestroyed: () => {
      giveBack();
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    },
  });
  if (steps.length > 0) tour.drive();
}
