import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startBilling, type TestBilling } from '#testing/billing.ts'
import { bareEnv } from '#testing/galley-process.ts'
import { syncSubscription } from './sync-subscription.ts'

// killed.test.ts cuts the connection at every call of every kind. Here a process is really killed, with whatever it had in memory and in
// open transactions, at each call with which a subscription begins.
let stage: TestBilling
beforeAll(async () => {
  stage = await startBilling()
})
afterAll(() => stage.close())

/** Passes calls on to the gateway, and kills the process at call `at`: before the gateway has heard it, or before it hears the answer. */
const startKiller = async () => {
  let calls = 0
  let plan: { at: number; isPassedOn: boolean; child: () => ChildProcess } | null = null
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part as Buffer)
    const isLast = plan?.at === calls++
    if (plan && isLast && !plan.isPassedOn) return void plan.child().kill('SIGKILL')
    const names = ['authorization', 'content-type', 'idempotency-key', 'stripe-version'] as const
    const headers = Object.fromEntries(
      names.flatMap(name => (request.headers[name] ? [[name, request.headers[name]]] : [])),
    )
    const answer = await fetch(`${stage.proxy.url}${request.url}`, {
      ...{ method: request.method ?? 'GET', headers: headers as Record<string, string> },
      ...(request.method === 'POST' && { body: Buffer.concat(parts) }),
    })
    const body = await answer.text()
    if (plan && isLast) return void plan.child().kill('SIGKILL')
    response.writeHead(answer.status, { 'content-type': 'application/json' }).end(body)
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    plan: (next: typeof plan) => {
      const made = calls
      calls = 0
      plan = next
      return made
    },
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

const program = path.join(import.meta.dirname, '../../../testing/subscribing-process.ts')
const subscribe = (agencyId: number, gateway: string): ChildProcess =>
  spawn(process.execPath, [program], {
    env: {
      ...bareEnv,
      ...{
        NODE_ENV: 'development',
        DATABASE_URL: stage.test.url,
        AGENCY_ID: String(agencyId),
        LOG_LEVEL: 'error',
      },
      ...{ CARD_GATEWAY_URL: `${gateway}/cards` },
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
const endOf = async (child: ChildProcess) => {
  const [code, signal] = await once(child, 'exit')
  return signal ?? code
}

it('A process that is killed with -9 at any call leaves one subscription and one charge, once another has gone on', async () => {
  const killer = await startKiller()
  /** An agency without a trial that is left, so that its first month is charged in the call that is cut. */
  const prepare = async () => {
    const { agencyId } = await stage.agency()
    await stage.test.db
      .updateTable('subscriptions')
      .set({ trial_ends_at: new Date(0) })
      .where('agency_id', '=', agencyId)
      .execute()
    return agencyId
  }
  const check = async (agencyId: number, where: string) => {
    await syncSubscription(stage.test.services, agencyId)
    const row = await stage.row(agencyId)
    const ofCustomer = ({ account }: { readonly account: string }) => account === row.gateway_customer_id
    expect(
      (await stage.subscriptions()).filter(ofCustomer).map(({ id }) => id),
      where,
    ).toEqual([row.gateway_subscription_id])
    expect(
      (await stage.charges()).filter(ofCustomer).map(({ amount }) => amount),
      where,
    ).toEqual([3400])
    expect(row.status, where).toBe('active')
  }
  // The first one also makes the prices at the gateway, so the calls of the second are those of every later one.
  for (const where of ['makes the prices', 'not killed']) {
    const agencyId = await prepare()
    killer.plan(null)
    expect(await endOf(subscribe(agencyId, killer.url)), where).toBe(0)
    await check(agencyId, where)
  }
  const calls = killer.plan(null)
  expect(calls).toBeGreaterThanOrEqual(4)
  for (let at = 0; at < calls; at++)
    for (const isPassedOn of [false, true]) {
      const where = `killed ${isPassedOn ? 'after' : 'before'} call ${at + 1} of ${calls}`
      const agencyId = await prepare()
      const child = subscribe(agencyId, killer.url)
      killer.plan({ at, isPassedOn, child: () => child })
      expect(await endOf(child), where).toBe('SIGKILL')
      killer.plan(null)
      expect(await endOf(subscribe(agencyId, killer.url)), where).toBe(0)
      await check(agencyId, where)
    }
  killer.close()
}, 120_000)
