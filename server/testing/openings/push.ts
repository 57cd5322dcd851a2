import { afterAll, beforeAll, beforeEach } from 'vitest'
import { addPushDevice, type PushSubscriptionKeys } from '#domain/notifications/push-contract.ts'
import { startTestSandbox, type TestSandbox } from '#sandbox/testing/start.ts'
import { approvalRoutes } from '#server/features/approvals/routes.ts'
import { notifyOfEvents } from '#server/features/notifications/notify-of-events.ts'
import { pushDue } from '#server/features/notifications/push/push-due.ts'
import { sendPush } from '#server/features/notifications/push/send-push.ts'
import { publicKeyOf } from '#server/features/notifications/push/vapid.ts'
import { sendPushQueue } from '#server/features/notifications/push/write-pushes.ts'
import { notificationRoutes } from '#server/features/notifications/routes.ts'
import { emitAll } from '#server/platform/events/emit.ts'
import { startTestApp, type TestApp, type TestPerson, testNow } from '../app.ts'
import { buildCast, type Cast } from '../people.ts'
import { buildPost } from '../posts.ts'

/** A message as the browser decrypts it. `ttl` in seconds. */
type ShownPush = {
  readonly title: string
  readonly body: string
  readonly url: string
  readonly tag: string
  readonly ttl: number
  readonly urgency: string
}

/** What tests do at the sandbox's push service, as its browsers. */
const pushSandbox = (url: () => string) => {
  const send = async (path: string, body: object): Promise<unknown> => {
    const headers = { 'content-type': 'application/json' }
    const response = await fetch(`${url()}/push${path}`, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    })
    const text = await response.text()
    return text === '' ? {} : JSON.parse(text)
  }
  const idOf = ({ endpoint }: PushSubscriptionKeys) => endpoint.split('/').at(-1) ?? ''
  return {
    subscribe: (publicKey: string) =>
      send('/subscribers', { public_key: publicKey }) as Promise<PushSubscriptionKeys>,
    set: (browser: PushSubscriptionKeys, state: { state?: 'active' | 'gone'; answers?: number[] }) =>
      send(`/subscribers/${idOf(browser)}`, state),
    messages: async (browser: PushSubscriptionKeys): Promise<ShownPush[]> => {
      const listed = await fetch(`${url()}/push/messages?subscriber=${idOf(browser)}`)
      const messages = (await listed.json()) as { text: string; ttl: number; urgency: string }[]
      return messages.map(({ text, ttl, urgency }) => ({ ...JSON.parse(text), ttl, urgency }))
    },
  }
}

/** Turns push on for a person in a browser of the sandbox. */
const buildPushDevice = async (
  app: TestApp,
  person: TestPerson,
  browser: PushSubscriptionKeys,
): Promise<number> => {
  const { data, message } = await app.ask(person, addPushDevice, { body: browser })
  if (!data) throw new Error(`push was not turned on: ${message}`)
  return data.id
}

/** Posts as `buildPosts` makes them. */
export type PushedPosts = readonly { readonly postId: number; readonly socialIds: readonly number[] }[]

/** An app beside a sandbox with browsers, and a new cast for each test, whose creator and internal approver work on posts. */
export const usePush = () => {
  let sandbox: TestSandbox
  let app: TestApp
  let cast: Cast
  beforeAll(async () => {
    sandbox = await startTestSandbox()
    app = await startTestApp({
      routes: [...notificationRoutes, ...approvalRoutes],
      config: { sandbox: true, sandboxUrl: sandbox.url() },
    })
  })
  afterAll(async () => {
    await app.close()
    await sandbox.stop()
  })
  beforeEach(async () => {
    app.clock.set(testNow)
    await app.db.updateTable('events').set({ is_told: true }).execute()
    for (const table of ['push_devices', 'waiting_pushes', 'notifications'] as const)
      await app.db.deleteFrom(table).execute()
    cast = await buildCast(app.db)
  })
  const push = pushSandbox(() => sandbox.url())
  const subscribe = () => push.subscribe(publicKeyOf(app.services.config))
  const browserOf = async (person: TestPerson) => {
    const browser = await subscribe()
    // Each browser has a session of its own.
    app.clock.advance(1)
    return { browser, id: await buildPushDevice(app, person, browser) }
  }
  const buildPosts = async (...texts: string[]) => {
    const posts = []
    for (const message of texts)
      posts.push(
        await buildPost(app.db, cast.project, {
          type: 'text',
          schedule: { date: '2026-06-10', time: '12:00' },
          socials: [{ network: 'facebook', status: 'draft', message }],
          createdBy: cast.creator.userId,
        }),
      )
    return posts
  }
  /** The internal approver asks for a revision of these; the creator is told. */
  const sendBack = async (
    posts: PushedPosts,
    type: 'approval.revision_requested' | 'approval.approved' = 'approval.revision_requested',
  ) => {
    await app.db.transaction().execute(tx =>
      emitAll(
        tx,
        posts.map(({ postId, socialIds }) => ({
          type,
          projectId: cast.project.projectId,
          actorId: cast.internal.userId,
          postId,
          postSocialId: socialIds[0] ?? 0,
          detail: { round: 'internal' },
        })),
      ),
    )
    while ((await notifyOfEvents(app.services)) > 0);
  }
  const done = new Set<number>()
  /** Lets the jobs run that wait and are due; whether each is done. */
  const deliverAll = async () => {
    while ((await pushDue(app.services)) > 0);
    const outcomes: string[] = []
    for (const [job, { messageId, runAt }] of (await app.enqueued(sendPushQueue)).entries()) {
      if (done.has(job) || (runAt ?? 0) > app.clock.now()) continue
      const outcome = await sendPush(app.services, messageId)
      if (outcome === 'done') done.add(job)
      outcomes.push(outcome)
    }
    return outcomes
  }
  const count = async (table: 'push_devices' | 'push_messages' | 'waiting_pushes') =>
    (
      await app.db
        .selectFrom(table)
        .select(({ fn }) => fn.countAll<number>().as('n'))
        .executeTakeFirstOrThrow()
    ).n
  return {
    get app() {
      return app
    },
    get cast() {
      return cast
    },
    push,
    subscribe,
    browserOf,
    add: (person: TestPerson, browser: PushSubscriptionKeys) => buildPushDevice(app, person, browser),
    buildPosts,
    sendBack,
    deliverAll,
    count,
  }
}
