import { beforeEach, expect, it } from 'vitest'
import {
  approveRound,
  getApprovalNeighbours,
  listPendingApproval,
  startApprovals,
  undoSending,
} from '#domain/approvals/contract.ts'
import { saveProjectSettings } from '#domain/projects/contract.ts'
import { approvalRoutes } from '#server/features/approvals/routes.ts'
import { projectRoutes } from '#server/features/projects/routes.ts'
import { type TestPerson, testNow, useTestApp } from '#testing/app.ts'
import { placeOfPost } from '#testing/approvals/approval-lists.ts'
import { buildCast, type Cast, setProject } from '#testing/people.ts'
import { buildMedia, buildPost } from '#testing/posts.ts'

let cast: Cast
const app = useTestApp({ routes: [...approvalRoutes, ...projectRoutes] })
beforeEach(async () => {
  app.clock.set(testNow)
  cast = await buildCast(app.db)
})

/** A draft that is due at 10:00 UTC (noon in Berlin) on 10 June. */
const buildReady = async (status: 'draft' | 'pending_external_approval' = 'draft') => {
  const media = [await buildMedia(app.db, cast.project)]
  const schedule = { date: '2026-06-10', time: '12:00' }
  return buildPost(app.db, cast.project, { status, socials: [{ network: 'facebook', media }], schedule })
}
const send = (postId: number, decide_by?: string) =>
  app.ask(cast.creator, startApprovals, { body: { posts_ids: [postId], ...(decide_by && { decide_by }) } })
const deadlineFor = async (person: TestPerson, postId: number) => {
  const { data } = await app.ask(person, listPendingApproval, {
    params: { projectId: cast.project.projectId },
  })
  return data.find(({ id }) => id === postId)?.decide_by
}
const setHours = (value: string) =>
  app.ask(cast.admin, saveProjectSettings, {
    params: { projectId: cast.project.projectId },
    body: { settings: [{ name: 'approval-deadline-hours', value }] },
  })

it('A post should be decided a day before its publish time, or by the hours of its project', async () => {
  const { postId } = await buildReady()
  expect((await send(postId)).data[0]?.post.decide_by).toBe('2026-06-09T10:00:00.000Z')
  expect(await deadlineFor(cast.internal, postId)).toBe('2026-06-09T10:00:00.000Z')
  expect((await setHours('48')).status).toBe(200)
  expect(await deadlineFor(cast.internal, postId)).toBe('2026-06-08T10:00:00.000Z')
})

it.each(['-1', '337', '1.5', 'soon'])('A project cannot ask for decisions %s hours before', async hours => {
  expect(await setHours(hours)).toMatchObject({ status: 422, code: 'validation_error' })
})

it('A deadline that was chosen in Send to approval holds for each post, and only for that sending', async () => {
  const { postId } = await buildReady()
  expect((await send(postId, '2026-06-04T15:00:00.000Z')).data[0]?.post.decide_by).toBe(
    '2026-06-04T15:00:00.000Z',
  )
  const again = await buildReady()
  expect((await send(again.postId)).data[0]?.post.decide_by).toBe('2026-06-09T10:00:00.000Z')
})

it('A deadline in the past is refused, and nothing is sent', async () => {
  const { postId } = await buildReady()
  expect(await send(postId, '2026-06-01T07:59:59.000Z')).toMatchObject({
    status: 422,
    code: 'validation_error',
    errors: { decide_by: ['Choose a time in the future'] },
  })
  expect(await deadlineFor(cast.internal, postId)).toBeUndefined()
})

it('Undoing a sending takes its deadline back', async () => {
  const { postId } = await buildReady()
  const sent = await send(postId, '2026-06-04T15:00:00.000Z')
  const body = { project_id: cast.project.projectId, send_id: sent.data[0]?.undo?.send_id ?? 0 }
  const undone = await app.ask(cast.creator, undoSending, { body })
  expect(undone.data[0]?.post?.decide_by).toBeNull()
  const { approval_deadline_at } = await app.db
    .selectFrom('posts')
    .select('approval_deadline_at')
    .where('id', '=', postId)
    .executeTakeFirstOrThrow()
  expect(approval_deadline_at).toBeNull()
})

it('A client whose round begins after the deadline has until the publish time', async () => {
  const { postId, socialIds } = await buildReady()
  await send(postId)
  app.clock.set(new Date('2026-06-09T12:00:00Z'))
  const approved = await app.ask(cast.internal, approveRound, { body: { post_social_id: socialIds[0] ?? 0 } })
  expect(approved.status).toBe(200)
  expect(await deadlineFor(cast.external, postId)).toBe('2026-06-10T10:00:00.000Z')
})

it('A client sees no deadline of the internal round', async () => {
  const { postId } = await buildReady()
  await send(postId)
  expect(await deadlineFor(cast.external, postId)).toBeUndefined()
  const waiting = await buildReady('pending_external_approval')
  expect(await deadlineFor(cast.external, waiting.postId)).toBe('2026-06-09T10:00:00.000Z')
})

it.each([
  ['goes out where the project lets it, and the agency has approved it', 'true', 'goes_out'],
  ['does not go out otherwise', 'false', 'stays'],
])('A post about which the client says nothing %s', async (_name, bypass, outcome) => {
  await setProject(app.db, cast.project.projectId, 'bypass-external-approval-when-internal-approved', bypass)
  const { postId, socialIds } = await buildReady()
  const sent = await send(postId)
  expect(sent.data[0]?.post.on_silence).toBe('stays')
  const approved = await app.ask(cast.internal, approveRound, { body: { post_social_id: socialIds[0] ?? 0 } })
  expect(approved.data.on_silence).toBe(outcome)
})

it('The list by deadline is in the order of the deadlines that its posts say, page by page and from post to post', async () => {
  const params = { projectId: cast.project.projectId }
  const due = async (date: string, chosen?: string) => {
    const { postId, socialIds } = await buildPost(app.db, cast.project, {
      type: 'text',
      schedule: { date, time: '12:00' },
    })
    await send(postId, chosen)
    return { postId, socialId: socialIds[0] ?? 0 }
  }
  const early = await due('2026-06-05')
  const chosenSoon = await due('2026-06-20', '2026-06-03T15:00:00.000Z')
  const late = await due('2026-06-18')
  const chosenLate = await due('2026-06-07', '2026-06-07T09:00:00.000Z')
  for (const { socialId } of [early, chosenSoon, late])
    await app.ask(cast.internal, approveRound, { body: { post_social_id: socialId } })
  for (const person of [cast.admin, cast.internal, cast.external]) {
    const { data: bySchedule } = await app.ask(person, listPendingApproval, { params })
    const expected = bySchedule
      .toSorted((one, other) => (one.decide_by ?? '').localeCompare(other.decide_by ?? ''))
      .map(({ id }) => id)
    const walked: number[] = []
    for (let after: string | undefined; ; ) {
      const query = { limit: 1, order: 'deadline', ...(after && { after }) } as const
      const [post] = (await app.ask(person, listPendingApproval, { params, query })).data
      if (!post) break
      const at = placeOfPost(post, 'deadline')
      const neighbours = { list: 'pending', order: 'deadline', at } as const
      const { data: beside } = await app.ask(person, getApprovalNeighbours, { params, query: neighbours })
      walked.push(post.id)
      expect(beside.position).toBe(walked.length)
      expect(beside.next?.id ?? post.id).toBe(expected[walked.length % expected.length])
      after = at
    }
    expect(walked).toEqual(expected)
  }
  const query = { order: 'deadline' } as const
  const { data: forClient } = await app.ask(cast.external, listPendingApproval, { params, query })
  expect(forClient.map(({ id }) => id)).toEqual([chosenSoon, early, late].map(({ postId }) => postId))
  const { data: forApprover } = await app.ask(cast.internal, listPendingApproval, { params, query })
  expect(forApprover.map(({ id }) => id)).toEqual([chosenLate.postId])
})

it('A list cannot be in an order that there is not', async () => {
  const query = { order: 'status' } as never
  const params = { projectId: cast.project.projectId }
  expect(await app.ask(cast.internal, listPendingApproval, { params, query })).toMatchObject({ status: 422 })
})
