import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createAgency } from '#domain/agencies/contract.ts'
import { addCard } from '#domain/billing/contract.ts'
import { signatureOf } from '#sandbox/cards/messages.ts'
import { startSandbox } from '#sandbox/server.ts'
import { agencyRoutes } from '#server/features/agencies/routes.ts'
import { billingRoutes } from '#server/features/billing/routes.ts'
import { registerGatewayMessages } from '#server/features/billing/subscription/gateway-messages.ts'
import { runStart } from '#server/features/billing/subscription/start-subscription.ts'
import { runSync, syncSubscriptionQueue } from '#server/features/billing/subscription/sync-subscription.ts'
import { makeLog } from '#server/platform/log.ts'
import { startTestApp, type TestPerson } from '../app.ts'
import { nextNumber } from '../people.ts'
import { cardNumbers, cardOf } from './cards.ts'

export type GatewayMessage = { readonly id: string; readonly type: string; readonly payload: string }
type Charge = { readonly parent: string; readonly amount: number; readonly account: string }
type SandboxSubscription = {
  readonly id: string
  readonly account: string
  readonly status: string
  readonly default_card: string
}
type SandboxCard = {
  readonly id: string
  readonly account: string
  readonly name: string
  readonly last_four: string
  readonly detached?: boolean
}

/**
 * Stands between Galley and the gateway and dies on order: from call `at` on nothing comes back, and that call itself is passed on or not.
 * For the gateway this is a Galley that was killed.
 */
export const startDyingProxy = async (target: string) => {
  let calls = 0
  let death: { at: number; isPassedOn: boolean } | null = null
  let hold: { reached: () => void; released: Promise<void> } | null = null
  const server: Server = createServer(async (request, response) => {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part as Buffer)
    const number = calls++
    if (death && (number > death.at || (number === death.at && !death.isPassedOn)))
      return request.socket.destroy()
    const {
      host: _host,
      connection: _connection,
      'transfer-encoding': _encoding,
      ...headers
    } = request.headers
    const answer = await fetch(`${target}${request.url}`, {
      method: request.method ?? 'GET',
      headers: headers as Record<string, string>,
      ...(request.method === 'POST' && { body: Buffer.concat(parts) }),
    }).catch(() => null)
    // The gateway itself has lost it.
    if (!answer) return request.socket.destroy()
    const body = await answer.text()
    const held = hold
    hold = null
    held?.reached()
    await held?.released
    if (death && number === death.at) return request.socket.destroy()
    response.writeHead(answer.status, { 'content-type': 'application/json' }).end(body)
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** @returns the calls since the last time */
    live: (next: { at: number; isPassedOn: boolean } | null = null): number => {
      const made = calls
      calls = 0
      death = next
      return made
    },
    /** Keeps the next answer back until `release`. */
    holdNextAnswer: () => {
      const reached = Promise.withResolvers<void>()
      const released = Promise.withResolvers<void>()
      hold = { reached: reached.resolve, released: released.promise }
      return { reached: reached.promise, release: released.resolve }
    },
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

/** For tests of subscriptions: a Galley whose gateway is the sandbox's, with the time of today. Close it in the end. */
export const startBilling = async () => {
  const folder = await mkdtemp(join(tmpdir(), 'billing-test-'))
  const sandbox = await startSandbox({ port: 0, dataDir: folder, durable: false })
  const proxy = await startDyingProxy(sandbox.url)
  const lines: string[] = []
  const log = makeLog('trace', { write: (line: string) => lines.push(line) })
  const config = {
    sandbox: true,
    sandboxUrl: proxy.url,
    SIGN_IN_PER_MINUTE: 100_000,
    LOG_LEVEL: 'trace' as const,
  }
  const routes = [...agencyRoutes, ...billingRoutes]
  const test = await startTestApp({ routes, now: new Date(), config, log })
  registerGatewayMessages(test.app, test.services)
  const read = async <T>(what: string): Promise<T> =>
    (await fetch(`${sandbox.url}/sandbox/cards/${what}`)).json() as Promise<T>
  const form = (path: string, fields: Record<string, string>) =>
    fetch(`${sandbox.url}/cards/${path}`, {
      method: 'POST',
      body: new URLSearchParams(fields),
      redirect: 'manual',
    })
  const send = (payload: string, signature = signatureOf(payload, Date.now())) =>
    test.app.inject({
      method: 'POST',
      url: '/webhooks/cards',
      payload,
      headers: { 'content-type': 'application/json', 'stripe-signature': signature },
    })
  let done = 0
  return {
    test,
    proxy,
    read,
    form,
    send,
    holdNextAnswer: proxy.holdNextAnswer,
    logged: () => lines.join('\n'),
    /** Oldest first. */
    messages: (limit = -1) => read<GatewayMessage[]>(`messages?limit=${limit}`),
    charges: () => read<Charge[]>('charges'),
    cards: async () => (await fetch(`${sandbox.url}/sandbox/cards`)).json() as Promise<SandboxCard[]>,
    subscriptions: () => read<SandboxSubscription[]>('subscriptions'),
    /** The bank of the customer's cards changes its mind. */
    acceptCharges: (customer: string) => form(`customers/${customer}/accept`, {}),
    advance: (customer: string, days: number) =>
      form(`customers/${customer}/advance`, { days: String(days) }),
    /** Reads what the messages since the last time asked for. */
    runSyncs: async () => {
      const jobs = await test.enqueued(syncSubscriptionQueue)
      const waiting = jobs.slice(done)
      done = jobs.length
      return Promise.all(waiting.map(({ agencyId }) => runSync(test.services, agencyId)))
    },
    /** An agency with a card, whose subscription the gateway does not know yet. */
    agency: async (number: string = cardNumbers.good, more: Record<string, unknown> = {}) => {
      const values = { name: 'Zoë', email: `zoe.billing${nextNumber()}@example.com` }
      const user = test.db.insertInto('users').values(values).returning('id')
      const admin: TestPerson = { userId: (await user.executeTakeFirstOrThrow()).id, name: 'Zoë' }
      const card = await test.ask(admin, addCard, { body: cardOf(number, more) } as never)
      const agency = await test.ask(admin, createAgency, { body: { name: 'Bluebird' } })
      if (card.status !== 200 || agency.status !== 200)
        throw new Error(`no agency: ${card.code} ${agency.code}`)
      return { admin, agencyId: agency.data.id }
    },
    start: (agencyId: number) => runStart(test.services, agencyId),
    row: (agencyId: number) =>
      test.db
        .selectFrom('subscriptions')
        .selectAll()
        .where('agency_id', '=', agencyId)
        .executeTakeFirstOrThrow(),
    close: async () => {
      await test.close()
      proxy.close()
      await sandbox.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
export type TestBilling = Awaited<ReturnType<typeof startBilling>>
