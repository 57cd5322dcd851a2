import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { startTestSandbox, type TestSandbox } from '#sandbox/testing/start.ts'
import { sendMail } from '#server/platform/mail/send-mail.ts'
import { type Mailer, openMailer } from '#server/platform/mail/transport.ts'
import { type TestPerson, testNow, useTestApp } from '#testing/app.ts'
import { buildCast, type Cast } from '#testing/people.ts'
import { buildPost } from '#testing/posts.ts'
import { mailDue } from './mail-due.ts'
import { notificationRoutes } from './routes.ts'

let cast: Cast
let sandbox: TestSandbox
let mailer: Mailer
const kit = useTestApp({ routes: notificationRoutes })
beforeAll(async () => {
  sandbox = await startTestSandbox()
  mailer = openMailer({ mailFrom: 'Galley <no-reply@galley.test>' }, sandbox.smtpUrl())
})
afterAll(async () => {
  mailer.close()
  await sandbox.stop()
})
beforeEach(async () => {
  kit.clock.set(testNow)
  await kit.db.deleteFrom('notifications').execute()
  await kit.db.deleteFrom('outgoing_mails').execute()
  cast = await buildCast(kit.db)
})

let events = 0
const build = async (): Promise<number> =>
  (await buildPost(kit.db, cast.project, { socials: [{ network: 'facebook', message: 'Cold brew' }] })).postId

type Headers = { readonly id: string; readonly answers: string | null; readonly thread: string | null }

/** Tells the person of these posts in one mail, and reads it out of the sandbox's mail box. */
const mailAbout = async (person: TestPerson, ...postIds: number[]): Promise<Headers> => {
  kit.clock.advance(60_000)
  const now = kit.clock.now()
  events += postIds.length
  const rows = postIds.map((post_id, index) => ({
    user_id: person.userId,
    kind: 'published' as const,
    project_id: cast.project.projectId,
    event_id: events - index,
    post_id,
    created_at: now,
    mail_at: now,
  }))
  await kit.db.insertInto('notifications').values(rows).execute()
  while ((await mailDue(kit.services)) > 0);
  const queued = await kit.db
    .selectFrom('outgoing_mails')
    .select(['id', 'recipient'])
    .where('status', '=', 'queued')
    .execute()
  expect(queued).toHaveLength(1)
  for (const { id } of queued) expect(await sendMail(kit.services, mailer, id)).toBe('done')
  type Received = { readonly headers: readonly { readonly name: string; readonly value: string }[] }
  const [newest] = await sandbox.get<Received[]>(
    `/sandbox/mails?to=${encodeURIComponent(queued[0]?.recipient ?? '')}`,
  )
  const header = (name: string) => newest?.headers.find(one => one.name === name)?.value ?? null
  return { id: header('Message-ID') ?? '', answers: header('In-Reply-To'), thread: header('References') }
}

it('mails about a post answer the first one about it to that person, also when that one is forgotten', async () => {
  const [post, other] = [await build(), await build()]
  const first = await mailAbout(cast.creator, post)
  expect(first).toEqual({ id: expect.stringContaining('.galley@galley.test>'), answers: null, thread: null })
  expect((await mailAbout(cast.admin, post)).answers).toBeNull()
  expect((await mailAbout(cast.creator, other)).answers).toBeNull()
  expect(await mailAbout(cast.creator, post)).toMatchObject({ answers: first.id, thread: first.id })
  await kit.db.deleteFrom('outgoing_mails').execute()
  expect(await mailAbout(cast.creator, post, post)).toMatchObject({ answers: first.id, thread: first.id })
})

it('mails about several posts answer the first such mail of their project', async () => {
  const [one, two, three] = [await build(), await build(), await build()]
  const first = await mailAbout(cast.creator, one, two)
  expect(first.answers).toBeNull()
  expect((await mailAbout(cast.creator, one)).answers).toBeNull()
  expect(await mailAbout(cast.creator, two, three)).toMatchObject({ answers: first.id, thread: first.id })
})
