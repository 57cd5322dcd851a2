import { describe, expect, it, test } from 'vitest'
import { getApprovals, undoSending } from '#domain/approvals/contract.ts'
import { notifyOfEvents } from '#server/features/notifications/notify-of-events.ts'
import { postRoutes } from '#server/features/posts/routes.ts'
import { writingRoutes } from '#server/features/writing/routes.ts'
import { findSystemScope } from '#server/platform/session/scope.ts'
import { useTestApp } from '#testing/app.ts'
import { useProposals } from '#testing/approvals/proposals.ts'
import { useSteps } from '#testing/approvals/steps.ts'
import { buildCast, setProject, useNewCast } from '#testing/people.ts'
import { autoApproveExternal } from './auto-approve-external.ts'
import { releaseApprover } from './release-approver.ts'
import { approvalRoutes } from './routes.ts'

const kit = useTestApp({ routes: [...postRoutes, ...writingRoutes, ...approvalRoutes] })
const cast = useNewCast(kit)
const { client, buildReady, buildSent, send, approve, edit, sendBack, undo, openRound, stateOf, digestOf } =
  useSteps(kit, cast)

const { propose, take, list } = useProposals(
  () => kit,
  () => cast,
)

/** Marketing and legal of the client, who are asked in this order, and a post that is with marketing. */
const build = async () => {
  const marketing = await client()
  const legal = await client()
  return { marketing, legal, post: await buildSent(marketing, legal) }
}
const scopeOf = async () => {
  const scope = await findSystemScope(kit.db, cast.project.projectId)
  if (!scope) throw new Error('the project is gone')
  return scope
}
const withMarketing = {
  status: 'pending_external_approval',
  rounds: ['internal 1 approved', 'external 1 open'],
}
const withLegal = {
  status: 'pending_external_approval',
  rounds: ['internal 1 approved', 'external 1 approved', 'external 2 open'],
}
const approved = {
  status: 'approved',
  rounds: ['internal 1 approved', 'external 1 approved', 'external 2 approved'],
}

describe('The client’s people, one after the other', () => {
  it('are asked when those before them have approved, and the last of them approves the post', async () => {
    const { marketing, legal, post } = await build()
    expect(await stateOf(post)).toEqual(withMarketing)
    expect(await approve(legal, post)).toMatchObject({ status: 403, code: 'not_your_turn' })
    const { data } = await approve(marketing, post)
    expect(await stateOf(post)).toEqual(withLegal)
    expect(data).toMatchObject({
      can_approve_post_socials: [],
      external_steps: [{ approvers: [legal.userId], decide_by: null }],
    })
    const rounds = data.post_socials[0]?.approvals
    expect(rounds?.map(({ round, step }) => [round, step])).toEqual([
      [1, undefined],
      [1, 2],
    ])
    expect(await approve(marketing, post)).toMatchObject({ status: 403, code: 'not_your_turn' })
    const { data: overview } = await kit.ask(cast.creator, getApprovals, { params: { postId: post.postId } })
    expect(overview.approval_plan.rounds.external.later).toMatchObject([[{ id: legal.userId }]])
    expect((await approve(legal, post)).data.post_socials[0]?.is_approved).toBe(true)
    expect(await stateOf(post)).toEqual(approved)
  })

  it('are told when it is their turn, and not before', async () => {
    const { marketing, legal, post } = await build()
    const told = async () => {
      kit.clock.advance(20_000)
      while ((await notifyOfEvents(kit.services)) > 0);
      const rows = await kit.db
        .selectFrom('notifications')
        .select('user_id')
        .where('project_id', '=', cast.project.projectId)
        .where('kind', '=', 'sent_for_approval')
        .execute()
      return rows.map(({ user_id }) => user_id)
    }
    expect(await told()).toEqual(expect.arrayContaining([marketing.userId]))
    expect(await told()).not.toContain(legal.userId)
    await approve(marketing, post)
    expect(await told()).toContain(legal.userId)
  })

  it('each have their own deadline, or that of the project', async () => {
    const [marketing, legal, board] = [await client(), await client(), await client()]
    const post = await buildReady()
    await send(post, {
      concrete_external_approver_id: [marketing.userId],
      decide_by: '2026-06-05T08:00:00.000Z',
      external_steps: [
        { approvers: [legal.userId], decide_by: '2026-06-08T08:00:00.000Z' },
        { approvers: [board.userId] },
      ],
    })
    const deadline = async (person = cast.internal) => (await approve(person, post)).data.decide_by
    expect(await deadline()).toBe('2026-06-05T08:00:00.000Z')
    expect(await deadline(marketing)).toBe('2026-06-08T08:00:00.000Z')
    expect(await deadline(legal)).toBe('2026-06-19T10:00:00.000Z')
  })

  it('may be several in a step, who all have to approve', async () => {
    const [marketing, one, two] = [await client(), await client(), await client()]
    const post = await buildReady()
    await send(post, {
      concrete_external_approver_id: [marketing.userId],
      external_steps: [{ approvers: [one.userId, two.userId] }],
    })
    for (const person of [cast.internal, marketing, two]) await approve(person, post)
    expect(await stateOf(post)).toEqual(withLegal)
    await approve(one, post)
    expect(await stateOf(post)).toEqual(approved)
  })

  it('are asked again from the first one on after an edit, and count again once it is undone', async () => {
    const { marketing, legal, post } = await build()
    await approve(marketing, post)
    await edit(cast.creator, post, 'Other words')
    expect((await stateOf(post)).rounds).toEqual(['internal 1 open'])
    await edit(cast.creator, post, 'For you')
    expect(await stateOf(post)).toEqual(withLegal)
    await edit(cast.creator, post, 'Other words')
    await approve(cast.internal, post)
    expect(await stateOf(post)).toEqual(withMarketing)
    await approve(marketing, post)
    expect(await stateOf(post)).toEqual(withLegal)
    await approve(legal, post)
    await edit(cast.creator, post, 'Other words again')
    await approve(cast.internal, post)
    expect(await stateOf(post)).toEqual(withMarketing)
  })

  it('send the post back, after which it begins with the first one', async () => {
    const { marketing, legal, post } = await build()
    await approve(marketing, post)
    expect((await sendBack(legal, post)).status).toBe(200)
    expect((await stateOf(post)).status).toBe('requires_revision')
    await send(post, {
      concrete_external_approver_id: [marketing.userId],
      external_steps: [{ approvers: [legal.userId] }],
    })
    await approve(cast.internal, post)
    expect((await stateOf(post)).rounds).toContain('external 1 open')
    expect(await approve(legal, post)).toMatchObject({ code: 'not_your_turn' })
  })

  it('undo their own approval, which asks nobody after them', async () => {
    const { marketing, legal, post } = await build()
    const round = (await openRound(post))?.id ?? 0
    await approve(marketing, post)
    expect((await undo(marketing, post, round)).status).toBe(200)
    expect(await stateOf(post)).toEqual(withMarketing)
    await approve(marketing, post)
    await approve(legal, post)
    expect(await stateOf(post)).toEqual(approved)
  })

  it('are those of any client once those of a step have left', async () => {
    const { marketing, legal, post } = await build()
    const scope = await scopeOf()
    await kit.db
      .transaction()
      .execute(tx => releaseApprover(tx, scope, { userId: legal.userId, now: kit.clock.now() }))
    const { data } = await approve(marketing, post)
    expect(data.external_steps).toEqual([{ approvers: [], decide_by: null }])
    expect(await stateOf(post)).toEqual(withLegal)
    await approve(cast.external, post)
    expect(await stateOf(post)).toEqual(approved)
  })

  it('are forgotten when the sending is undone', async () => {
    const post = await buildReady()
    const [first, second] = [await client(), await client()]
    const body = {
      concrete_external_approver_id: [first.userId],
      external_steps: [{ approvers: [second.userId] }],
    }
    const [sent] = (await send(post, body)).data
    const undone = await kit.ask(cast.creator, undoSending, {
      body: { project_id: cast.project.projectId, send_id: sent?.undo?.send_id ?? 0 },
    })
    expect(undone.data[0]?.post).toMatchObject({ external_steps: [], concrete_external_approver: [] })
  })

  it.each([
    ['at the due time, all', undefined, approved.rounds.slice(0, 2)],
    ['by hand, those whose turn it is', () => true, withLegal.rounds],
  ])('are approved for, where they are late: %s', async (_name, isDue, rounds) => {
    const { post } = await build()
    await setProject(
      kit.db,
      cast.project.projectId,
      'bypass-external-approval-when-internal-approved',
      'true',
    )
    const scope = await scopeOf()
    const late = { scope, postId: post.postId, now: kit.clock.now(), ...(isDue && { isDue }) }
    await kit.db.transaction().execute(tx => autoApproveExternal(tx, late))
    expect((await stateOf(post)).rounds).toEqual(rounds)
  })

  it('count as approving the words that they proposed once those before them have approved them', async () => {
    const { marketing, legal, post } = await build()
    await approve(marketing, post)
    const built = { postId: post.postId, socialId: post.social, roundId: (await openRound(post))?.id ?? 0 }
    expect((await propose(legal, built, 'Legal words')).status).toBe(200)
    const [seen] = (await list(cast.creator, built)).data
    if (!seen) throw new Error('nothing was proposed')
    expect(seen.outcome).toBe('asks_team')
    expect((await take(cast.creator, built, seen, 'asks_team')).status).toBe(200)
    await approve(cast.internal, post)
    expect(await stateOf(post)).toEqual(withMarketing)
    await approve(marketing, post)
    expect(await stateOf(post)).toEqual(approved)
  })
})

describe('Sending to people one after the other', () => {
  const past = '2026-06-01T07:00:00.000Z'
  test.each<
    [
      string,
      (ids: { one: number; two: number; internal: number; stranger: number }) => object,
      string,
      string,
    ]
  >([
    [
      'nobody before',
      ({ two }) => ({ external_steps: [{ approvers: [two] }] }),
      'external_steps.0',
      'Choose first who is asked before.',
    ],
    [
      'somebody twice',
      ({ one }) => ({ concrete_external_approver_id: [one], external_steps: [{ approvers: [one] }] }),
      'external_steps.0',
      'Nobody is asked twice.',
    ],
    [
      'a deadline that has passed',
      ({ one, two }) => ({
        concrete_external_approver_id: [one],
        external_steps: [{ approvers: [two], decide_by: past }],
      }),
      'external_steps.0',
      'Choose a time after that of those who are asked before.',
    ],
    [
      'a deadline before that of the first',
      ({ one, two }) => ({
        concrete_external_approver_id: [one],
        decide_by: '2026-06-10T08:00:00.000Z',
        external_steps: [{ approvers: [two], decide_by: '2026-06-09T08:00:00.000Z' }],
      }),
      'external_steps.0',
      'Choose a time after that of those who are asked before.',
    ],
    [
      'somebody of the team',
      ({ one, internal }) => ({
        concrete_external_approver_id: [one],
        external_steps: [{ approvers: [internal] }],
      }),
      'external_steps.0.approvers.0',
      'This person cannot be an external approver of the project',
    ],
    [
      'somebody of another agency',
      ({ one, stranger }) => ({
        concrete_external_approver_id: [one],
        external_steps: [{ approvers: [stranger] }],
      }),
      'external_steps.0.approvers.0',
      'This person cannot be an external approver of the project',
    ],
  ])('is refused with %s, and nothing is sent', async (_name, bodyOf, field, text) => {
    const elsewhere = await buildCast(kit.db)
    const post = await buildReady()
    const [one, two] = [await client(), await client()]
    const ids = {
      one: one.userId,
      two: two.userId,
      internal: cast.internal.userId,
      stranger: elsewhere.external.userId,
    }
    const answer = await send(post, bodyOf(ids))
    expect(answer).toMatchObject({ status: 422, errors: { [field]: [text] } })
    expect((await stateOf(post)).status).toBe('draft')
  })

  it('takes five steps at most, each with somebody', async () => {
    const post = await buildReady()
    const step = { approvers: [cast.external.userId] }
    for (const external_steps of [Array(5).fill(step), [{ approvers: [] }]])
      expect((await send(post, { external_steps })).status).toBe(422)
  })
})

it('After any edits and decisions, what is approved was approved in that form in each step', async () => {
  const { marketing, legal, post } = await build()
  const people = [cast.creator, cast.internal, marketing, legal]
  let seed = 7
  const random = (count: number) => {
    seed = (seed * 16_807) % 2_147_483_647
    return seed % count
  }
  let approvals = 0
  for (let turn = 0; turn < 150; turn += 1) {
    const person = people[random(people.length)] ?? cast.creator
    if (random(3) === 0) await edit(person, post, `Words ${random(3)}`)
    else await approve(person, post)
    const { status } = await stateOf(post)
    if (status !== 'approved') continue
    approvals += 1
    const digest = await digestOf(post)
    const rows = await kit.db
      .selectFrom('approvals as a')
      .innerJoin('approval_approvers as c', 'c.approval_id', 'a.id')
      .select(['a.step', 'c.user_id'])
      .where('a.post_social_id', '=', post.social)
      .where('a.type', '=', 'external')
      .where('a.status', '=', 'approved')
      .where('c.content_digest', '=', digest)
      .orderBy('a.step')
      .execute()
    expect(rows).toEqual([
      { step: 1, user_id: marketing.userId },
      { step: 2, user_id: legal.userId },
    ])
    await edit(cast.creator, post, `Words ${3 + random(9)}`)
  }
  expect(approvals).toBeGreaterThan(2)
})
