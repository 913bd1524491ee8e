import { defineConfig } from '@playwright/test'

/** Real Chromium, virtual authenticators, the whole product behind one listener. */
export default defineConfig({
  testDir: '.',
  outputDir: './artifacts/results',
  fullyParallel: false,
  workers: 2,
  timeout: 90_000,
  expect: { timeout: 15_000 },
  reporter: [['list'], ['html', { outputFolder: './artifacts/report', open: 'never' }]],
  forbidOnly: true,
  use: {
    actionTimeout: 15_000,
    navigationTimeout: 20_000,
    screenshot: 'only-on-failure',
    // The last picture is kept anyway; a film of every test costs more than it tells.
    trace: { mode: 'retain-on-failure', screenshots: false },
    viewport: { width: 1440, height: 900 },
    launchOptions: process.env.LATCHKEY_CHROMIUM ? { executablePath: process.env.LATCHKEY_CHROMIUM } : {},
  },
})
