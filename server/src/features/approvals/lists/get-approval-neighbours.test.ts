import { describe, expect, it } from 'vitest'
import { getApprovalNeighbours } from '#domain/approvals/contract.ts'
import type { ApprovalListName } from '#domain/approvals/list-place.ts'
import type { Request } from '#domain/kernel/endpoint.ts'
import { approvalRoutes } from '#server/features/approvals/routes.ts'
import { type TestPerson, useTestApp } from '#testing/app.ts'
import { approvalListsOf, placeOfPost as place } from '#testing/approvals/approval-lists.ts'
import { useNewCast } from '#testing/people.ts'
import type { TestSocial } from '#testing/posts.ts'

const app = useTestApp({ routes: approvalRoutes })
const cast = useNewCast(app)

const { build, buildMany, projectParams, pending, approved } = approvalListsOf(() => ({ app, cast }))

describe('The neighbours of a post in an approval list', () => {
  type Requested = Omit<Request<typeof getApprovalNeighbours>['query'], 'list'>
  const beside = async (person: TestPerson, query: Requested = {}, list: ApprovalListName = 'pending') => {
    const { data } = await app.ask(person, getApprovalNeighbours, {
      params: projectParams(),
      query: { list, ...query },
    })
    const { previous, next, following } = data
    return { ...data, previous: previous?.id, next: next?.id, following: following?.id }
  }

  it('are those before and after it, and the list wraps around', async () => {
    const [one, two, three] = await buildMany(3)
    const posts = await pending(cast.internal)
    expect(await beside(cast.internal, { at: place(posts[1]) })).toEqual({
      total: 3,
      position: 2,
      previous: one,
      next: three,
      following: three,
    })
    expect(await beside(cast.internal, { at: place(posts[2]) })).toMatchObject({
      previous: two,
      next: one,
      position: 3,
    })
    expect(await beside(cast.internal)).toEqual({
      total: 3,
      position: null,
      previous: three,
      next: one,
      following: one,
    })
  })

  it('are right for a post that has been decided since', async () => {
    const all = await buildMany(3)
    const at = place((await pending(cast.internal))[1])
    await app.db
      .updateTable('post_socials')
      .set({ status: 'approved' })
      .where('post_id', '=', all[1] ?? 0)
      .execute()
    expect(await beside(cast.internal, { at })).toEqual({
      total: 2,
      position: null,
      previous: all[0],
      next: all[2],
      following: all[2],
    })
  })

  it('follow the filter', async () => {
    await buildMany(2)
    const other = await build('draft', {
      socials: [{ network: 'linkedin', status: 'pending_internal_approval' }],
    })
    const at = place((await pending(cast.internal))[0])
    expect(await beside(cast.internal, { at, social_network: 'linkedin' })).toMatchObject({
      total: 1,
      next: other,
    })
  })

  it('name as the following one only a post that waits for the caller', async () => {
    const { internal, creator } = cast
    const round = (chosen: number[]): TestSocial => ({
      network: 'facebook',
      status: 'pending_internal_approval',
      rounds: [{ type: 'internal', status: 'open', chosen }],
    })
    const own = await build('draft', { socials: [round([internal.userId])] })
    const first = await build('draft', { time: '13:00', socials: [round([])] })
    const others = await build('draft', { time: '14:00', socials: [round([creator.userId])] })
    const at = place((await pending(internal)).find(({ id }) => id === first))
    expect(await beside(internal, { at })).toMatchObject({ next: others, following: own })
  })

  it('name as the following one for an admin no post that waits for others, and none where all do', async () => {
    const { admin, internal } = cast
    const round = (chosen: number[]): TestSocial => ({
      network: 'facebook',
      status: 'pending_internal_approval',
      rounds: [{ type: 'internal', status: 'open', chosen }],
    })
    const first = await build('draft', { socials: [round([])] })
    const others = await build('draft', { time: '13:00', socials: [round([internal.userId])] })
    const at = async () => place((await pending(admin)).find(({ id }) => id === first))
    expect(await beside(admin, { at: await at() })).toMatchObject({ next: others, following: undefined })
    const own = await build('draft', { time: '14:00', socials: [round([admin.userId])] })
    expect(await beside(admin, { at: await at() })).toMatchObject({ next: others, following: own })
  })

  it('are none where the list is empty or has that post alone', async () => {
    const none = { previous: undefined, next: undefined, following: undefined }
    expect(await beside(cast.admin, {}, 'approved')).toEqual({ total: 0, position: null, ...none })
    await build('approved')
    const [post] = await approved(cast.admin)
    expect(await beside(cast.admin, { at: place(post) }, 'approved')).toEqual({
      total: 1,
      position: 1,
      ...none,
    })
  })

  it('are hidden from another agency and refused for a place that is none', async () => {
    const ask = (person: TestPerson, at: string) =>
      app.ask(person, getApprovalNeighbours, { params: projectParams(), query: { list: 'pending', at } })
    expect((await ask(cast.stranger, '2026-06-10T10:00:00.000Z_1')).status).toBe(404)
    expect((await ask(cast.admin, 'somewhere')).status).toBe(422)
  })
})
