import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { localOf } from '#domain/kernel/time.ts'
import { readDigests } from '#server/features/posts/content.ts'
import { databaseNow } from '#server/platform/db/database-now.ts'
import type { TestProject } from '#testing/people.ts'
import { nextNumber } from '#testing/people.ts'
import { buildPost, type TestSocial } from '#testing/posts.ts'
import {
  onNetwork,
  type PublishingStage,
  readOutcome,
  startPublishingStage,
} from '#testing/publishing/publishing.ts'
import { announceOverdue, announceOverdueQueue } from './announce-overdue.ts'
import { releaseSchedule } from './release.ts'
import { sweep } from './worker.ts'

const MINUTE = 60_000
const bypass = { 'bypass-external-approval-when-internal-approved': 'true' }
let stage: PublishingStage

beforeAll(async () => {
  stage = await startPublishingStage()
})
afterAll(() => stage.close())

type Scheduled = {
  socials: TestSocial[]
  minutesAgo?: number
  is_autoposting?: boolean
  settings?: Record<string, string>
}

/** A post that came due some minutes ago, by the database's clock. */
const scheduled = async ({ socials, minutesAgo = 1, is_autoposting = true, settings }: Scheduled) => {
  const project: TestProject = await stage.connectedProject(settings)
  const due = new Date((await databaseNow(stage.db)).getTime() - minutesAgo * MINUTE)
  const post = await buildPost(stage.db, project, {
    type: 'text',
    socials,
    schedule: { ...localOf(due, project.timezone), is_autoposting },
  })
  const statuses = async () => {
    const rows = await stage.db
      .selectFrom('post_socials')
      .select('status')
      .where('post_id', '=', post.postId)
      .orderBy('id')
      .execute()
    return rows.map(row => row.status)
  }
  const events = async () => {
    const rows = await stage.db
      .selectFrom('events')
      .select('type')
      .where('post_id', '=', post.postId)
      .orderBy('id')
      .execute()
    return rows.map(row => row.type)
  }
  return { ...post, scheduleId: post.scheduleId ?? 0, socialId: post.socialIds[0] ?? 0, statuses, events }
}
const message = () => `Due ${nextNumber()}`

describe('A post that comes due', () => {
  it('goes out by itself if it is approved and set to autopost', async () => {
    const text = message()
    const post = await scheduled({ socials: [{ network: 'facebook', status: 'approved', message: text }] })
    await stage.drive(stage.publisher())
    expect(await post.statuses()).toEqual(['live'])
    expect(await onNetwork(stage, 'facebook', text)).toHaveLength(1)
    const { publications } = await readOutcome(stage, post.socialId)
    expect(publications).toMatchObject([{ started_by: null }])
  })

  it('is handled once, however many workers release it and how often', async () => {
    const post = await scheduled({
      socials: [{ network: 'facebook', status: 'scheduled', message: message() }],
    })
    const publisher = stage.publisher()
    await Promise.all(Array.from({ length: 6 }, () => releaseSchedule(publisher, post.scheduleId)))
    await stage.drive(publisher)
    expect((await readOutcome(stage, post.socialId)).publications).toHaveLength(1)
    expect((await post.events()).filter(type => type === 'post_social.publishing_started')).toHaveLength(1)
  })

  it('is not touched a minute early', async () => {
    const post = await scheduled({
      socials: [{ network: 'facebook', status: 'approved', message: message() }],
      minutesAgo: -2,
    })
    await releaseSchedule(stage.publisher(), post.scheduleId)
    await sweep(stage.publisher())
    expect(await post.statuses()).toEqual(['approved'])
  })

  it('waits for a person if it is not set to autopost', async () => {
    const post = await scheduled({
      socials: [{ network: 'facebook', status: 'approved', message: message() }],
      is_autoposting: false,
    })
    await sweep(stage.publisher())
    expect(await post.statuses()).toEqual(['pending_publish'])
    expect(await post.events()).toEqual(['post_social.manual_publish_due'])
  })

  it('does not go out unapproved, and is announced as overdue once, after the grace period', async () => {
    const text = message()
    const post = await scheduled({
      socials: [
        { network: 'facebook', status: 'pending_internal_approval', message: text },
        { network: 'linkedin', status: 'approved', message: text },
      ],
      minutesAgo: 17,
    })
    const publisher = stage.publisher()
    await sweep(publisher)
    const planned = await stage.enqueued(announceOverdueQueue)
    expect(planned.filter(job => job.scheduleId === post.scheduleId)).toHaveLength(1)
    await announceOverdue(publisher, post.scheduleId)
    await announceOverdue(publisher, post.scheduleId)
    await stage.drive(publisher)
    expect(await post.statuses()).toEqual(['pending_internal_approval', 'live'])
    expect((await post.events()).filter(type => type === 'post.overdue')).toHaveLength(1)
    expect(await onNetwork(stage, 'facebook', text)).toEqual([])
  })

  it('waits for a person if it has become a story since it was scheduled', async () => {
    const post = await scheduled({
      socials: [{ network: 'instagram', status: 'approved', message: message() }],
    })
    await stage.db
      .updateTable('post_socials')
      .set({ type: 'photo_story' })
      .where('id', '=', post.socialId)
      .execute()
    const digest = (await readDigests(stage.db, [post.socialId])).get(post.socialId) ?? null
    await stage.db
      .updateTable('post_socials')
      .set({ cleared_digest: digest })
      .where('id', '=', post.socialId)
      .execute()
    await stage.drive(stage.publisher())
    expect(await post.statuses()).toEqual(['pending_publish'])
  })

  it('is announced as overdue when its approval came after its time', async () => {
    const post = await scheduled({
      socials: [{ network: 'facebook', status: 'pending_internal_approval', message: message() }],
      minutesAgo: 17,
    })
    await releaseSchedule(stage.publisher(), post.scheduleId)
    await stage.db
      .updateTable('post_socials')
      .set({ status: 'approved' })
      .where('id', '=', post.socialId)
      .execute()
    await announceOverdue(stage.publisher(), post.scheduleId)
    expect(await post.events()).toEqual(['post.overdue'])
  })

  it('is not announced as overdue within the grace period', async () => {
    const post = await scheduled({ socials: [{ network: 'facebook', status: 'draft', message: message() }] })
    await releaseSchedule(stage.publisher(), post.scheduleId)
    await releaseSchedule(stage.publisher(), post.scheduleId)
    expect(await post.events()).toEqual([])
  })

  it('does not go out by itself when it is approved after its time', async () => {
    const text = message()
    const post = await scheduled({
      socials: [{ network: 'facebook', status: 'pending_internal_approval', message: text }],
    })
    await sweep(stage.publisher())
    await stage.db
      .updateTable('post_socials')
      .set({ status: 'approved' })
      .where('id', '=', post.socialId)
      .execute()
    await releaseSchedule(stage.publisher(), post.scheduleId)
    await stage.drive(stage.publisher())
    expect(await post.statuses()).toEqual(['approved'])
    expect(await onNetwork(stage, 'facebook', text)).toEqual([])
  })

  it('goes out with automatic approval when only the client is late and the project allows it', async () => {
    const text = message()
    const late: TestSocial = { network: 'facebook', status: 'pending_external_approval', message: text }
    const post = await scheduled({ socials: [late], settings: bypass })
    await stage.drive(stage.publisher())
    expect(await post.statuses()).toEqual(['live'])
    const actions = await stage.db
      .selectFrom('approval_actions')
      .select('type')
      .where('post_social_id', '=', post.socialId)
      .execute()
    expect(actions).toEqual([{ type: 'approved_by_system' }])
    expect(await onNetwork(stage, 'facebook', text)).toHaveLength(1)

    const held = await scheduled({ socials: [{ ...late, message: message() }] })
    await stage.drive(stage.publisher())
    expect(await held.statuses()).toEqual(['pending_external_approval'])
  })

  it('does not go out with content other than what was approved', async () => {
    const post = await scheduled({
      socials: [{ network: 'facebook', status: 'approved', message: message() }],
    })
    const text = message()
    await stage.db
      .updateTable('post_socials')
      .set({ message: text })
      .where('id', '=', post.socialId)
      .execute()
    await stage.drive(stage.publisher())
    const { social } = await readOutcome(stage, post.socialId)
    expect(social).toMatchObject({ status: 'publishing_failed', failure_reason: 'content_changed' })
    expect(await onNetwork(stage, 'facebook', text)).toEqual([])
  })

  it('is not published automatically more than an hour late', async () => {
    const post = await scheduled({
      socials: [{ network: 'facebook', status: 'approved', message: message() }],
      minutesAgo: 62,
    })
    await stage.drive(stage.publisher())
    const { social, publications } = await readOutcome(stage, post.socialId)
    expect(social).toMatchObject({ status: 'publishing_failed', failure_reason: 'missed_window' })
    expect(publications).toEqual([])
  })

  it('does not go out if it was deleted or its schedule was removed', async () => {
    const post = await scheduled({
      socials: [{ network: 'facebook', status: 'approved', message: message() }],
    })
    await stage.db
      .updateTable('posts')
      .set({ deleted_at: new Date() })
      .where('id', '=', post.postId)
      .execute()
    const other = await scheduled({
      socials: [{ network: 'facebook', status: 'approved', message: message() }],
    })
    await stage.db
      .updateTable('schedules')
      .set({ deleted_at: new Date() })
      .where('id', '=', other.scheduleId)
      .execute()
    await stage.drive(stage.publisher())
    await releaseSchedule(stage.publisher(), post.scheduleId)
    await releaseSchedule(stage.publisher(), other.scheduleId)
    expect([...(await post.statuses()), ...(await other.statuses())]).toEqual(['approved', 'approved'])
  })

  it('leaves the list of what is due while its post is deleted, and goes out when that is restored', async () => {
    const post = await scheduled({
      socials: [{ network: 'facebook', status: 'approved', message: message() }],
    })
    const setDeleted = (deleted_at: Date | null) =>
      stage.db.updateTable('posts').set({ deleted_at }).where('id', '=', post.postId).execute()
    const isLeftOut = async () =>
      (
        await stage.db
          .selectFrom('schedules')
          .select('is_post_deleted')
          .where('id', '=', post.scheduleId)
          .executeTakeFirstOrThrow()
      ).is_post_deleted
    await setDeleted(new Date())
    expect(await isLeftOut()).toBe(true)
    await setDeleted(null)
    expect(await isLeftOut()).toBe(false)
    await stage.drive(stage.publisher())
    expect(await post.statuses()).toEqual(['live'])
  })
})
