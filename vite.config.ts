import { defineConfig } from 'vitest/config'
import react from '@vitejs/plugin-react'
import tailwindcss from '@tailwindcss/vite'

/** The console's build, and the projects of the unit tests. The widget and the server have builds of their own. */
export default defineConfig({
  plugins: [react(), tailwindcss()],
  build: {
    outDir: 'dist/console',
    emptyOutDir: true,
    target: 'es2022',
    sourcemap: false,
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
  },
  test: {
    testTimeout: 60_000,
    hookTimeout: 120_000,
    projects: [
      {
        extends: true,
        test: {
          name: 'node',
          include: ['src/{shared,service,bff,cli,contracts}/**/*.test.ts', 'widget/**/*.test.ts'],
          environment: 'node',
          pool: 'forks',
        },
      },
      {
        extends: true,
        test: { name: 'dom', include: ['src/console/**/*.test.{ts,tsx}'], environment: 'happy-dom' },
      },
    ],
  },
})
