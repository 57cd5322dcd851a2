import { sql } from 'kysely'
import { beforeEach, expect, it } from 'vitest'
import { databaseNow } from '#server/platform/db/database-now.ts'
import { makeLog } from '#server/platform/log.ts'
import { useTestApp } from '#testing/app.ts'
import { buildCast, type Cast } from '#testing/people.ts'
import { buildPost, type TestPost } from '#testing/posts.ts'
import { cleanAllHistory } from './clean-history.ts'

const lines: Record<string, unknown>[] = []
const log = makeLog('info', { write: line => lines.push(JSON.parse(line)) })
const kit = useTestApp({ routes: [] })
let cast: Cast
let post: TestPost
let now: Date

beforeEach(async () => {
  now = await databaseNow(kit.db)
  cast = await buildCast(kit.db)
  post = await buildPost(kit.db, cast.project, { socials: [{ network: 'twitter' }] })
  lines.length = 0
})

const ago = (days: number) => new Date(now.getTime() - days * 86_400_000)
const clean = () => cleanAllHistory({ ...kit.services, log }, now)

it('Events that only told open pages of a change go after 90 days; the history of posts, and what nobody was told yet, stays', async () => {
  const { projectId } = cast.project
  const add = async (type: 'post.saved' | 'schedule.created' | 'project.changed', days: number, set = {}) => {
    const event = { project_id: projectId, type, created_at: ago(days), post_id: post.postId, ...set }
    return (await kit.db.insertInto('events').values(event).returning('id').executeTakeFirstOrThrow()).id
  }
  await add('post.saved', 91)
  await add('project.changed', 91, { post_id: null })
  const kept = [
    await add('schedule.created', 91),
    await add('post.saved', 91, { is_told: false }),
    await add('post.saved', 89),
    await add('project.changed', 89, { post_id: null }),
  ]
  await clean()
  const left = await kit.db.selectFrom('events').select('id').where('project_id', '=', projectId).execute()
  expect(left.map(({ id }) => id)).toEqual(kept)
})

it('A session goes half a year after its sign-in, with its tokens, and one that can still be renewed stays', async () => {
  const { userId } = cast.creator
  const add = async (days: number) => {
    const session = { user_id: userId, created_at: ago(days), last_used_at: ago(days) }
    const { id } = await kit.db
      .insertInto('sessions')
      .values(session)
      .returning('id')
      .executeTakeFirstOrThrow()
    await kit.db
      .insertInto('session_tokens')
      .values({
        token_hash: Buffer.from(`${userId}/${id}`),
        session_id: id,
        expires_at: now,
        refreshable_until: now,
      })
      .execute()
    return id
  }
  await add(181)
  const recent = await add(90)
  await clean()
  const tokens = kit.db
    .selectFrom('session_tokens as t')
    .innerJoin('sessions as s', 's.id', 't.session_id')
    .select('s.id')
    .where('s.user_id', '=', userId)
  expect(await tokens.execute()).toEqual([{ id: recent }])
})

it('An invitation that nobody accepted goes a year after its end, an accepted one stays', async () => {
  const { agencyId } = cast.project
  const add = async (email: string, days: number, accepted_at: Date | null = null) => {
    const invitation = { agency_id: agencyId, email, name: email, role: 'agency-admin' as const }
    const accepted = accepted_at && { accepted_at, accepted_by: cast.creator.userId }
    const token_hash = Buffer.from(`${agencyId}/${email}`)
    await kit.db
      .insertInto('invitations')
      .values({ ...invitation, ...accepted, token_hash, expires_at: ago(days) })
      .execute()
  }
  await add('long-ago@example.com', 366)
  await add('last-year@example.com', 364)
  await add('ada@example.com', 366, ago(370))
  await clean()
  const left = kit.db
    .selectFrom('invitations')
    .select('email')
    .where('agency_id', '=', agencyId)
    .orderBy('email')
  expect(await left.execute()).toEqual([{ email: 'ada@example.com' }, { email: 'last-year@example.com' }])
})

it('What a network said about a live post is kept for a year; that of a failed one, which its post shows, for good', async () => {
  const add = (status: 'live' | 'failed', days: number) =>
    sql`insert into publications (post_social_id, project_id, social_network, status, content_digest, due_at, run_at,
        response, external_id, failure_reason, closed_at)
      values (${post.socialIds[0]}, ${cast.project.projectId}, 'twitter', ${status}, '', ${ago(days)}, ${ago(days)},
        'said', ${status === 'live' ? `${days}` : null}, ${status === 'live' ? null : 'rejected'}, ${ago(days)})`.execute(
      kit.db,
    )
  await add('live', 366)
  await add('live', 364)
  await add('failed', 366)
  await clean()
  const left = kit.db
    .selectFrom('publications')
    .select(['status', 'external_id', 'response'])
    .where('project_id', '=', cast.project.projectId)
    .orderBy('id')
  expect(await left.execute()).toEqual([
    { status: 'live', external_id: '366', response: null },
    { status: 'live', external_id: '364', response: 'said' },
    { status: 'failed', external_id: null, response: 'said' },
  ])
})

it('The thread of mails about a post is forgotten after a year, that of the digests of a project is not', async () => {
  const add = (post_id: number | null, days: number) => {
    const thread = { user_id: cast.creator.userId, project_id: cast.project.projectId, post_id }
    return kit.db
      .insertInto('mail_threads')
      .values({ ...thread, first_mail_id: 1, first_mail_at: ago(days) })
      .execute()
  }
  const other = await buildPost(kit.db, cast.project, { socials: [{ network: 'twitter' }] })
  await add(post.postId, 366)
  await add(other.postId, 364)
  await add(null, 366)
  await clean()
  const left = kit.db
    .selectFrom('mail_threads')
    .select('post_id')
    .where('project_id', '=', cast.project.projectId)
    .orderBy('id')
  expect(await left.execute()).toEqual([{ post_id: other.postId }, { post_id: null }])
})

it('Figures of an account are kept for three years, of which the pages show two', async () => {
  const { id } = await kit.db
    .insertInto('metric_accounts')
    .values({
      project_id: cast.project.projectId,
      social_network: 'twitter',
      external_id: 'old',
      due_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const days = [1_102, 1_098, 1].map(count => ago(count).toISOString().slice(0, 10))
  for (const day of days)
    await kit.db
      .insertInto('metric_points')
      .values({ metric_account_id: id, day, metric: 1, series: 0, value: 7 })
      .execute()
  await clean()
  const left = kit.db
    .selectFrom('metric_points')
    .select('day')
    .where('metric_account_id', '=', id)
    .orderBy('day')
  expect(await left.execute()).toEqual(days.slice(1).map(day => ({ day })))
})

it('Links of accounts and devices that are of no use any more go', async () => {
  const { userId } = cast.creator
  const { projectId } = cast.project
  const link = (days: number) => ({
    token_hash: Buffer.from(`${userId}/${days}`),
    user_id: userId,
    purpose: 'reset' as const,
    expires_at: ago(days),
  })
  await kit.db
    .insertInto('account_links')
    .values([link(31), link(29)])
    .execute()
  const device = (days: number) => ({
    token_hash: Buffer.from(`${projectId}/${days}`),
    project_id: projectId,
    user_id: userId,
    confirmed_at: ago(days),
  })
  await kit.db
    .insertInto('approval_link_devices')
    .values([device(181), device(179)])
    .execute()
  await clean()
  const links = kit.db.selectFrom('account_links').select('expires_at').where('user_id', '=', userId)
  expect(await links.execute()).toEqual([{ expires_at: ago(29) }])
  const devices = kit.db
    .selectFrom('approval_link_devices')
    .select('confirmed_at')
    .where('project_id', '=', projectId)
  expect(await devices.execute()).toEqual([{ confirmed_at: ago(179) }])
})

it('What cannot be deleted is logged and keeps nothing else, and nothing touches the audit log', async () => {
  const session = { user_id: cast.creator.userId, created_at: ago(181), last_used_at: ago(181) }
  const { id } = await kit.db.insertInto('sessions').values(session).returning('id').executeTakeFirstOrThrow()
  // A connection under way that was never cleaned up refers to it.
  await kit.db
    .insertInto('pending_connections')
    .values({
      project_id: cast.project.projectId,
      session_id: id,
      social_network: 'twitter',
      stage: 'choosing',
      expires_at: ago(180),
    })
    .execute()
  await kit.db
    .insertInto('account_links')
    .values({
      token_hash: Buffer.from(`${id}`),
      user_id: session.user_id,
      purpose: 'reset',
      expires_at: ago(31),
    })
    .execute()
  await kit.db
    .insertInto('audit_log')
    .values({
      agency_id: cast.project.agencyId,
      action: 'publishing.paused',
      subject: 'old',
      created_at: ago(4_000),
    })
    .execute()
  await clean()
  expect(lines).toContainEqual(
    expect.objectContaining({ what: 'sessions', msg: 'what is too old could not be deleted' }),
  )
  expect(lines).toContainEqual(
    expect.objectContaining({ accountLinks: 1, msg: 'what was too old was deleted' }),
  )
  const entries = kit.db
    .selectFrom('audit_log')
    .select('subject')
    .where('agency_id', '=', cast.project.agencyId)
  expect(await entries.execute()).toEqual([{ subject: 'old' }])
  await kit.db.deleteFrom('pending_connections').where('session_id', '=', id).execute()
})
