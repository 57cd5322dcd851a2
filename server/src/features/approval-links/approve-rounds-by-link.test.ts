import { beforeEach, expect, it } from 'vitest'
import { listApprovalLinks } from '#domain/approval-links/contract.ts'
import { APPROVED_ROUNDS_MAX } from '#domain/approvals/limits.ts'
import type { DecisionResults } from '#domain/approvals/model.ts'
import { approvalRoutes } from '#server/features/approvals/routes.ts'
import { testNow, useTestApp } from '#testing/app.ts'
import { byLink, sendByLink } from '#testing/approvals/approval-links.ts'
import { countWrites } from '#testing/calls/count-writes.ts'
import { buildCast, type Cast } from '#testing/people.ts'
import { approvalLinkRoutes } from './routes.ts'

let cast: Cast
const kit = useTestApp({ routes: [...approvalLinkRoutes, ...approvalRoutes] })
beforeEach(async () => {
  kit.clock.set(testNow)
  cast = await buildCast(kit.db)
})

const { inProject, copied, build, approvalOf, statusOf, logged, emailOf } = byLink(
  () => kit,
  () => cast,
)
type Built = Awaited<ReturnType<typeof build>>

const approve = (token: string, rounds: readonly object[]) =>
  sendByLink<DecisionResults>(kit, token, ['POST', '/approval-link/approve-rounds'], { rounds })
const undo = (token: string, built: readonly Built[]) =>
  sendByLink<DecisionResults>(kit, token, ['POST', '/approval-link/undo-approvals'], {
    approvals: built.map(({ socialId, roundId }) => ({ post_social_id: socialId, approval_id: roundId })),
  })
const codesOf = ({ data }: { readonly data: DecisionResults }) =>
  data.results.map(({ refusal }) => refusal?.code ?? null)

it('A link approves what was seen of several posts, says of each why not, and is on record for each that it approved', async () => {
  const [good, stale] = [await build(), await build()]
  const internal = await build({ status: 'pending_internal_approval' })
  const foreign = await build({}, cast.elsewhere)
  const token = await copied()
  const seen = await Promise.all([good, stale, internal, foreign].map(approvalOf))
  const rounds = seen.map(one => (one.post_social_id === stale.socialId ? { ...one, version: 99 } : one))
  const answer = await approve(
    token,
    rounds.map(one => ({ ...one, approval_id: one.approval_id || 1 })),
  )
  expect(answer.status).toBe(200)
  expect(codesOf(answer)).toEqual([null, 'stale_version', 'not_found', 'not_found'])
  expect(answer.data.posts.map(({ id }) => id)).toEqual([good.postId])
  expect([await statusOf(good), await statusOf(stale), await statusOf(foreign)]).toEqual([
    'approved',
    'pending_external_approval',
    'pending_external_approval',
  ])
  expect((await logged('post.approved_by_link')).map(entry => entry.new)).toEqual([
    { post_id: good.postId, device: 'A phone', copied_by: await emailOf(cast.admin) },
  ])
  const links = await kit.ask(cast.admin, listApprovalLinks, inProject())
  expect(links.data[0]?.last_decided_at).toBe(testNow.toISOString())
})

it('A comment with an approval by link stands in the history, and needs no comment with the others', async () => {
  const [one, other] = [await build(), await build()]
  const [commented, plain] = await Promise.all([one, other].map(approvalOf))
  const answer = await approve(await copied(), [{ ...commented, message: 'Lovely' }, { ...plain }])
  expect(codesOf(answer)).toEqual([null, null])
  const actions = await kit.db
    .selectFrom('approval_actions')
    .select(['post_social_id', 'message', 'is_by_link'])
    .where('post_social_id', 'in', [one.socialId, other.socialId])
    .where('type', '=', 'approved')
    .orderBy('post_social_id')
    .execute()
  expect(actions).toEqual([
    { post_social_id: one.socialId, message: 'Lovely', is_by_link: true },
    { post_social_id: other.socialId, message: null, is_by_link: true },
  ])
})

it('A link undoes what it approved, all at once, and not later', async () => {
  const built = [await build(), await build()]
  const token = await copied()
  await approve(token, await Promise.all(built.map(approvalOf)))
  expect(codesOf(await undo(token, built))).toEqual([null, null])
  expect(await Promise.all(built.map(statusOf))).toEqual([
    'pending_external_approval',
    'pending_external_approval',
  ])
  expect(await logged('post.approval_undone_by_link')).toHaveLength(2)
  await approve(token, await Promise.all(built.map(approvalOf)))
  kit.clock.advance(60_000)
  expect(codesOf(await undo(token, built))).toEqual(['undo_ended', 'undo_ended'])
})

it('Nothing is approved without the versions that were seen, beyond the most of one call, or with a wrong link', async () => {
  const built = await build()
  const token = await copied()
  const round = await approvalOf(built)
  const { versions: _, ...blind } = round
  const before = await countWrites(kit.db)
  expect((await approve(token, [blind])).status).toBe(422)
  expect(
    (
      await approve(
        token,
        Array.from({ length: APPROVED_ROUNDS_MAX + 1 }, () => round),
      )
    ).status,
  ).toBe(422)
  expect((await approve('x'.repeat(43), [round])).status).toBe(404)
  expect((await undo('x'.repeat(43), [built])).status).toBe(404)
  expect(await countWrites(kit.db)).toBe(before)
})
