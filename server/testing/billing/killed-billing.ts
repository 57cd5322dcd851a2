import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { processEnv } from '../galley-process.ts'

/** What a process is told to do: a job, or a call of the person whose token it is. */
export type Work =
  | { readonly kind: 'start'; readonly agencyId: number }
  | { readonly kind: 'quantities' }
  | { readonly kind: 'call'; readonly path: string; readonly token: string; readonly body?: object }

/**
 * When a process dies, counted in its calls that change something at the gateway: before such a call's answer is back (between call and row),
 * or with the call that comes next, whatever that is (after the row). Dying before the first of them changes nothing.
 */
export type Death = { readonly at: number; readonly moment: 'answered' | 'next' }

type Passed = { readonly name: string; readonly isWrite: boolean }

const isWrite = ({ method, url }: { method?: string | undefined; url?: string | undefined }) =>
  method === 'POST' && url?.endsWith('/create_preview') !== true
const names = ['authorization', 'content-type', 'idempotency-key', 'stripe-version'] as const

/** Passes calls on to the gateway, and kills the process that makes them with -9 where it is told to. */
const startKiller = async (gateway: string) => {
  let passed: Passed[] = []
  let death: Death | null = null
  let kill: () => void = () => undefined
  const isTime = (moment: Death['moment'], writes: number) => death?.moment === moment && writes === death.at
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part as Buffer)
    const before = passed.filter(call => call.isWrite).length
    const one = { name: `${request.method} ${request.url?.replace(/\?.*/, '')}`, isWrite: isWrite(request) }
    if (isTime('next', before - 1)) return kill()
    passed.push(one)
    const answer = await fetch(`${gateway}${request.url}`, {
      method: request.method ?? 'GET',
      headers: Object.fromEntries(
        names.flatMap(name => {
          const value = request.headers[name]
          return typeof value === 'string' ? [[name, value]] : []
        }),
      ),
      ...(request.method === 'POST' && { body: Buffer.concat(parts) }),
    })
    const body = await answer.text()
    if (one.isWrite && isTime('answered', before)) return kill()
    response.writeHead(answer.status, { 'content-type': 'application/json' }).end(body)
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    expect: (next: Death | null, killIt: () => void) => {
      ;[passed, death, kill] = [[], next, killIt]
    },
    passed: () => passed,
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

const AFTER_ANSWER_MS = 5_000
const program = path.join(import.meta.dirname, 'billing-process.ts')

/**
 * For tests that really kill processes: each has whatever it had in memory and in open transactions, and loses it. The next process is
 * started while the present one works, because starting takes longest.
 */
export const startKilledBilling = async (gateway: string, env: Record<string, string>) => {
  const killer = await startKiller(gateway)
  const start = async (): Promise<ChildProcess> => {
    const child = spawn(process.execPath, [program], {
      env: processEnv({ LOG_LEVEL: 'error', ...env, CARD_GATEWAY_URL: `${killer.url}/cards` }),
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    })
    await Promise.race([
      once(child, 'message'),
      once(child, 'exit').then(() => Promise.reject(new Error('the process did not start'))),
    ])
    return child
  }
  const steady = await start()
  let next = start()
  return {
    /** Does the work in a process that lives on. @returns whether it succeeded */
    run: async (work: Work): Promise<boolean> => {
      killer.expect(null, () => undefined)
      const answered = once(steady, 'message')
      steady.send(work)
      const [{ isDone }] = (await answered) as [{ isDone: boolean }]
      return isDone
    },
    /** Does the work in a process of its own. @returns whether it was killed; one that does not die there has its test fail */
    runKilled: async (work: Work, death: Death): Promise<boolean> => {
      const child = await next
      next = start()
      killer.expect(death, () => child.kill('SIGKILL'))
      const ended = once(child, 'exit')
      // A card is deleted after the answer, so who has answered may still be killed.
      const answered = once(child, 'message').then(() => sleep(AFTER_ANSWER_MS, undefined, { ref: false }))
      child.send(work)
      const isKilled = await Promise.race([ended.then(() => true), answered.then(() => false)])
      if (!isKilled) child.kill('SIGKILL')
      return isKilled
    },
    passed: killer.passed,
    close: async () => {
      for (const child of [steady, await next]) {
        child.kill('SIGKILL')
        await once(child, 'exit')
      }
      killer.close()
    },
  }
}
