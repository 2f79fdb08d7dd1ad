/** Parts of the console that are loaded when they are first needed. */
import { CloudError, notReached } from '@acacia/api-client';
import { fetchLostStyles } from './lost-styles.ts';

/** Whether the server answers: then a part that cannot be loaded is gone, as after an upgrade. */
const answers = (): Promise<boolean> =>
  fetch('/', { method: 'HEAD', cache: 'no-store' }).then(
    () => true,
    () => false,
  );

/**
 * Loads a part. The router reloads the page once for a part that is gone; while the server is down that would replace
 * the page by the browser's own error page.
 * @throws CloudError of status 0 when the server cannot be reached, else the import's own error
 */
export async function part<T>(load: () => Promise<T>): Promise<T> {
  try {
    const styles = fetchLostStyles().catch(async (error: unknown) => {
      // They may be those of another part: what is here is drawn while the server is away.
      if (await answers()) throw error;
    });
    const [loaded] = await Promise.all([load(), styles]);
    return loaded;
  } catch (error) {
    if (await answers()) throw error;
    throw new CloudError(0, notReached('the server', 'Check that Acacia is running.'));
  }
}
