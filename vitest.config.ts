import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'

const node = (name: string, ...folders: string[]) => ({
  extends: true as const,
  test: { name, include: folders.map(folder => `${folder}/**/*.test.ts`), environment: 'node' as const },
})

export default defineConfig({
  test: {
    // Forks: native modules (argon2, sharp) and process-wide state stay apart. Two, for a small machine.
    pool: 'forks',
    maxWorkers: 2,
    // A loaded machine is slow, not broken; a test that hangs is still found.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    // Nor is what comes in the end: vitest gives up after a second, which a busy machine loses at any moment.
    expect: { poll: { timeout: 60_000 } },
    // happy-dom lays nothing out, so nothing in it can take the focus; said in 9,000 lines each time.
    onConsoleLog: log => !log.includes('use-focus-trap'),
    reporters: ['default', './tools/summary-reporter.ts'],
    projects: [
      node('domain', 'domain/src'),
      node('sandbox', 'sandbox/src'),
      node('tools', 'tools', 'bench'),
      {
        extends: true,
        test: {
          name: 'server',
          include: ['server/src/**/*.test.ts'],
          environment: 'node',
          globalSetup: ['./tools/vitest-postgres.ts'],
        },
      },
      {
        extends: true,
        plugins: [react()],
        test: {
          name: 'web',
          include: ['web/src/**/*.test.{ts,tsx}'],
          environment: 'happy-dom',
          setupFiles: ['./tools/vitest-web-setup.ts'],
        },
      },
    ],
  },
})
