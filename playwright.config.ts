import { defineConfig } from '@playwright/test'
import { galleys } from './e2e/galleys.ts'
import { findChromium } from './tools/chromium.ts'

// Set E2E_URL to run the journeys against a Galley that is running already; it must be a fresh one with demo data.
const isGiven = process.env.E2E_URL !== undefined
/** `npm test` reads what became of each journey from that file. */
const isPartOfAll = process.env.PLAYWRIGHT_JSON_OUTPUT_FILE !== undefined

export default defineConfig({
  testDir: 'e2e',
  outputDir: 'test-results',
  // In each Galley one story after the other.
  workers: galleys.length,
  // A busy machine is slow, not broken.
  timeout: 240_000,
  expect: { timeout: 20_000 },
  forbidOnly: true,
  // Who runs them by hand sees every failure; `npm test` names those that passed only on a second try (decision 22).
  retries: isPartOfAll ? 1 : 0,
  // As a part of `npm test` a dot for each journey; what failed is told at its end.
  reporter: isPartOfAll ? [['dot'], ['json']] : [['list']],
  use: {
    viewport: { width: 1440, height: 900 },
    // A recording of every step costs a third of the journeys' time; the picture of a failure and its message say enough.
    trace: process.env.E2E_TRACE ? 'retain-on-failure' : 'off',
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: findChromium() ?? undefined,
      // Chromium refuses its sandbox to root; as anyone else it stays on.
      args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
    },
  },
  webServer: isGiven
    ? []
    : galleys.map(({ url, port, dataDir }) => ({
        command: 'node_modules/.bin/node server/src/main.ts',
        url: `${url}/`,
        timeout: 180_000,
        gracefulShutdown: { signal: 'SIGTERM' as const, timeout: 10_000 },
        stdout: 'ignore' as const,
        stderr: 'pipe' as const,
        env: {
          PORT: String(port),
          SANDBOX_PORT: String(port + 1),
          DATA_DIR: dataDir,
          // A journey cannot wait for hours: a post may be scheduled for the next minute.
          LEAD_TIME_MINUTES: '0',
          // Every journey signs in, several times, from one address.
          SIGN_IN_PER_MINUTE: '1000',
          LOG_LEVEL: 'warn',
        },
      })),
})
