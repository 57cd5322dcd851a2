import react from '@vitejs/plugin-react'
import { configDefaults, defineConfig } from 'vitest/config'
import { mutation } from './tools/mutants.ts'
import { clockEnvironment, movedDate } from './tools/test-clock.ts'
import { LongestFirst } from './tools/test-order.ts'
import { catalogues } from './web/catalogues.ts'

const node = (name: string, ...folders: string[]) => ({
  extends: true as const,
  test: { name, include: folders.map(folder => `${folder}/**/*.test.ts`), environment: 'node' as const },
})

/** Tests that replace a module (`vi.mock`): in a shared process the replacement would reach every later file. */
const isolated = ['web/src/**/*.isolated.test.{ts,tsx}']

const web = {
  extends: true as const,
  plugins: [react(), catalogues()],
  test: {
    environment: 'happy-dom' as const,
    setupFiles: ['./tools/vitest-web-setup.ts'],
    // Node's own `localStorage` would stand in the way of the window's.
    execArgv: ['--no-experimental-webstorage'],
  },
}

/**
 * Most objects of a test are garbage when it ends. With 128 MB for them instead of 16 they are rarely copied before, which takes a
 * tenth of the processor time.
 */
const roomForYoung = '--max-semi-space-size=128'

/** Only in the fault runs that try their oracle (`npm run faults -- --mutants`). */
const { FAULT_MUTANT } = process.env
// Where and when the tests begin, if that was chosen (decision 92).
Object.assign(process.env, clockEnvironment(process.env))

export default defineConfig({
  plugins: FAULT_MUTANT ? [mutation(FAULT_MUTANT)] : [],
  test: {
    // Two processes for a small machine. Their test files share them, which saves loading every module again for each file:
    // a test undoes what it changes for the whole process (timers, globals, spies, environment).
    pool: 'forks',
    maxWorkers: 2,
    isolate: false,
    execArgv: [roomForYoung, ...(process.env.TEST_CLOCK_AHEAD ? [movedDate] : [])],
    sequence: { sequencer: LongestFirst },
    restoreMocks: true,
    unstubEnvs: true,
    unstubGlobals: true,
    // A slow machine must not fail a test; one that hangs is still found.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    // The same for polling: vitest's default of one second is too short on a busy machine.
    expect: { poll: { timeout: 60_000 } },
    // happy-dom has no layout, so nothing in it can take the focus; without this the warning fills 9,000 lines.
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
          include: ['server/**/*.test.ts'],
          environment: 'node',
          // One more than there are cores: the tests that kill, freeze and start processes mostly wait.
          maxWorkers: 3,
          sequence: { groupOrder: 1 },
          globalSetup: ['./tools/postgres/vitest-postgres.ts'],
          setupFiles: ['./tools/vitest-server-setup.ts'],
        },
      },
      {
        ...web,
        test: {
          ...web.test,
          name: 'web',
          include: ['web/src/**/*.test.{ts,tsx}'],
          exclude: [...configDefaults.exclude, ...isolated],
        },
      },
      { ...web, test: { ...web.test, name: 'web-isolated', include: isolated, isolate: true } },
    ],
  },
})
