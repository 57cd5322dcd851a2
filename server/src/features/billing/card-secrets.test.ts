import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { createAgency } from '#domain/agencies/contract.ts'
import { agencyRoutes } from '#server/features/agencies/routes.ts'
import type { Db } from '#server/platform/db/database.ts'
import type { TestPerson } from '#testing/app.ts'
import { startBilling, type TestBilling } from '#testing/billing/billing.ts'
import { cardNumbers, cardOf, stageCards } from '#testing/billing/cards.ts'
import { billingRoutes } from './routes.ts'

// Number and CVC are never written anywhere (docs/product/billing.md "Card secrecy").

const stage = stageCards([...agencyRoutes, ...billingRoutes])
/**
 * A CVC is too short to be told apart from other digits. One of letters gets no further than Galley's form, where it is just as
 * secret.
 */
const cvc = '9173'
const wrongCvc = 'q7Zx'

let person: TestPerson
beforeEach(async () => {
  await stage.orderTrouble('')
  person = await stage.newcomer()
})

const send = async (body: unknown) => {
  const { app } = stage.test()
  const token = await stage.test().tokenOf(person)
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const payload = typeof body === 'string' ? body : JSON.stringify(body)
  return app.inject({ method: 'POST', url: '/api/pay/payment-process', headers, payload })
}

/** Every value of every table as text, with the table's name. */
const everything = async (db: Db = stage.test().db): Promise<string[]> => {
  const { rows: tables } = await sql<{ schema: string; name: string }>`
    select table_schema as schema, table_name as name from information_schema.tables
    where table_schema not in ('pg_catalog', 'information_schema') and table_type = 'BASE TABLE'`.execute(db)
  const found: string[] = []
  for (const { schema, name } of tables) {
    const { rows } = await sql<{ text: string }>`
      select t::text as text from ${sql.id(schema, name)} t`.execute(db)
    found.push(...rows.map(({ text }) => `${name}: ${text}`))
  }
  return found
}

const spaced = (number: string) => number.replace(/(.{4})(?=.)/g, '$1 ')
/** The number in any notation, and a value that is exactly the CVC. */
const traces = (text: string, number: string): string[] =>
  [number, spaced(number), encodeURIComponent(spaced(number)), number.slice(0, 12)]
    .filter(shown => text.includes(shown))
    .concat(text.match(new RegExp(`(?<![\\w.:-])(${cvc}|${wrongCvc})(?![\\w.:-])`, 'g')) ?? [])

/** A stage of its own: what is charged follows the gateway's time. */
const payFor = async (billing: TestBilling, number: string) => {
  const { agencyId } = await billing.agency(number)
  await billing.start(agencyId)
  await billing.advance((await billing.row(agencyId)).gateway_customer_id, 60)
  for (const { payload } of await billing.messages()) await billing.send(payload)
  await billing.runSyncs()
  return (await billing.row(agencyId)).status
}

const expectNowhere = async (number: string, answer: { body: string }) => {
  expect(traces(answer.body, number)).toEqual([])
  expect(traces(stage.logged(), number)).toEqual([])
  for (const row of await everything()) expect(traces(row, number), row).toEqual([])
}

/** All digits but the last four differ in each test, so that no test passes because of another. */
describe('A card’s number and CVC', () => {
  it('are found if they are there: the search works', async () => {
    const number = '4242424242424242'
    expect(traces(`{"a":"${number}"}`, number)).not.toEqual([])
    expect(traces(`a=${spaced(number)}`, number)).not.toEqual([])
    expect(traces(`{"cvc":"${cvc}"}`, number)).toEqual([cvc])
    const { db } = stage.test()
    await db.updateTable('users').set({ company: number }).where('id', '=', person.userId).execute()
    const rows = await everything()
    expect(rows.some(row => traces(row, number).length > 0)).toBe(true)
    await db.updateTable('users').set({ company: null }).where('id', '=', person.userId).execute()
  })

  it('appear nowhere after a card was added and the agency created, with the log at `trace`', async () => {
    const number = '378282246310005'
    const answer = await send(cardOf(spaced(number), { cvc }))
    expect(answer.statusCode).toBe(200)
    expect((await stage.test().ask(person, createAgency, { body: { name: 'Bluebird' } })).status).toBe(200)
    expect(stage.logged(), 'something was logged').toContain('incoming request')
    await expectNowhere(number, answer)
  })

  it.each([
    ['the bank declines it', cardNumbers.declined, '', { cvc: '917' }, 422],
    ['the gateway does not know the number', '4111111111111112', '', { cvc: '917' }, 422],
    ['the gateway fails', '4111111111111111', 'down', { cvc: '917' }, 503],
    ['the answer is lost', '4000056655665556', 'lost', { cvc: '917' }, 200],
    ['a field is wrong', '4012888888881881', '', { cvc: wrongCvc, expiryMonth: 'x' }, 422],
    ['the number is wrong', '4012888888881881x', '', { cvc: wrongCvc }, 422],
    [
      'the number is typed as the name',
      '6011111111111117',
      '',
      { cardName: '6011 1111 1111 1117', cvc },
      422,
    ],
    ['a field is unknown', '5105105105105100', '', { cvc: wrongCvc, card: '5105105105105100' }, 422],
  ] as const)('are nowhere when %s', async (_what, number, trouble, more, status) => {
    await stage.orderTrouble(trouble)
    const answer = await send(cardOf(number, more))
    expect(answer.statusCode).toBe(status)
    await expectNowhere(number, answer)
  })

  it('appear nowhere when the database rejects the row', async () => {
    const number = '371449635398431'
    const { db } = stage.test()
    await sql`alter table payment_cards add constraint away check (false) not valid`.execute(db)
    const answer = await send(cardOf(number, { cvc }))
    await sql`alter table payment_cards drop constraint away`.execute(db)
    expect(answer.statusCode).toBe(500)
    expect(stage.logged()).toContain('a request failed')
    await expectNowhere(number, answer)
  })

  it('appear nowhere when the request cannot be read', async () => {
    const number = '6011000990139424'
    const answer = await send(`{"cardNumber":"${number}","cvc":"${cvc}"`)
    expect(answer.statusCode).toBe(400)
    await expectNowhere(number, answer)
  })

  it('appear nowhere after months of charges, declined ones among them, and messages about them', async () => {
    const billing = await startBilling()
    try {
      expect(await payFor(billing, cardNumbers.good)).toBe('active')
      expect(await payFor(billing, cardNumbers.chargesDeclined)).toBe('unpaid')
      for (const number of [cardNumbers.good, cardNumbers.chargesDeclined]) {
        expect(traces(billing.logged(), number)).toEqual([])
        for (const row of await everything(billing.test.db)) expect(traces(row, number), row).toEqual([])
      }
      expect(billing.logged()).toContain('/webhooks/cards')
    } finally {
      await billing.close()
    }
  })

  it('appear nowhere when the bank asks its owner', async () => {
    const answer = await send(cardOf(cardNumbers.asksBack))
    expect(answer.json()).toMatchObject({ data: { confirm_url: expect.any(String) } })
    await expectNowhere(cardNumbers.asksBack, answer)
  })
})
