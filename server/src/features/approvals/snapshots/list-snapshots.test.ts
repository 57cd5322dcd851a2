import { beforeAll, describe, expect, it } from 'vitest'
import { SNAPSHOTS_MAX } from '#domain/posts/edits.ts'
import { updateSchedule } from '#domain/schedules/contract.ts'
import { approvalRoutes } from '#server/features/approvals/routes.ts'
import { cleanAllMedia } from '#server/features/media/clean-media.ts'
import { mayReadMedia } from '#server/features/media/file-access.ts'
import { postRoutes } from '#server/features/posts/routes.ts'
import { scheduleRoutes } from '#server/features/schedules/routes.ts'
import { writingRoutes } from '#server/features/writing/routes.ts'
import { type TestPerson, useTestApp } from '#testing/app.ts'
import { snapshotsOf } from '#testing/approvals/snapshots.ts'
import { useCast } from '#testing/people.ts'
import { buildMedia, type TestPost } from '#testing/posts.ts'

let photos: number[]
const app = useTestApp({ routes: [...approvalRoutes, ...postRoutes, ...writingRoutes, ...scheduleRoutes] })
const cast = useCast(app)
beforeAll(async () => {
  photos = [await buildMedia(app.db, cast.project), await buildMedia(app.db, cast.project)]
})

const { build, saveAs, pause, listAs, compareAs, attachmentsOf, contentsOf, requestAs, send, approveAs } =
  snapshotsOf(() => ({ app, cast, photos }))

describe('The earlier versions of a post', () => {
  it('are one for the saves of a person in a row, and one for what it said at first', async () => {
    const post = await build()
    for (const message of ['Hello y', 'Hello yo', 'Hello you']) await saveAs(cast.creator, post, { message })
    await saveAs(cast.admin, post, { message: 'Hello all' })
    const listed = await listAs(cast.internal, post)
    expect(listed).toMatchObject([
      { saved_by: { id: cast.admin.userId }, is_current: true, action: null },
      { saved_by: { id: cast.creator.userId }, is_current: false, social_networks: ['facebook'] },
      { saved_by: null, is_current: false },
    ])
    expect(new Set(listed.map(({ digest }) => digest)).size).toBe(3)
    // The saves in the middle of an edit are forgotten.
    expect(await contentsOf(post)).toBe(3)
  })

  it('leave out the new post that said nothing', async () => {
    const post = await build({ message: '', media: [] })
    await saveAs(cast.creator, post, { message: 'Hello' })
    expect(await listAs(cast.creator, post)).toHaveLength(1)
  })

  it('are compared by words, files, first comment and time', async () => {
    const post = await build()
    const [first] = await attachmentsOf(post)
    await saveAs(cast.creator, post, {
      message: 'Hello you',
      first_comment: 'First',
      media_actions: [{ action: 'detach', id: first?.id ?? 0 }],
    })
    app.clock.advance(1000)
    const when = { date: '2026-06-11', time: '09:00', is_autoposting: true }
    const moved = await app.ask(cast.creator, updateSchedule, {
      params: { scheduleId: post.scheduleId ?? 0 },
      body: when,
    })
    expect(moved.status).toBe(200)
    const listed = await listAs(cast.creator, post)
    const { data } = await compareAs(cast.creator, post, listed.at(-1)?.id ?? '')
    expect(data).toMatchObject({
      changes: [
        {
          social_networks: ['facebook'],
          parts: ['text', 'first comment', 'media'],
          text: { before: 'Hello', after: 'Hello you' },
          first_comment: { before: '', after: 'First' },
        },
      ],
      schedule: {
        before: { date: '2026-06-10', time: '12:00' },
        after: { date: '2026-06-11', time: '09:00' },
      },
    })
    const [media] = data.changes.map(change => change.media)
    expect([media?.before.length, media?.after.length]).toEqual([2, 1])
    expect(media?.after[0]?.preview).toMatch(/\/media\/key\d+\/small$/)
    expect((await compareAs(cast.creator, post, 'now')).data).toEqual({ changes: [], schedule: null })
  })

  it('say the same compared the other way round', async () => {
    const post = await build()
    await saveAs(cast.creator, post, { message: 'Hello you' })
    pause()
    await saveAs(cast.creator, post, { first_comment: 'First' })
    const ids = [...(await listAs(cast.creator, post)).map(({ id }) => id), 'now']
    for (const one of ids)
      for (const other of ids) {
        const there = (await compareAs(cast.creator, post, one, other)).data.changes
        const back = (await compareAs(cast.creator, post, other, one)).data.changes
        const turned = back.map(({ text, first_comment, ...rest }) => ({
          ...rest,
          text: text && { before: text.after, after: text.before },
          first_comment: first_comment && { before: first_comment.after, after: first_comment.before },
        }))
        expect(turned).toEqual(there)
      }
  })

  it(`are kept for the latest ${SNAPSHOTS_MAX} edits`, async () => {
    const post = await build()
    const people = [cast.creator, cast.admin]
    for (let n = 0; n < SNAPSHOTS_MAX + 5; n++)
      await saveAs(people[n % 2] ?? cast.creator, post, { message: `Text ${n}` })
    // And what was said before the oldest of them.
    expect(await listAs(cast.creator, post)).toHaveLength(SNAPSHOTS_MAX + 1)
    expect(await contentsOf(post)).toBe(SNAPSHOTS_MAX + 1)
  })

  it('show clients only what was sent to them, and nobody’s name', async () => {
    const post = await build({ status: 'draft' })
    await saveAs(cast.creator, post, { message: 'Never sent' })
    pause()
    await saveAs(cast.creator, post, { message: 'Sent inside' })
    await send(post)
    await approveAs(cast.internal, post)
    await requestAs(cast.external, post, 'Shorter')
    await saveAs(cast.creator, post, { message: 'Short, unsent' })
    pause()
    await saveAs(cast.creator, post, { message: 'Short' })
    await send(post)
    await approveAs(cast.internal, post)
    const listed = await listAs(cast.external, post)
    expect(listed).toMatchObject([
      { action: 'external_approval_started', saved_by: null, is_current: true },
      { action: 'external_approval_started', saved_by: null, is_current: false },
    ])
    const { data } = await compareAs(cast.external, post, listed[1]?.id ?? '')
    expect(data.changes).toMatchObject([{ text: { before: 'Sent inside', after: 'Short' } }])
    for (const { id } of await listAs(cast.creator, post))
      expect((await compareAs(cast.external, post, id)).status).toBe(404)
    const [internal] = await app.db
      .selectFrom('approval_actions')
      .select('id')
      .where('post_social_id', 'in', post.socialIds)
      .where('round', '=', 'internal')
      .execute()
    expect((await compareAs(cast.external, post, `s${internal?.id}`)).status).toBe(404)
  })
})

describe('A file of an earlier version', () => {
  const DAY = 86_400_000
  const buildReplaced = async (): Promise<{ post: TestPost; old: number }> => {
    const old = await buildMedia(app.db, cast.project)
    const post = await build({ status: 'draft', media: [old, photos[1] ?? 0] })
    await send(post)
    await approveAs(cast.internal, post)
    await requestAs(cast.external, post, 'Another picture')
    const [attachment] = await attachmentsOf(post)
    const media_actions = [
      { action: 'detach', id: attachment?.id ?? 0 },
      { action: 'attach', object_id: photos[0] },
    ]
    await saveAs(cast.creator, post, { media_actions })
    return { post, old }
  }
  const isReadable = async (person: TestPerson, mediaId: number) => {
    const { storage_key } = await app.db
      .selectFrom('medias')
      .select('storage_key')
      .where('id', '=', mediaId)
      .executeTakeFirstOrThrow()
    return mayReadMedia(app.db, storage_key, { userId: person.userId, isSuperAdmin: false } as never)
  }
  const cleanAfter = async (mediaId: number, days: number) => {
    await cleanAllMedia(app.services, new Date(app.clock.now().getTime() + days * DAY))
    const row = await app.db
      .selectFrom('medias')
      .select(['deleted_at', 'unused_since'])
      .where('id', '=', mediaId)
      .executeTakeFirstOrThrow()
    return { isDeleted: row.deleted_at !== null, isUnused: row.unused_since !== null }
  }

  it('is not cleaned while the version is kept, and is afterwards', async () => {
    const { post, old } = await buildReplaced()
    expect(await cleanAfter(old, 1)).toEqual({ isDeleted: false, isUnused: false })
    await app.db.deleteFrom('post_contents').where('post_social_id', 'in', post.socialIds).execute()
    expect(await cleanAfter(old, 2)).toEqual({ isDeleted: false, isUnused: true })
  })

  it('is readable for the client it was sent to, and what was never sent is not', async () => {
    const { post, old } = await buildReplaced()
    expect(await isReadable(cast.external, old)).toBe(true)
    expect(await isReadable(cast.stranger, old)).toBe(false)
    const unsent = await buildMedia(app.db, cast.project)
    await saveAs(cast.creator, post, { media_actions: [{ action: 'attach', object_id: unsent }] })
    pause()
    const last = (await attachmentsOf(post)).at(-1)
    await saveAs(cast.creator, post, { media_actions: [{ action: 'detach', id: last?.id ?? 0 }] })
    expect(await isReadable(cast.creator, unsent)).toBe(true)
    expect(await isReadable(cast.external, unsent)).toBe(false)
  })
})
