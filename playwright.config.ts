import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { defineConfig } from '@playwright/test'
import { findChromium } from './tools/chromium.ts'

// Set E2E_URL to run the journeys against a Galley that is running already; it must be a fresh one with demo data.
const address = process.env.E2E_URL
const port = process.env.E2E_PORT ?? '4680'
// Playwright reads this file in every process: the folder is chosen once and inherited. Galley itself makes it.
process.env.E2E_DATA_DIR ??= join(tmpdir(), `galley-e2e-${Date.now()}-${process.pid}`)

export default defineConfig({
  testDir: 'e2e',
  outputDir: 'test-results',
  // One story after the other: they share one Galley, and the machine may have two cores.
  workers: 1,
  timeout: 120_000,
  expect: { timeout: 10_000 },
  forbidOnly: true,
  // As a part of `npm test` a dot for each journey; what failed is told at its end.
  reporter: process.env.PLAYWRIGHT_JSON_OUTPUT_FILE ? [['dot'], ['json']] : [['list']],
  use: {
    baseURL: address ?? `http://127.0.0.1:${port}`,
    viewport: { width: 1440, height: 900 },
    trace: 'retain-on-failure',
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: findChromium() ?? undefined,
      // Chromium refuses its sandbox to root; as anyone else it stays on.
      args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
    },
  },
  webServer: address
    ? undefined
    : {
        command: 'node_modules/.bin/node server/src/main.ts',
        url: `http://127.0.0.1:${port}/`,
        timeout: 60_000,
        gracefulShutdown: { signal: 'SIGTERM', timeout: 10_000 },
        stdout: 'ignore',
        stderr: 'pipe',
        env: {
          PORT: port,
          SANDBOX_PORT: String(Number(port) + 1),
          DATA_DIR: process.env.E2E_DATA_DIR,
          // A journey cannot wait for hours: a post may be scheduled for the next minute.
          LEAD_TIME_MINUTES: '0',
          // Every journey signs in, several times, from one address.
          SIGN_IN_PER_MINUTE: '1000',
          LOG_LEVEL: 'warn',
        },
      },
})
