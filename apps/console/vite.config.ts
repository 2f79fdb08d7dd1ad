import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** Where the cloud answers while the console is developed with `vite`. */
const cloud = process.env['ACACIA_CLOUD'] ?? 'http://localhost:4100';

export default defineConfig({
  plugins: [react()],
  server: {
    port: 5173,
    proxy: { '/api': cloud, '/oidc': cloud },
  },
  resolve: {
    // One module instead of five thousand in development.
    alias: { '@tabler/icons-react': '@tabler/icons-react/dist/esm/icons/index.mjs' },
  },
  build: {
    outDir: 'dist',
    target: 'es2023',
    modulePreload: { polyfill: false },
    // Editor and canvas are one chunk each, loaded with their routes.
    chunkSizeWarningLimit: 900,
  },
});
