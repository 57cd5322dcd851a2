import { createHmac } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { cardGatewayCredentials } from '../platform/app-credentials.ts'
import type { Sandbox } from '../platform/sandbox.ts'
import { idOf } from './wire.ts'

/** How messages to the product travel. */
export const deliveries = {
  normal: 'At once, in order',
  delayed: 'After 20 seconds',
  doubled: 'Each twice',
  reordered: 'Held back until there are three, then in reverse order',
  dropped: 'Never',
} as const
export type Delivery = keyof typeof deliveries
export const isDelivery = (name: unknown): name is Delivery =>
  typeof name === 'string' && Object.hasOwn(deliveries, name)

const RETRIES_MS = [0, 1_000, 5_000, 30_000, 120_000]
const DELAY_MS = 20_000
const HELD = 3

/** A signature as the gateway makes it. */
export const signatureOf = (payload: string, at: number): string => {
  const time = Math.floor(at / 1000)
  const secret = cardGatewayCredentials.webhook_secret
  return `t=${time},v1=${createHmac('sha256', secret).update(`${time}.${payload}`).digest('hex')}`
}

const post = async (url: string, payload: string, { now, stopping }: Sandbox): Promise<boolean> => {
  const headers = { 'content-type': 'application/json', 'stripe-signature': signatureOf(payload, now()) }
  const signal = AbortSignal.any([stopping, AbortSignal.timeout(10_000)])
  const answer = await fetch(url, { method: 'POST', headers, body: payload, signal }).catch(() => null)
  return answer?.ok ?? false
}

/** Tries until the product has taken the message. */
const deliver = async (url: string, id: string, sandbox: Sandbox): Promise<void> => {
  const { store, stopping } = sandbox
  for (const wait of RETRIES_MS) {
    if (wait > 0) await sleep(wait, undefined, { signal: stopping, ref: false })
    if (stopping.aborted) return
    const message = store.get('gateway_message', id)
    if (!message) return
    const isTaken = await post(url, message.payload, sandbox)
    if (stopping.aborted) return
    if (isTaken) return store.put('gateway_message', { ...message, delivered: message.delivered + 1 })
  }
}

/** Messages about changes, kept and sent to the product. */
export function createMessages(sandbox: Sandbox) {
  const { store, now, stopping } = sandbox
  let url: string | null = process.env.CARD_WEBHOOK_URL ?? null
  let delivery: Delivery = 'normal'
  let held: string[] = []
  let line: Promise<unknown> = Promise.resolve()
  const queue = (...ids: string[]) => {
    const to = url
    if (to === null) return
    for (const id of ids) line = line.then(() => deliver(to, id, sandbox)).catch(() => undefined)
  }
  const send: Record<Delivery, (id: string) => void> = {
    normal: id => queue(id),
    doubled: id => queue(id, id),
    dropped: () => undefined,
    delayed: id => {
      sleep(DELAY_MS, undefined, { signal: stopping, ref: false }).then(
        () => queue(id),
        () => undefined,
      )
    },
    reordered: id => {
      held.push(id)
      if (held.length < HELD) return
      queue(...held.reverse())
      held = []
    },
  }
  return {
    emit(customer: string, type: string, object: unknown) {
      const id = idOf('evt')
      const created = Math.floor(now() / 1000)
      const body = { id, object: 'event', type, created, livemode: false, data: { object } }
      const payload = JSON.stringify(body)
      const base = { id, network: 'cards' as const, account: customer, created_at: now() }
      store.put('gateway_message', { ...base, type, payload, delivered: 0 })
      send[delivery](id)
    },
    set(next: { url?: string | undefined; delivery?: Delivery | undefined }) {
      url = next.url ?? url
      delivery = next.delivery ?? delivery
      if (delivery !== 'reordered') queue(...held.splice(0))
    },
    again: (id: string) => queue(id),
    current: () => ({ url, delivery }),
  }
}
export type Messages = ReturnType<typeof createMessages>
