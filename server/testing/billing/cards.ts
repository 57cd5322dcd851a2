import { afterAll, beforeAll } from 'vitest'
import { cardGatewayCredentials } from '#sandbox/platform/app-credentials.ts'
import { startTestSandbox, type TestSandbox } from '#sandbox/testing/start.ts'
import type { Config } from '#server/config.ts'
import type { Route } from '#server/platform/http/route.ts'
import { makeLog } from '#server/platform/log.ts'
import { startTestApp, type TestApp, type TestPerson, testNow } from '../app.ts'
import { nextNumber } from '../people.ts'

type Trouble = 'down' | 'lost' | 'error_after' | ''
type SandboxCard = {
  readonly id: string
  readonly last_four: string
  readonly account: string
  readonly confirmed: number
  readonly detached?: boolean
}

/** A card number of the sandbox for each thing that can happen to a card. */
export const cardNumbers = {
  good: '4242424242424242',
  other: '5555555555554444',
  declined: '4000000000000002',
  expired: '4000000000000069',
  wrongCvc: '4000000000000127',
  declinedLater: '4000000000000341',
  asksBack: '4000002500003155',
  misspelt: '4242424242424241',
  chargesDeclined: '4000000000000887',
  chargesConfirmed: '4000002760003184',
  chargesLost: '4000000000003410',
} as const

/** For tests: a card as the form sends it. */
export const cardOf = (number: string = cardNumbers.good, more: Record<string, unknown> = {}) => ({
  cardName: 'Zoë Moreau',
  cardNumber: number,
  expiryMonth: 12,
  expiryYear: 2030,
  cvc: '917',
  ...more,
})

/** For tests of cards: one sandbox for the whole file, and a Galley that uses it as its gateway. Read its parts inside tests only. */
export const stageCards = (routes: readonly Route[], more: Partial<Config> = {}) => {
  let sandbox: TestSandbox
  let test: TestApp
  const lines: string[] = []
  beforeAll(async () => {
    sandbox = await startTestSandbox()
    const config = {
      sandbox: true,
      sandboxUrl: sandbox.url(),
      SIGN_IN_PER_MINUTE: 1000,
      LOG_LEVEL: 'trace' as const,
      ...more,
    }
    const log = makeLog('trace', { write: (line: string) => lines.push(line) })
    test = await startTestApp({ routes, now: testNow, config, log })
  })
  afterAll(async () => {
    await test.close()
    await sandbox.stop()
  })
  return {
    test: () => test,
    /** Everything logged, from `trace` on. */
    logged: () => lines.join('\n'),
    /** The cards that the gateway has verified with a bank, latest first. */
    cards: async () =>
      (await sandbox.get<SandboxCard[]>('/sandbox/cards')).filter(({ confirmed }) => confirmed > 0),
    /** What the gateway's fields make of a number. @returns its id */
    typeAtGateway: async (number: string = cardNumbers.good): Promise<string> => {
      const card = { number, exp_month: '12', exp_year: '2030', cvc: '917' }
      const answer = await fetch(`${sandbox.url()}/cards/v1/payment_methods`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${cardGatewayCredentials.publishable_key}`,
          'stripe-version': '2025-01-27',
        },
        body: new URLSearchParams({
          type: 'card',
          'billing_details[name]': 'Zoë Moreau',
          ...Object.fromEntries(Object.entries(card).map(([name, value]) => [`card[${name}]`, value])),
        }),
      })
      return ((await answer.json()) as { id: string }).id
    },
    orderTrouble: async (trouble: Trouble) => {
      const init = {
        method: 'POST',
        body: new URLSearchParams({ fault: trouble }),
        redirect: 'manual',
      } as const
      await fetch(`${sandbox.url()}/cards/faults`, init)
    },
    /** Someone who has signed up and belongs to no agency yet. */
    newcomer: async (): Promise<TestPerson> => {
      const name = 'Zoë'
      const values = { name, email: `zoe.card${nextNumber()}@example.com` }
      const user = test.db.insertInto('users').values(values).returning('id')
      return { userId: (await user.executeTakeFirstOrThrow()).id, name }
    },
  }
}
