/** Lets a reader wait for the next change of a thing by id. */
import { EventEmitter } from 'node:events';

/** A subscription to the changes of one id, from its creation on: a change between a read and `next` is not lost. */
export interface Follower {
  /** Resolves when there was a change since it last resolved, or after so many milliseconds. */
  next(milliseconds: number): Promise<void>;
  /** Ends the subscription. */
  end(): void;
}

export interface Changes {
  /** Announces a change of the thing with this id. */
  tell(id: string): void;
  /** Subscribes to an id. Subscribe before reading the thing's state. */
  follow(id: string): Follower;
}

export function createChanges(): Changes {
  const events = new EventEmitter().setMaxListeners(0);
  return {
    tell: (id) => void events.emit(id),
    follow(id) {
      let changed = false;
      let wake = (): void => undefined;
      const hear = () => {
        changed = true;
        wake();
      };
      events.on(id, hear);
      return {
        async next(milliseconds) {
          if (!changed) {
            await new Promise<void>((resolve) => {
              const overdue = setTimeout(resolve, milliseconds);
              wake = () => {
                clearTimeout(overdue);
                resolve();
              };
            });
          }
          changed = false;
        },
        end: () => void events.off(id, hear),
      };
    },
  };
}
