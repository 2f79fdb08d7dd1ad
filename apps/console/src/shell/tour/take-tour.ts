import { toast } from '@acacia/ui';

/** Begins the tour, whose parts are loaded first. */
export function takeTour(): void {
  import('./tour.ts').then(({ beginTour }) => beginTour()).catch(toast.error);
}
