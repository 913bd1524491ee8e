import { defineConfig } from '@playwright/test'

/**
 * Real Chromium, virtual authenticators, and the whole product behind one listener. `journeys` covers every
 * user flow once and is part of `npm test`. `full` covers the rest and is part of `npm run test:full`.
 */
export default defineConfig({
  projects: [
    { name: 'journeys', testDir: './journeys' },
    { name: 'full', testDir: './full' },
  ],
  outputDir: './artifacts/results',
  // Tests are independent, and each worker has its own stack, so any free worker takes the next test.
  fullyParallel: true,
  workers: 2,
  timeout: 90_000,
  expect: { timeout: 15_000 },
  reporter: [['list'], ['html', { outputFolder: './artifacts/report', open: 'never' }]],
  forbidOnly: true,
  use: {
    actionTimeout: 15_000,
    navigationTimeout: 20_000,
    screenshot: 'only-on-failure',
    // Recording every test costs more than it helps. The last screenshot is kept anyway.
    trace: process.env.LATCHKEY_TRACE === '1' ? { mode: 'retain-on-failure', screenshots: false } : 'off',
    viewport: { width: 1440, height: 900 },
    launchOptions: process.env.LATCHKEY_CHROMIUM ? { executablePath: process.env.LATCHKEY_CHROMIUM } : {},
  },
})
