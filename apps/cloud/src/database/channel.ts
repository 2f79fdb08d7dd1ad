/** Hears the notifications of a channel (LISTEN), on one connection that is held only while somebody wants them. */
import type pg from 'pg';

export interface Channel {
  /** Resolves once notifications are heard; a connection that broke is opened again. */
  open(): Promise<void>;
  /** Lets the connection go. */
  close(): void;
}

interface Listener {
  readonly heard: (payload: string) => void;
  /** Called when the connection broke: notifications may have been missed. */
  readonly lost: () => void;
}

export function createChannel(pool: pg.Pool, name: string, { heard, lost }: Listener): Channel {
  let connection: Promise<pg.PoolClient> | undefined;
  const listen = async (onEnd: () => void): Promise<pg.PoolClient> => {
    const client = await pool.connect();
    client.on('notification', ({ payload = '' }) => heard(payload));
    client.once('end', onEnd);
    try {
      await client.query(`listen ${name}`);
      return client;
    } catch (error) {
      client.release(true);
      throw error;
    }
  };
  return {
    async open() {
      if (connection === undefined) {
        const onEnd = (): void => {
          if (connection !== opened) return;
          connection = undefined;
          lost();
        };
        const opened = listen(onEnd);
        opened.catch(onEnd);
        connection = opened;
      }
      await connection;
    },
    close() {
      const held = connection;
      connection = undefined;
      // A failure to open it was reported to the caller of `open`.
      void held?.then(
        (client) => client.release(true),
        () => undefined,
      );
    },
  };
}
