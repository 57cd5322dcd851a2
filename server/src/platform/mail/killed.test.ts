import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { type AddressInfo, connect, createServer } from 'node:net'
import path from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestSandbox, type TestSandbox } from '#sandbox/testing/start.ts'
import { makeKey } from '#server/config.ts'
import { useTestApp } from '#testing/app.ts'
import { processEnv } from '#testing/galley-process.ts'
import { queueMail } from './queue.ts'

const TOKEN_KEY = makeKey()
let sandbox: TestSandbox
const kit = useTestApp({ routes: [], config: { TOKEN_KEY } })
beforeAll(async () => {
  // The process that sends lives by the real clock, and gives up mails of long ago.
  kit.clock.set(new Date())
  sandbox = await startTestSandbox()
})
afterAll(async () => {
  await sandbox.stop()
})

/** What the mail server answers while it takes a mail. */
const answers = ['220 greeting', '250 EHLO', '250 MAIL', '250 RCPT', '354 DATA', '250 taken'] as const

/** `count`: how many answers the server has given. `isSeen`: whether the process still sees the last of them, and acts on it. */
type Plan = { readonly count: number; readonly isSeen: boolean; readonly child: () => ChildProcess }

/** Passes a mail on to the mail server, and kills the process around one of its answers. */
const startKiller = async () => {
  const { port, hostname } = new URL(sandbox.smtpUrl())
  let plan: Plan | null = null
  const server = createServer(client => {
    const upstream = connect(Number(port), hostname)
    let count = 0
    const killIf = (isSeen: boolean): boolean => {
      // Several answers can come at once.
      if (!plan || count < plan.count || plan.isSeen !== isSeen) return false
      plan.child().kill('SIGKILL')
      return true
    }
    client.on('data', chunk => {
      if (!killIf(true)) upstream.write(chunk)
    })
    upstream.on('data', chunk => {
      count += chunk.toString().match(/^\d{3} /gm)?.length ?? 0
      if (!killIf(false)) client.write(chunk)
    })
    const end = () => {
      client.destroy()
      upstream.destroy()
    }
    for (const socket of [client, upstream]) socket.on('error', end).on('close', end)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    plan: (next: Plan | null) => {
      plan = next
    },
    close: () => server.close(),
  }
}

const program = path.join(import.meta.dirname, '../../../testing/mailing-process.ts')
const sendIn = (mailId: number, smtpUrl: string): ChildProcess =>
  spawn(process.execPath, [program], {
    env: processEnv({
      NODE_ENV: 'development',
      DATABASE_URL: kit.url,
      LOG_LEVEL: 'error',
      TOKEN_KEY,
      SMTP_URL: smtpUrl,
      MAIL_ID: String(mailId),
    }),
    stdio: ['ignore', 'ignore', 'inherit'],
  })
const endOf = async (child: ChildProcess) => {
  const [code, signal] = await once(child, 'exit')
  return signal ?? code
}
const queue = (to: string) => {
  const content = { kind: 'greeting', subject: 'Hello', text: 'Hello there', html: '<p>Hello there</p>' }
  return kit.db.transaction().execute(tx => queueMail(tx, kit.services, { to, ...content }))
}
const statusOf = async (id: number) =>
  (await kit.db.selectFrom('outgoing_mails').select('status').where('id', '=', id).executeTakeFirstOrThrow())
    .status
/** The Message-IDs in the mail box of an address. */
const boxOf = async (to: string): Promise<(string | undefined)[]> => {
  const answer = await fetch(`${sandbox.url()}/sandbox/mails?to=${encodeURIComponent(to)}`)
  const mails = (await answer.json()) as { headers: { name: string; value: string }[] }[]
  return mails.map(({ headers }) => headers.find(({ name }) => name.toLowerCase() === 'message-id')?.value)
}

it('A mail is in the mail box as one, wherever the process that sends it is killed with -9', async () => {
  const killer = await startKiller()
  const twice: string[] = []
  // A process that has seen the last answer is done with the mail server.
  for (const [index, answer] of answers.entries())
    for (const isSeen of answer === '250 taken' ? [false] : [false, true]) {
      const to = `person${index}-${isSeen}@example.com`
      const { id } = await queue(to)
      const child = sendIn(id, killer.url)
      killer.plan({ count: index + 1, isSeen, child: () => child })
      expect([answer, await endOf(child)]).toEqual([answer, 'SIGKILL'])
      killer.plan(null)
      expect(await statusOf(id)).toBe('queued')
      expect(await endOf(sendIn(id, killer.url))).toBe(0)
      expect(await statusOf(id)).toBe('sent')
      const box = await boxOf(to)
      // Sent a second time it has the same Message-ID, by which mail programs know it as the one they have.
      expect([to, new Set(box).size]).toEqual([to, 1])
      if (box.length > 1) twice.push(`${answer} ${isSeen}, ${box.length}`)
    }
  // Only an answer that nobody heard lets a mail go out a second time.
  expect(twice).toEqual(['250 taken false, 2'])
  killer.close()
})
