import { sql } from 'kysely'
import { approveRound, requestRevision, skipApproval, startApprovals } from '#domain/approvals/contract.ts'
import { createPost, deletePost, restorePosts, savePostSocials } from '#domain/posts/contract.ts'
import { type PostSocialEvent, postSocialLifecycle } from '#domain/posts/status.ts'
import {
  createSchedule,
  deleteSchedule,
  updateSchedule,
  updateSchedules,
} from '#domain/schedules/contract.ts'
import { setProjectSetting } from '#server/features/projects/project-settings.ts'
import { move } from '#server/platform/db/move.ts'
import type { TestApp } from './app.ts'
import type { Cast } from './people.ts'
import { buildMedia } from './posts.ts'

/** What people and the publisher do to the posts of a project, each with a number that says to which, and varies it. */
export const writesOf = (kit: TestApp, { project, creator, admin, internal, external }: Cast) => {
  const { projectId } = project
  const { db } = kit
  const pick = async (n: number) => {
    const posts = await db
      .selectFrom('posts')
      .select('id')
      .where('project_id', '=', projectId)
      .orderBy('id')
      .execute()
    return posts[n % Math.max(1, posts.length)]?.id ?? 0
  }
  const versionsOf = (postId: number) =>
    db.selectFrom('post_socials').selectAll().where('post_id', '=', postId).orderBy('id').execute()
  const scheduleOf = (postId: number) =>
    db
      .selectFrom('schedules')
      .select('id')
      .where('post_id', '=', postId)
      .where('deleted_at', 'is', null)
      .executeTakeFirst()
  const time = (n: number) => ({
    date: `2026-06-${10 + (n % 20)}`,
    time: '10:00',
    is_autoposting: n % 2 === 0,
  })
  const openRound = async (n: number) => {
    const rounds = await db
      .selectFrom('approvals')
      .select(['id', 'type', 'post_social_id'])
      .where('project_id', '=', projectId)
      .where('status', '=', 'open')
      .orderBy('id')
      .execute()
    return rounds[n % Math.max(1, rounds.length)]
  }
  const version = async (n: number) => {
    const versions = await versionsOf(await pick(n))
    return versions[n % Math.max(1, versions.length)]
  }
  const save = async (n: number, set: object) => {
    const one = await version(n)
    return kit.ask(creator, savePostSocials, {
      body: {
        post_id: one?.post_id ?? 0,
        project_id: projectId,
        is_temporary: false,
        post_socials: [{ id: one?.id ?? 0, ...set }],
      },
    })
  }
  const moveTo = async (n: number, event: PostSocialEvent) => {
    const one = await version(n)
    const set = { failure_reason: 'rejected', published_at: new Date() } as const
    if (one) await db.transaction().execute(tx => move(tx, postSocialLifecycle, one.id, event, set))
  }
  return {
    create: () =>
      kit.ask(creator, createPost, {
        body: { project_id: projectId, social_networks: ['facebook', 'instagram'], type: 'single_photo' },
      }),
    write: (n: number) => save(n, { message: `Text ${n} ${'long '.repeat(n % 50)}` }),
    attach: async (n: number) => {
      const object_id = await buildMedia(db, project)
      return save(n, { media_actions: [{ action: 'attach', object_id }] })
    },
    detach: async (n: number) => {
      const one = await version(n)
      const found = await db
        .selectFrom('attachments')
        .select('id')
        .where('post_social_id', '=', one?.id ?? 0)
        .executeTakeFirst()
      return found && save(n, { media_actions: [{ action: 'detach', id: found.id }] })
    },
    reorder: async (n: number) => {
      const one = await version(n)
      const rows = await db
        .selectFrom('attachments')
        .select('id')
        .where('post_social_id', '=', one?.id ?? 0)
        .orderBy('position')
        .execute()
      return save(n, { attachment_order: rows.map(({ id }) => id).reverse() })
    },
    losePreviews: async (n: number) =>
      sql`update medias set has_previews = not has_previews where project_id = ${projectId} and id % 3 = ${n % 3}`.execute(
        db,
      ),
    schedule: async (n: number) =>
      kit.ask(creator, createSchedule, { body: { post_id: await pick(n), ...time(n) } }),
    reschedule: async (n: number) => {
      const schedule = await scheduleOf(await pick(n))
      return (
        schedule &&
        kit.ask(creator, updateSchedule, { params: { scheduleId: schedule.id }, body: time(n + 1) })
      )
    },
    rescheduleAll: async (n: number) => {
      const rows = await db
        .selectFrom('schedules')
        .select('id')
        .where('project_id', '=', projectId)
        .where('deleted_at', 'is', null)
        .execute()
      return kit.ask(creator, updateSchedules, {
        body: { schedule_ids: rows.map(({ id }) => id), ...time(n) },
      })
    },
    unschedule: async (n: number) => {
      const schedule = await scheduleOf(await pick(n))
      return schedule && kit.ask(creator, deleteSchedule, { params: { scheduleId: schedule.id } })
    },
    remove: async (n: number) => kit.ask(creator, deletePost, { params: { postId: await pick(n) } }),
    restore: async (n: number) => {
      const rows = await db
        .selectFrom('posts')
        .select('id')
        .where('project_id', '=', projectId)
        .where('deleted_at', 'is not', null)
        .orderBy('id')
        .execute()
      const post_ids = rows.slice(-1 - (n % 2)).map(({ id }) => id)
      return kit.ask(creator, restorePosts, { body: { project_id: projectId, post_ids } })
    },
    sendToApproval: async (n: number) =>
      kit.ask(admin, startApprovals, { body: { posts_ids: [await pick(n)] } }),
    sendWithDeadline: async (n: number) => {
      const decide_by = new Date(kit.clock.now().getTime() + (1 + n) * 3_600_000).toISOString()
      return kit.ask(admin, startApprovals, { body: { posts_ids: [await pick(n)], decide_by } })
    },
    setDeadlineHours: (n: number) =>
      db
        .transaction()
        .execute(tx => setProjectSetting(tx, projectId, 'approval-deadline-hours', n % 3 ? String(n) : '')),
    approve: async (n: number) => {
      const round = await openRound(n)
      const person = round?.type === 'external' ? external : internal
      return kit.ask(person, approveRound, { body: { post_social_id: round?.post_social_id ?? 0 } })
    },
    skip: async (n: number) =>
      kit.ask(admin, skipApproval, {
        body: {
          post_id: await pick(n),
          skipped_approvals: n % 2 ? ['internal'] : ['internal', 'external'],
        },
      }),
    sendBack: async (n: number) => {
      const round = await openRound(n)
      const body = { approval_id: round?.id ?? 0, message: 'Shorter, please' }
      return kit.ask(round?.type === 'external' ? external : internal, requestRevision, { body })
    },
    begin: (n: number) => moveTo(n, 'publishing_started_by_admin'),
    publish: (n: number) => moveTo(n, 'published'),
    fail: (n: number) => moveTo(n, 'publishing_failed'),
    wait: async (n: number) => kit.clock.set(new Date(Date.UTC(2026, 5, 1, 8) + n * 3_600_000)),
  }
}
