import { describe, expect, it } from 'vitest'
import { checkRevisionItems, getApprovals, requestRevision } from '#domain/approvals/contract.ts'
import { approvalRoutes } from '#server/features/approvals/routes.ts'
import { type TestPerson, useTestApp } from '#testing/app.ts'
import { useCast } from '#testing/people.ts'
import { buildPost } from '#testing/posts.ts'

const app = useTestApp({ routes: approvalRoutes })
const cast = useCast(app)

/** A post sent back with two things to do. */
const build = async () => {
  const { postId } = await buildPost(app.db, cast.project, { status: 'pending_internal_approval' })
  const { data: before } = await app.ask(cast.internal, getApprovals, { params: { postId } })
  const approval_id = before.approvals[0]?.approvals[0]?.id ?? 0
  const checkboxes = [{ label: 'New logo' }, { label: 'Shorter text' }]
  await app.ask(cast.internal, requestRevision, { body: { approval_id, checkboxes } })
  const { data } = await app.ask(cast.creator, getApprovals, { params: { postId } })
  const action = data.approvals[0]?.actions[0]
  return {
    postId,
    approval_id,
    actionId: action?.id ?? 0,
    items: (action?.checkboxes ?? []).map(item => item.id),
  }
}
const tickAs = (person: TestPerson, actionId: number, items: number[], is_checked = true) =>
  app.ask(person, checkRevisionItems, {
    body: { approval_action_id: actionId, checkboxes: items.map(id => ({ id, is_checked })) },
  })

describe('The checklist of a revision', () => {
  it('is ticked and unticked by the people who make the post, and the others see it', async () => {
    const { postId, actionId, items } = await build()
    const answer = await tickAs(cast.creator, actionId, items.slice(0, 1))
    expect(answer.data.checkboxes.map(item => [item.label, item.is_checked])).toEqual([
      ['New logo', true],
      ['Shorter text', false],
    ])
    await tickAs(cast.admin, actionId, items)
    await tickAs(cast.creator, actionId, items.slice(0, 1), false)
    const { data } = await app.ask(cast.internal, getApprovals, { params: { postId } })
    expect(data.approvals[0]?.actions[0]?.checkboxes.map(item => item.is_checked)).toEqual([false, true])
    const events = await app.db
      .selectFrom('events')
      .select('type')
      .where('post_id', '=', postId)
      .orderBy('id')
      .execute()
    expect(events.map(event => event.type)).toEqual([
      'approval.revision_requested',
      ...Array(3).fill('approval.checklist_ticked'),
    ])
  })

  it('cannot be ticked by approvers', async () => {
    const { actionId, items } = await build()
    for (const person of [cast.internal, cast.external])
      expect((await tickAs(person, actionId, items)).status).toBe(403)
  })

  it('returns 404 for another agency', async () => {
    const { actionId, items } = await build()
    expect((await tickAs(cast.stranger, actionId, items)).status).toBe(404)
  })

  it('refuses an item of another checklist, and then ticks none', async () => {
    const [own, other] = [await build(), await build()]
    const answer = await tickAs(cast.creator, own.actionId, [...own.items, ...other.items])
    expect(answer).toMatchObject({ status: 422, code: 'validation_error' })
    expect(Object.keys(answer.errors ?? {})).toEqual(['checkboxes.2.id'])
    const { data } = await app.ask(cast.creator, getApprovals, { params: { postId: own.postId } })
    expect(data.approvals[0]?.actions[0]?.checkboxes.map(item => item.is_checked)).toEqual([false, false])
  })

  it('must belong to the round and the version that are named', async () => {
    const [own, other] = [await build(), await build()]
    const body = {
      approval_action_id: own.actionId,
      checkboxes: [{ id: own.items[0] ?? 0, is_checked: true }],
    }
    const named = { ...body, approval_id: other.approval_id }
    expect((await app.ask(cast.creator, checkRevisionItems, { body: named })).status).toBe(404)
    expect(
      (await app.ask(cast.creator, checkRevisionItems, { body: { ...body, approval_id: own.approval_id } }))
        .status,
    ).toBe(200)
  })
})
