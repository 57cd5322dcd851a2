import { afterAll, beforeAll, beforeEach } from 'vitest'
import { startTestSandbox, type TestSandbox } from '#sandbox/testing/start.ts'
import type { Config } from '#server/config.ts'
import { registerOauthPages } from '#server/features/accounts/providers/oauth-pages.ts'
import { accountRoutes } from '#server/features/accounts/routes.ts'
import { hashPassword } from '#server/platform/session/passwords.ts'
import { startTestApp, type TestApp } from './app.ts'
import { openBrowser, type TestBrowser } from './provider-browser.ts'

export const testPassword = 'correct horse battery'

const tables = ['users', 'identities', 'sessions', 'sign_in_attempts', 'waiting_identities'] as const

/** Galley with the pages that browsers are redirected to; without `config` no provider is configured. */
export const startWithProviders = async (config: Partial<Config> = {}): Promise<TestApp> => {
  const test = await startTestApp({ routes: accountRoutes, now: new Date(), config })
  registerOauthPages(test.app, test.services)
  return test
}

/**
 * For a file of tests about sign-in providers: one sandbox for all of them, a fresh Galley and a fresh browser for each. Read its
 * parts inside tests only.
 */
export const stageProviders = () => {
  let sandbox: TestSandbox
  let test: TestApp
  let browser: TestBrowser
  beforeAll(async () => {
    sandbox = await startTestSandbox()
  })
  afterAll(() => sandbox.stop())
  beforeEach(async () => {
    const config = { sandbox: true, sandboxUrl: sandbox.url(), SIGN_IN_PER_MINUTE: 1000 }
    test = await startWithProviders(config)
    browser = openBrowser(test)
    return () => test.close()
  })

  const count = async (table: (typeof tables)[number]): Promise<number> => {
    const rows = test.db.selectFrom(table).select(eb => eb.fn.countAll().as('n'))
    return Number((await rows.executeTakeFirstOrThrow()).n)
  }
  return {
    sandbox: () => sandbox,
    test: () => test,
    browser: () => browser,
    count,
    /** The number of people, identities and sessions. */
    traces: async () => [await count('users'), await count('identities'), await count('sessions')],
    buildUser: async (email: string, more: { is_confirmed?: boolean } = {}): Promise<number> => {
      const password_hash = await hashPassword(testPassword)
      const user = test.db.insertInto('users').values({ name: 'Someone', email, password_hash, ...more })
      return (await user.returning('id').executeTakeFirstOrThrow()).id
    },
    meOf: async (token: string) => {
      const headers = { authorization: `Bearer ${token}` }
      return (await test.app.inject({ url: '/api/auth/me', headers })).json().data
    },
  }
}
