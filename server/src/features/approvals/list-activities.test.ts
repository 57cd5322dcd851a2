import { describe, expect, it } from 'vitest'
import { activityTypes, isActionType } from '#domain/approvals/activity.ts'
import { approveRound, requestRevision, startApprovals } from '#domain/approvals/contract.ts'
import { askRevisionQuestion, listActivities } from '#domain/approvals/conversation-contract.ts'
import type { EventType } from '#domain/kernel/live-events.ts'
import { savePostSocials } from '#domain/posts/contract.ts'
import { EDIT_PAUSE_MINUTES } from '#domain/posts/edits.ts'
import type { PostSocialStatus } from '#domain/posts/status.ts'
import { createSchedule, deleteSchedule, updateSchedule } from '#domain/schedules/contract.ts'
import { postRoutes } from '#server/features/posts/routes.ts'
import { scheduleRoutes } from '#server/features/schedules/routes.ts'
import { writingRoutes } from '#server/features/writing/routes.ts'
import { type TestPerson, useTestApp } from '#testing/app.ts'
import { buildCast, useCast } from '#testing/people.ts'
import { buildMedia, buildPost } from '#testing/posts.ts'
import { approvalRoutes } from './routes.ts'

const app = useTestApp({ routes: [...approvalRoutes, ...postRoutes, ...writingRoutes, ...scheduleRoutes] })
const cast = useCast(app)

const build = async (status: PostSocialStatus = 'draft', schedule = true) => {
  const { postId, socialIds, scheduleId } = await buildPost(app.db, cast.project, {
    type: 'text',
    socials: [{ network: 'facebook', status, message: 'Hello' }],
    ...(schedule ? { schedule: { date: '2026-06-10', time: '12:00' } } : {}),
  })
  return { postId, social: socialIds[0] ?? 0, scheduleId: scheduleId ?? 0 }
}
type Query = { kind?: 'content' | 'schedule' | 'approval' | 'publishing'; after?: string }
const readAs = (person: TestPerson, postId: number, query: Query = {}) =>
  app.ask(person, listActivities, { params: { postId }, query })
const typesFor = async (person: TestPerson, postId: number, query: Query = {}) =>
  (await readAs(person, postId, query)).data.activities.map(({ type }) => type)
const save = async (
  person: TestPerson,
  { postId, social }: { postId: number; social: number },
  change: object,
) => {
  const body = {
    post_id: postId,
    project_id: cast.project.projectId,
    post_socials: [{ id: social, ...change }],
  }
  expect((await app.ask(person, savePostSocials, { body })).status).toBe(200)
}
/** The texts of its edits, newest first. */
const textsOf = async ({ postId }: { postId: number }) =>
  (await readAs(cast.creator, postId, { kind: 'content' })).data.activities.flatMap(({ changes }) =>
    changes.map(({ text }) => text),
  )
/** An event of this type, as the product would have written it. */
const write = (post: { postId: number; social: number }, type: EventType, at = '2026-06-01T10:00:00Z') =>
  app.db
    .insertInto('events')
    .values({
      project_id: cast.project.projectId,
      post_id: post.postId,
      post_social_id: post.social,
      type,
      actor_id: cast.creator.userId,
      created_at: new Date(at),
      detail: JSON.stringify({ social_network: 'facebook' }),
    })
    .execute()

describe('The activity of a post', () => {
  it('tells one edit for the saves of a person in a row, with what all of them changed', async () => {
    const post = await build()
    await save(cast.creator, post, { message: 'Hello you' })
    await save(cast.creator, post, { message: 'Hello you there' })
    await save(cast.creator, post, { first_comment: 'First' })
    await save(cast.admin, post, { message: 'Hello all' })
    const { data } = await readAs(cast.internal, post.postId, { kind: 'content' })
    expect(data.activities).toMatchObject([
      {
        type: 'post.saved',
        created_by_user: { id: cast.admin.userId },
        changes: [{ social_networks: ['facebook'], parts: ['text'] }],
      },
      {
        type: 'post.saved',
        created_by_user: { id: cast.creator.userId },
        changes: [{ social_networks: ['facebook'], parts: ['text', 'first comment'] }],
      },
    ])
  })

  it('tells two edits after a pause', async () => {
    const post = await build()
    await save(cast.creator, post, { message: 'Hello you' })
    app.clock.advance((EDIT_PAUSE_MINUTES + 1) * 60_000)
    await save(cast.creator, post, { message: 'Hello again' })
    expect((await textsOf(post)).map(text => text?.after)).toEqual(['Hello again', 'Hello you'])
  })

  it('tells the words before the first and after the last save of an edit, and the number of files', async () => {
    const post = await build()
    const media = await buildMedia(app.db, cast.project)
    await save(cast.creator, post, { message: 'Hello y' })
    await save(cast.creator, post, { message: 'Hello you', first_comment: 'First' })
    await save(cast.creator, post, {
      media_actions: [{ action: 'attach', object_id: media }],
    })
    const { data } = await readAs(cast.internal, post.postId, { kind: 'content' })
    expect(data.activities.map(({ changes }) => changes)).toEqual([
      [
        {
          social_networks: ['facebook'],
          parts: ['text', 'first comment', 'media'],
          text: { before: 'Hello', after: 'Hello you' },
          first_comment: { before: '', after: 'First' },
          media: { before: 0, after: 1 },
        },
      ],
    ])
  })

  it('tells once what is the same in several versions', async () => {
    const { postId, socialIds } = await buildPost(app.db, cast.project, {
      type: 'text',
      socials: (['facebook', 'linkedin', 'twitter'] as const).map(network => ({ network, message: 'Hi' })),
    })
    const messages = ['Hi all', 'Hi all', 'Hi']
    const post_socials = socialIds.map((id, index) => ({ id, message: messages[index] ?? '' }))
    const body = { post_id: postId, project_id: cast.project.projectId, post_socials }
    expect((await app.ask(cast.creator, savePostSocials, { body })).status).toBe(200)
    const { data } = await readAs(cast.creator, postId, { kind: 'content' })
    expect(data.activities[0]?.changes).toMatchObject([
      { social_networks: ['facebook', 'linkedin'], text: { before: 'Hi', after: 'Hi all' } },
    ])
  })

  it('tells no words of a text that was changed back', async () => {
    const post = await build()
    await save(cast.creator, post, { message: 'Hello you' })
    await save(cast.creator, post, { message: 'Hello' })
    expect(await textsOf(post)).toEqual([null])
  })

  it('tells an edit after a decision by itself, with what was changed since', async () => {
    const post = await build('pending_internal_approval')
    await save(cast.admin, post, { message: 'Hello you' })
    app.clock.advance(1000)
    await app.ask(cast.internal, approveRound, { body: { post_social_id: post.social } })
    app.clock.advance(1000)
    await save(cast.admin, post, { message: 'Hello you two' })
    app.clock.advance(1000)
    await save(cast.admin, post, { message: 'Hello you three' })
    expect(await textsOf(post)).toEqual([
      { before: 'Hello you', after: 'Hello you three' },
      { before: 'Hello', after: 'Hello you' },
    ])
  })

  it('tells nothing of a save that was refused', async () => {
    const post = await build('pending_internal_approval')
    const body = {
      post_id: post.postId,
      project_id: cast.project.projectId,
      post_socials: [{ id: post.social, message: '' }],
    }
    expect((await app.ask(cast.creator, savePostSocials, { body })).status).toBe(422)
    expect(await typesFor(cast.creator, post.postId)).toEqual([])
  })

  it('shows the time before and after each change of the schedule', async () => {
    const post = await build('draft', false)
    const { timezone } = cast.project
    const first = { date: '2026-06-10', time: '12:00', is_autoposting: true, timezone }
    const second = { date: '2026-06-11', time: '09:30', is_autoposting: false, timezone }
    const sent = ({ date, time, is_autoposting }: typeof first) => ({ date, time, is_autoposting })
    const { data: made } = await app.ask(cast.creator, createSchedule, {
      body: { post_id: post.postId, ...sent(first) },
    })
    await save(cast.creator, post, { message: 'In between' })
    const params = { scheduleId: made.id }
    await app.ask(cast.creator, updateSchedule, { params, body: sent(second) })
    await app.ask(cast.creator, deleteSchedule, { params })
    const { data } = await readAs(cast.creator, post.postId, { kind: 'schedule' })
    expect(data.activities.map(({ type, schedule }) => [type, schedule])).toEqual([
      ['schedule.deleted', { before: second, after: null }],
      ['schedule.updated', { before: first, after: second }],
      ['schedule.created', { before: null, after: first }],
    ])
  })

  it('shows a client only the entries of their round and what went out, without naming the agency', async () => {
    const post = await build()
    await save(cast.creator, post, { message: 'Internal words' })
    const ask = (approval_id: number, message: string) =>
      app.ask(cast.creator, askRevisionQuestion, { body: { approval_id, message } })
    await app.ask(cast.creator, startApprovals, { body: { posts_ids: [post.postId], message: 'Inside' } })
    expect((await readAs(cast.external, post.postId)).status).toBe(404)
    const roundOf = async (type: 'internal' | 'external') =>
      (
        await app.db
          .selectFrom('approvals')
          .select('id')
          .where('post_social_id', '=', post.social)
          .where('type', '=', type)
          .executeTakeFirstOrThrow()
      ).id
    await ask(await roundOf('internal'), 'Between us')
    await app.ask(cast.internal, approveRound, { body: { post_social_id: post.social } })
    await ask(await roundOf('external'), 'For you')
    await app.ask(cast.external, requestRevision, {
      body: { approval_id: await roundOf('external'), message: 'Larger' },
    })
    const { data } = await readAs(cast.external, post.postId)
    expect(data.activities.map(({ type, message }) => [type, message])).toEqual([
      ['revision_requested', 'Larger'],
      ['question_pushed', 'For you'],
      ['external_approval_started', null],
    ])
    expect(data.activities.at(-1)?.created_by_user).toBe(null)
    const inside = JSON.stringify((await readAs(cast.admin, post.postId)).data)
    for (const text of ['Inside', 'Between us', 'post.saved', 'Internal words']) {
      expect(inside).toContain(text)
      expect(JSON.stringify(data)).not.toContain(text)
    }
  })

  it('shows each kind of event to the roles that may know of it', async () => {
    const post = await build('pending_external_approval')
    const events = activityTypes.flatMap(type => (isActionType(type) ? [] : [type]))
    for (const type of events.filter(type => type !== 'post.saved')) await write(post, type)
    for (const person of [cast.admin, cast.creator, cast.internal])
      expect((await typesFor(person, post.postId)).toSorted()).toEqual(
        events.filter(type => type !== 'post.saved').toSorted(),
      )
    const { data } = await readAs(cast.external, post.postId)
    expect(data.activities.map(({ type }) => type).toSorted()).toEqual([
      'post_social.confirmed_live',
      'post_social.published',
    ])
    expect(data.activities.every(activity => activity.created_by_user === null)).toBe(true)
  })

  it('comes in pages, newest first, each entry once', async () => {
    const post = await build()
    for (let minute = 10; minute < 45; minute++)
      await write(post, 'post_social.publishing_started', `2026-06-01T10:${minute}:00Z`)
    const { data: first } = await readAs(cast.creator, post.postId)
    expect(first.activities).toHaveLength(30)
    const { data: second } = await readAs(cast.creator, post.postId, { after: first.next ?? '' })
    expect(second.activities).toHaveLength(5)
    expect(second.next).toBe(null)
    const times = [...first.activities, ...second.activities].map(({ created_at }) => created_at)
    expect(times).toEqual([...new Set(times)].toSorted().toReversed())
  })

  it('is answered with 404 to another agency', async () => {
    const { postId } = await build()
    const stranger = await buildCast(app.db)
    expect((await readAs(stranger.admin, postId)).status).toBe(404)
  })
})
