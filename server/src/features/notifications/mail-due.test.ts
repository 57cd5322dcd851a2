import { beforeEach, describe, expect, it } from 'vitest'
import { approveRound, startApprovals } from '#domain/approvals/contract.ts'
import { markRead, updateProjectNotificationSetting } from '#domain/notifications/contract.ts'
import { deletePost } from '#domain/posts/contract.ts'
import { approvalRoutes } from '#server/features/approvals/routes.ts'
import { noteRoutes } from '#server/features/notes/routes.ts'
import { postRoutes } from '#server/features/posts/routes.ts'
import { writingRoutes } from '#server/features/writing/routes.ts'
import { type MailContent, mailPlace } from '#server/platform/mail/queue.ts'
import { openContent } from '#server/platform/session/seal-rows.ts'
import { type TestPerson, testNow, useTestApp } from '#testing/app.ts'
import { sendForm } from '#testing/files/forms.ts'
import { buildCast, buildPerson, type Cast, setProject } from '#testing/people.ts'
import { buildMedia, buildPost } from '#testing/posts.ts'
import { mailDue } from './mail-due.ts'
import { notifyOfEvents } from './notify-of-events.ts'
import { notificationRoutes } from './routes.ts'

let cast: Cast
const kit = useTestApp({
  routes: [...approvalRoutes, ...noteRoutes, ...postRoutes, ...writingRoutes, ...notificationRoutes],
})
beforeEach(async () => {
  kit.clock.set(testNow)
  await kit.db.updateTable('events').set({ is_told: true }).execute()
  await kit.db.deleteFrom('notifications').execute()
  await kit.db.deleteFrom('outgoing_mails').execute()
  cast = await buildCast(kit.db)
})

const pass = (minutes: number) => kit.clock.set(new Date(kit.clock.now().getTime() + minutes * 60_000))
const settle = async () => {
  while ((await notifyOfEvents(kit.services)) > 0);
  while ((await mailDue(kit.services)) > 0);
}
const sent = () =>
  kit.db.selectFrom('outgoing_mails').select(['recipient', 'kind', 'subject']).orderBy('id').execute()
const textOf = async (index = 0): Promise<string> => {
  const row = (await kit.db.selectFrom('outgoing_mails').selectAll().orderBy('id').execute())[index]
  if (!row?.sealed || row.key_id === null) throw new Error('no such mail')
  const { sealed, key_id } = row
  const place = mailPlace(row.recipient, row.kind)
  return openContent<MailContent>(kit.services.config, place, { sealed, key_id }).text
}
const emailOf = async ({ userId }: TestPerson) =>
  (
    await kit.db.selectFrom('users').select('email').where('id', '=', userId).executeTakeFirstOrThrow()
  ).email.toLowerCase()

const buildReady = async (message: string, date = '2026-06-10') => {
  const media = [await buildMedia(kit.db, cast.project)]
  const { postId, socialIds } = await buildPost(kit.db, cast.project, {
    socials: [{ network: 'facebook', media, message }],
    schedule: { date, time: '12:00' },
    createdBy: cast.creator.userId,
  })
  return { postId, socialId: socialIds[0] ?? 0 }
}
/** Sends posts to approval and waits until that can no longer be undone. */
const sendToApproval = async (...messages: string[]) => {
  const posts = await Promise.all(messages.map(message => buildReady(message)))
  const body = { posts_ids: posts.map(({ postId }) => postId) }
  expect((await kit.ask(cast.creator, startApprovals, { body })).status).toBe(200)
  pass(1)
  while ((await notifyOfEvents(kit.services)) > 0);
  return posts
}
const choose = (person: TestPerson, kindId: number, choice: object) => {
  const settingId = cast.project.projectId * 100 + kindId
  return kit.ask(person, updateProjectNotificationSetting, {
    params: { settingId },
    body: { notification_id: settingId, type_id: 2, timeframe_type_id: 2, status: 1, ...choice },
  })
}

describe('Mails about notifications', () => {
  it('come at the next full hour, with all that has gathered in one', async () => {
    await sendToApproval('Cold brew for June', 'Music on Thursday')
    await mailDue(kit.services)
    expect(await sent()).toEqual([])
    pass(60)
    await settle()
    const project = await kit.db
      .selectFrom('projects')
      .select('name')
      .where('id', '=', cast.project.projectId)
      .executeTakeFirstOrThrow()
    expect(await sent()).toEqual([
      {
        recipient: await emailOf(cast.internal),
        kind: 'notifications',
        subject: `Approve 2 posts for ${project.name} by Tue 9 Jun, 12:00 PM`,
      },
    ])
    expect(await textOf()).toMatch(/Cold brew for June\s+.+ asked for your approval/)
    expect(await textOf()).toContain(
      'Decide by Tue 9 Jun, 12:00 PM (Europe - Berlin). If nobody decides, it will not go out.',
    )
    expect(await textOf()).toContain(`/${cast.project.projectId}/approval`)
    expect(await textOf()).not.toContain('/approve#')
  })

  it('come at once to those who want that', async () => {
    await choose(cast.internal, 5, { timeframe_type_id: 1 })
    await sendToApproval('Cold brew for June')
    await settle()
    expect((await sent()).map(({ recipient }) => recipient)).toEqual([await emailOf(cast.internal)])
  })

  it('come at the chosen time', async () => {
    const notify_timeframe = [{ scheduled_day: 1, scheduled_times: ['17:30'], isChecked: true }]
    await choose(cast.internal, 5, { timeframe_type_id: 3, notify_timeframe, timezone: 'Asia/Tokyo' })
    await sendToApproval('Cold brew for June')
    const { mail_at } = await kit.db.selectFrom('notifications').select('mail_at').executeTakeFirstOrThrow()
    expect(mail_at?.toISOString()).toBe('2026-06-01T08:30:00.000Z')
  })

  it('do not come to those who have turned them off, who still have the list', async () => {
    await choose(cast.internal, 5, { status: 0 })
    await sendToApproval('Cold brew for June')
    pass(60)
    await settle()
    expect(await sent()).toEqual([])
    expect(await kit.db.selectFrom('notifications').select('id').execute()).toHaveLength(1)
  })

  it('that wait do not come once they are turned off', async () => {
    await sendToApproval('Cold brew for June')
    await choose(cast.internal, 5, { status: 0 })
    pass(60)
    await settle()
    expect(await sent()).toEqual([])
  })

  it.each([
    [
      'decided',
      async ({ socialId }: { socialId: number }) => {
        const body = { post_social_id: socialId }
        expect((await kit.ask(cast.admin, approveRound, { body })).status).toBe(200)
      },
    ],
    [
      'deleted',
      async ({ postId }: { postId: number }) => {
        await kit.ask(cast.creator, deletePost, { params: { postId } })
      },
    ],
    ['read in the app', () => kit.ask(cast.internal, markRead, { body: { is_all: true } })],
  ])('leave out what was %s meanwhile, and do not come if nothing is left', async (_, settleIt) => {
    const [first] = await sendToApproval('Cold brew for June')
    pass(1)
    if (first) await settleIt(first)
    pass(60)
    await settle()
    const internal = await emailOf(cast.internal)
    expect((await sent()).some(({ recipient }) => recipient === internal)).toBe(false)
  })

  it('still ask those who have not decided when somebody else of the round has', async () => {
    const { postId, socialId } = await buildReady('Cold brew for June')
    const other = await buildPerson(kit.db, cast.project, 'internal-approver')
    const chosen = [cast.internal.userId, other.userId]
    const body = { posts_ids: [postId], concrete_internal_approver_id: chosen }
    expect((await kit.ask(cast.creator, startApprovals, { body })).status).toBe(200)
    pass(1)
    while ((await notifyOfEvents(kit.services)) > 0);
    await kit.ask(cast.internal, approveRound, { body: { post_social_id: socialId } })
    pass(60)
    await settle()
    const recipients = (await sent()).map(({ recipient }) => recipient)
    expect(recipients).toContain(await emailOf(other))
    expect(recipients).not.toContain(await emailOf(cast.internal))
  })

  it.each([
    ['post.overdue', 'overdue', 'draft', '2026-06-10', 1],
    ['post.overdue', 'overdue', 'live', '2026-06-10', 0],
    ['post.overdue', 'overdue', 'draft', '2026-06-11', 0],
    ['post_social.publishing_failed', 'publishing_failed', 'publishing_failed', '2026-06-10', 1],
    ['post_social.publishing_failed', 'publishing_failed', 'live', '2026-06-10', 0],
    ['post_social.manual_publish_due', 'manual_publish_due', 'pending_publish', '2026-06-10', 1],
    ['post_social.manual_publish_due', 'manual_publish_due', 'live', '2026-06-10', 0],
  ] as const)(
    'about %s (%s) of a post that is now %s and planned for %s: %i',
    async (type, kind, status, date, mailed) => {
      const { postId, socialId } = await buildReady('Cold brew for June', date)
      const published_at = status === 'live' ? kit.clock.now() : null
      await kit.db
        .updateTable('post_socials')
        .set({ status, published_at, failure_reason: status === 'publishing_failed' ? 'rejected' : null })
        .where('id', '=', socialId)
        .execute()
      kit.clock.set(new Date('2026-06-10T12:00:00Z'))
      const now = kit.clock.now()
      const about = { project_id: cast.project.projectId, post_id: postId, post_social_id: socialId }
      const { id: event_id } = await kit.db
        .insertInto('events')
        .values({ type, ...about, is_told: true })
        .returning('id')
        .executeTakeFirstOrThrow()
      await kit.db
        .insertInto('notifications')
        .values({ ...about, kind, event_id, user_id: cast.creator.userId, created_at: now, mail_at: now })
        .execute()
      await mailDue(kit.services)
      expect(await sent()).toHaveLength(mailed)
    },
  )

  it.each([
    ['failed', 1],
    ['added', 0],
  ] as const)('about a first comment that is %s by now: %i', async (first_comment_status, mailed) => {
    const { postId, socialId } = await buildReady('Cold brew for June')
    const set = { status: 'live' as const, published_at: kit.clock.now(), first_comment_status }
    await kit.db.updateTable('post_socials').set(set).where('id', '=', socialId).execute()
    const about = { project_id: cast.project.projectId, post_id: postId, post_social_id: socialId }
    await kit.db
      .updateTable('posts')
      .set({ created_by: cast.creator.userId })
      .where('id', '=', postId)
      .execute()
    await kit.db
      .insertInto('events')
      .values({
        type: 'post_social.first_comment_failed',
        ...about,
        is_told: false,
        created_at: kit.clock.now(),
      })
      .execute()
    pass(10)
    await settle()
    const creator = await emailOf(cast.creator)
    expect((await sent()).filter(({ recipient }) => recipient === creator)).toHaveLength(mailed)
  })

  it('do not come to somebody who is blocked', async () => {
    await sendToApproval('Cold brew for June')
    const blocked = (is_blocked: boolean) =>
      kit.db.updateTable('users').set({ is_blocked }).where('id', '=', cast.internal.userId).execute()
    await blocked(true)
    pass(60)
    await settle()
    await blocked(false)
    expect(await sent()).toEqual([])
  })

  it('give an external approver a link that decides, and nothing internal', async () => {
    const [post] = await sendToApproval('Cold brew for June')
    const socialId = post?.socialId ?? 0
    await sendForm(kit, cast.creator, {
      path: `/postssocials/${socialId}/notes`,
      fields: { message: 'The client must not read this' },
      files: [],
    })
    await kit.ask(cast.internal, approveRound, { body: { post_social_id: socialId } })
    pass(1)
    while ((await notifyOfEvents(kit.services)) > 0);
    pass(60)
    await settle()
    const client = await emailOf(cast.external)
    const all = await sent()
    const index = all.findIndex(({ recipient }) => recipient === client)
    expect(all[index]?.subject).toMatch(/^Approve a post for /)
    expect(await textOf(index)).toContain('/approve')
    expect(await textOf(index)).not.toContain('must not read')
    expect(await textOf(index)).toContain('If nobody decides, it will not go out.')
  })

  it('tell a client beforehand that a post goes out without them, where the project has it so', async () => {
    const { projectId } = cast.project
    await setProject(kit.db, projectId, 'bypass-external-approval-when-internal-approved', 'true')
    const [post] = await sendToApproval('Cold brew for June')
    pass(60)
    await settle()
    expect(await textOf(0)).toContain('If nobody decides, it will not go out.')
    await kit.ask(cast.internal, approveRound, { body: { post_social_id: post?.socialId ?? 0 } })
    pass(1)
    while ((await notifyOfEvents(kit.services)) > 0);
    pass(60)
    await settle()
    const client = await emailOf(cast.external)
    const index = (await sent()).findIndex(({ recipient }) => recipient === client)
    expect(await textOf(index)).toContain('If nobody decides, it goes out as scheduled.')
  })

  it('carry the link also when a client is asked something about what waits for them', async () => {
    const [post] = await sendToApproval('Cold brew for June')
    const socialId = post?.socialId ?? 0
    const ask = async () => {
      await kit.db.deleteFrom('outgoing_mails').execute()
      const about = { project_id: cast.project.projectId, post_id: post?.postId, post_social_id: socialId }
      await kit.db
        .insertInto('events')
        .values({
          type: 'approval.question_asked',
          is_told: false,
          actor_id: cast.creator.userId,
          ...about,
          detail: JSON.stringify({ round: 'external' }),
        })
        .execute()
      await choose(cast.external, 9, { timeframe_type_id: 1 })
      await settle()
      const client = await emailOf(cast.external)
      return textOf((await sent()).findIndex(({ recipient }) => recipient === client))
    }
    await kit.ask(cast.internal, approveRound, { body: { post_social_id: socialId } })
    expect(await ask()).toMatch(/Decide without a password:\n\S+\/approve#/)
    await kit.ask(cast.external, approveRound, { body: { post_social_id: socialId } })
    expect(await ask()).not.toContain('/approve#')
  })

  it('say to those who made a post who is missing when its deadline has passed', async () => {
    const [post] = await sendToApproval('Cold brew for June')
    const { postId = 0, socialId = 0 } = post ?? {}
    await kit.db
      .insertInto('events')
      .values({
        type: 'approval.deadline_passed',
        project_id: cast.project.projectId,
        is_told: false,
        post_id: postId,
        post_social_id: socialId,
        detail: JSON.stringify({ round: 'internal' }),
      })
      .execute()
    await settle()
    const maker = await emailOf(cast.creator)
    const index = (await sent()).findIndex(({ recipient }) => recipient === maker)
    const { name, last_name } = await kit.db
      .selectFrom('users')
      .select(['name', 'last_name'])
      .where('id', '=', cast.internal.userId)
      .executeTakeFirstOrThrow()
    expect(await textOf(index)).toContain(
      `Waiting for ${`${name} ${last_name}`.trim()}.\nIf nobody decides, it will not go out.`,
    )
    expect(await textOf(index)).toMatch(/Remind them:\n\S+\/manage-post\/facebook\?postId=\d+/)
  })

  it('are in one mail each, however many workers send them', async () => {
    await sendToApproval('Cold brew for June', 'Music on Thursday')
    pass(60)
    await Promise.all([mailDue(kit.services), mailDue(kit.services), mailDue(kit.services)])
    expect(await sent()).toHaveLength(1)
  })

  it('are retried after a worker dies while sending one, and nobody else’s are delayed', async () => {
    await sendToApproval('Cold brew for June')
    pass(60)
    const broken = { ...kit.services, jobs: { enqueue: () => Promise.reject(new Error('killed')) } }
    await mailDue(broken as never)
    expect(await sent()).toEqual([])
    await mailDue(kit.services)
    expect(await sent()).toEqual([])
    pass(6)
    await mailDue(kit.services)
    expect(await sent()).toHaveLength(1)
  })
})
