import { describe, expect, it, test } from 'vitest'
import { listPosts } from '#domain/posts/contract.ts'
import { useTestApp } from '#testing/app.ts'
import { buildCast, type Cast } from '#testing/people.ts'
import { buildMedia, buildPost } from '#testing/posts.ts'
import { postRoutes } from './routes.ts'

const kit = useTestApp({ routes: postRoutes })

const week = { start: '2026-06-01', end: '2026-06-07' }
const list = (person: Cast['admin'], cast: Cast, range = week) =>
  kit.ask(person, listPosts, { params: { projectId: cast.project.projectId, ...range } })

describe('The content list', () => {
  it('has the posts of these days by their time, then those without a time, newest first', async () => {
    const cast = await buildCast(kit.db)
    const old = await buildPost(kit.db, cast.project)
    const friday = await buildPost(kit.db, cast.project, { schedule: { date: '2026-06-05', time: '10:00' } })
    const monday = await buildPost(kit.db, cast.project, { schedule: { date: '2026-06-01', time: '23:00' } })
    await buildPost(kit.db, cast.project, { schedule: { date: '2026-06-08', time: '00:00' } })
    const young = await buildPost(kit.db, cast.project)
    const { status, data } = await list(cast.creator, cast)
    expect(status).toBe(200)
    expect(data.map(post => post.id)).toEqual([monday.postId, friday.postId, young.postId, old.postId])
    expect(data[0]).toMatchObject({
      message: 'Hello facebook',
      latest_schedule: { id: monday.scheduleId, date: '2026-06-01', time: '23:00' },
    })
    expect(data[3]?.latest_schedule).toBeNull()
  })

  it('leaves out posts that were never saved, also those with a time', async () => {
    const cast = await buildCast(kit.db)
    const schedule = { date: '2026-06-05', time: '10:00' }
    await buildPost(kit.db, cast.project, { status: 'temporary_draft' })
    await buildPost(kit.db, cast.project, { status: 'temporary_draft', schedule })
    const kept = await buildPost(kit.db, cast.project, { status: 'draft', schedule })
    expect((await list(cast.creator, cast)).data.map(post => post.id)).toEqual([kept.postId])
  })

  it('says the beginning of what a network answered, only of a version that failed', async () => {
    const cast = await buildCast(kit.db)
    const { postId } = await buildPost(kit.db, cast.project, {
      socials: [
        { network: 'facebook', status: 'publishing_failed' },
        { network: 'linkedin', status: 'live' },
        { network: 'twitter', status: 'publishing_failed' },
      ],
    })
    await kit.db
      .updateTable('post_socials')
      .set({ last_social_api_response: `HTTP 400 ${'x'.repeat(500)}` })
      .where('post_id', '=', postId)
      .where('social_network', '<>', 'twitter')
      .execute()
    const [post] = (await list(cast.creator, cast)).data
    expect(post?.post_socials.map(social => social.last_social_api_response?.length)).toEqual([
      300,
      undefined,
      undefined,
    ])
  })

  it('shows a video by its thumbnail', async () => {
    const cast = await buildCast(kit.db)
    const file = { object_type: 'video', content_type: 'video/mp4', has_previews: false } as const
    const [film, still] = [
      await buildMedia(kit.db, cast.project, file),
      await buildMedia(kit.db, cast.project),
    ]
    await buildPost(kit.db, cast.project, { socials: [{ network: 'facebook', media: [film] }] })
    expect((await list(cast.creator, cast)).data[0]?.preview).toBeNull()
    await kit.db
      .updateTable('attachments')
      .set({ thumbnail_media_id: still })
      .where('media_id', '=', film)
      .execute()
    expect((await list(cast.creator, cast)).data[0]?.preview).toMatch(/small$/)
  })

  it('shows a client only what reached them', async () => {
    const cast = await buildCast(kit.db)
    await buildPost(kit.db, cast.project)
    const { postId } = await buildPost(kit.db, cast.project, { status: 'pending_external_approval' })
    expect((await list(cast.external, cast)).data.map(post => post.id)).toEqual([postId])
  })

  test.each([
    ['refuses more than 100 days', { start: '2026-01-01', end: '2026-05-01' }, 422],
    ['returns 404 for dates that do not exist', { start: '2026-13-01', end: '2026-13-02' }, 404],
  ])('%s', async (_name, range, status) => {
    const cast = await buildCast(kit.db)
    expect((await list(cast.admin, cast, range)).status).toBe(status)
  })

  it('returns 404 for another agency', async () => {
    const cast = await buildCast(kit.db)
    expect((await list(cast.stranger, cast)).status).toBe(404)
  })
})
