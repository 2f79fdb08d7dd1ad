import { language } from '@acacia/texts';
import { UiProvider } from '@acacia/ui';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { z } from 'zod';
import { createConsoleRouter, loadPageOf } from './app/router.tsx';
import { takeArrival } from './data/marketplace.ts';
import { root } from './root.ts';
import { createServices, ServicesContext } from './services/services.ts';
import { watchStyles } from './services/lost-styles.ts';
import { Splash } from './shell/full-page/Splash.tsx';
import { StartFailure } from './shell/full-page/StartFailure.tsx';
import { loadClientConfig } from './session/client-config.ts';
import { createSession } from './session/session.ts';

// The page's policy allows no code from texts: zod would try, and the browser would report it.
z.config({ jitless: true });

document.documentElement.lang = language === 'zh' ? 'zh-CN' : language;

// The settings are on their way: an empty page looks broken.
root.render(
  <UiProvider>
    <Splash />
  </UiProvider>,
);

takeArrival();
watchStyles();

async function start(): Promise<void> {
  const session = createSession((address) => window.location.assign(address));
  // Asked for along with the settings. A failure is met by the first call that needs the token.
  session.getToken().catch(() => undefined);
  const services = createServices(await loadClientConfig(), session);
  const router = createConsoleRouter(services);
  loadPageOf(router, window.location.pathname);
  root.render(
    <StrictMode>
      <UiProvider>
        <QueryClientProvider client={services.queryClient}>
          <ServicesContext value={services}>
            <RouterProvider router={router} />
          </ServicesContext>
        </QueryClientProvider>
      </UiProvider>
    </StrictMode>,
  );
}

// In a task of its own, so that the browser can draw and answer between the two.
setTimeout(() => {
  start().catch((error: unknown) => {
    root.render(
      <UiProvider>
        <StartFailure error={error} />
      </UiProvider>,
    );
  });
});
