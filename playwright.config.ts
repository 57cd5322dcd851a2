import { defineConfig } from '@playwright/test'
import { testServers } from './e2e/test-servers.ts'
import { findChromium } from './tools/chromium.ts'

// Set E2E_URL to run the journeys against a Galley that is already running; it must be fresh, with demo data.
const isGiven = process.env.E2E_URL !== undefined
/** `npm test` reads the result of each journey from that file. */
const isPartOfAll = process.env.PLAYWRIGHT_JSON_OUTPUT_FILE !== undefined

/** Journeys that take longest. */
const longest = ['story.spec.ts', 'publishing.spec.ts']

export default defineConfig({
  testDir: 'e2e',
  outputDir: 'test-results',
  // One journey at a time on each server; every worker takes the next one, of whatever file.
  workers: testServers.length,
  fullyParallel: true,
  // Three times what the longest ones need on a quiet machine; those that need more say so.
  timeout: 150_000,
  expect: { timeout: 20_000 },
  forbidOnly: true,
  // What fails now and then has a cause (decision 90).
  retries: 0,
  // Within `npm test` a dot for each journey; failures are listed at its end.
  reporter: isPartOfAll ? [['dot'], ['json']] : [['list']],
  use: {
    viewport: { width: 1440, height: 900 },
    // A click on what still moves is tried again only half a second later. The journeys in story.spec.ts keep the motion.
    contextOptions: { reducedMotion: 'reduce' },
    // Recording every step takes a third of the journeys' time; a failure's screenshot and message are usually enough.
    trace: process.env.E2E_TRACE ? 'retain-on-failure' : 'off',
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: findChromium() ?? undefined,
      // Chromium refuses to run its sandbox as root; for anyone else it stays on.
      args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
    },
  },
  // The longest ones first, or one of them would end the run alone.
  projects: [
    { name: 'long', testMatch: longest },
    { name: 'short', testIgnore: longest },
  ],
  webServer: isGiven
    ? []
    : [
        {
          command: 'node_modules/.bin/node e2e/start-galleys.ts',
          wait: { stdout: /The Galleys are running/ },
          timeout: 180_000,
          gracefulShutdown: { signal: 'SIGTERM', timeout: 10_000 },
          stdout: 'ignore',
          stderr: 'pipe',
        },
      ],
})
