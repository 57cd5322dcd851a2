import { describe, expect, it } from 'vitest'
import { listRepeatedTexts } from '#domain/schedules/repeats-contract.ts'
import { type TestPerson, useTestApp } from '#testing/app.ts'
import { useNewCast } from '#testing/people.ts'
import { buildPost } from '#testing/posts.ts'
import { scheduleRoutes } from './routes.ts'

const kit = useTestApp({ routes: scheduleRoutes })
const cast = useNewCast(kit)

const tweet = async (message: string, at: Date | null, project = cast.project) => {
  const { postId, socialIds } = await buildPost(kit.db, project, {
    socials: [{ network: 'twitter', message }],
  })
  await kit.db.updateTable('posts').set({ scheduled_at: at }).where('id', '=', postId).execute()
  return { postId, socialId: socialIds[0] ?? 0 }
}
const ask = (ids: readonly number[], person: TestPerson = cast.creator, more: object = {}) =>
  kit.ask(person, listRepeatedTexts, {
    params: { projectId: cast.project.projectId },
    query: { post_ids: ids.join(','), ...more },
  })
const at = (hour: number) => new Date(Date.UTC(2026, 11, 1, hour))

describe('Texts that Twitter may refuse', () => {
  it('are those of another post within a day, planned or live, or as if they were planned then', async () => {
    const { postId } = await tweet('Open on Sunday', at(10))
    const other = await tweet('Open on Sunday ', at(30))
    await tweet('Open on Sunday', at(10), cast.elsewhere)
    const later = await tweet('Open on Sunday', null)
    expect((await ask([postId])).data).toEqual([
      {
        post_id: postId,
        social_network: 'twitter',
        other_post_id: other.postId,
        text: 'Twitter may refuse this text: a post of 2 Dec 2026, 7:00 AM has the same, within 24 hours.',
      },
    ])
    expect((await ask([later.postId])).data).toEqual([])
    expect(
      (await ask([later.postId], cast.creator, { date: '2026-12-01', time: '09:00' })).data,
    ).toHaveLength(1)
    expect((await ask([later.postId], cast.creator, { date: '2026-12-05', time: '09:00' })).data).toEqual([])
    await kit.db
      .updateTable('post_socials')
      .set({ published_at: at(100) })
      .where('id', '=', other.socialId)
      .execute()
    expect((await ask([postId])).data).toEqual([])
  })

  it('are for those who plan, of their own projects', async () => {
    const { postId } = await tweet('Open on Sunday', at(10))
    expect((await ask([postId], cast.external)).status).toBe(403)
    expect((await ask([postId], cast.stranger)).status).toBe(404)
    const elsewhere = await tweet('Open on Sunday', at(10), cast.elsewhere)
    await tweet('Open on Sunday', at(11), cast.elsewhere)
    expect((await ask([elsewhere.postId])).data).toEqual([])
  })
})
