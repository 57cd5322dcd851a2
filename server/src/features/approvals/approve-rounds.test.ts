import { describe, expect, it } from 'vitest'
import { approveRounds, getApprovals, undoApprovals } from '#domain/approvals/contract.ts'
import { APPROVED_ROUNDS_MAX } from '#domain/approvals/limits.ts'
import { type TestPerson, useTestApp } from '#testing/app.ts'
import { buildPerson, useCast } from '#testing/people.ts'
import { buildPost, type TestSocial } from '#testing/posts.ts'
import { approvalRoutes } from './routes.ts'

const app = useTestApp({ routes: approvalRoutes })
const cast = useCast(app)

const build = async (social: Partial<TestSocial> = {}, of = cast.project) => {
  const { postId, socialIds } = await buildPost(app.db, of, {
    type: 'text',
    socials: [{ network: 'facebook', status: 'pending_external_approval', ...social }],
    schedule: { date: '2026-06-20', time: '12:00' },
  })
  const post_social_id = socialIds[0] ?? 0
  const round = await app.db
    .selectFrom('approvals')
    .select('id')
    .where('post_social_id', '=', post_social_id)
    .where('status', '=', 'open')
    .executeTakeFirst()
  return { postId, post_social_id, approval_id: round?.id ?? 0 }
}
type Built = Awaited<ReturnType<typeof build>>

const project_id = () => cast.project.projectId
const seen = ({ post_social_id, approval_id }: Built, version = 1) => ({
  post_social_id,
  approval_id,
  version,
  versions: [{ post_social_id, version }],
})
const approve = (person: TestPerson, rounds: readonly object[], of = project_id()) =>
  app.ask(person, approveRounds, { body: { project_id: of, rounds: rounds as ReturnType<typeof seen>[] } })
const undo = (person: TestPerson, built: readonly Built[]) =>
  app.ask(person, undoApprovals, {
    body: {
      project_id: project_id(),
      approvals: built.map(({ post_social_id, approval_id }) => ({ post_social_id, approval_id })),
    },
  })
const statusesOf = async (...built: Built[]) => {
  const rows = await app.db
    .selectFrom('post_socials')
    .select(['id', 'status'])
    .where(
      'id',
      'in',
      built.map(({ post_social_id }) => post_social_id),
    )
    .execute()
  return built.map(({ post_social_id }) => rows.find(({ id }) => id === post_social_id)?.status)
}
const waiting = 'pending_external_approval'

describe('A comment with an approval', () => {
  const historyOf = async (postId: number, person = cast.external) => {
    const { data } = await app.ask(person, getApprovals, { params: { postId } })
    return data.approvals.flatMap(({ actions }) => actions.map(({ type, message }) => [type, message]))
  }

  it('stands in the history of each version, and in the event that people are notified of', async () => {
    const [one, other] = [await build(), await build()]
    const message = '  Lovely, thank you! '
    await approve(cast.external, [
      { ...seen(one), message },
      { ...seen(other), message },
    ])
    for (const { postId } of [one, other]) {
      expect(await historyOf(postId)).toContainEqual(['approved', 'Lovely, thank you!'])
      const events = await app.db
        .selectFrom('events')
        .select('detail')
        .where('post_id', '=', postId)
        .execute()
      expect(events.map(({ detail }) => detail)).toContainEqual({
        round: 'external',
        social_network: 'facebook',
        message: 'Lovely, thank you!',
      })
    }
  })

  it('is left out when nothing was written, and has an end', async () => {
    const built = await build()
    const long = await approve(cast.external, [{ ...seen(built), message: 'x'.repeat(1001) }])
    expect([long.status, await statusesOf(built)]).toEqual([422, [waiting]])
    expect((await approve(cast.external, [{ ...seen(built), message: '   ' }])).status).toBe(200)
    expect(await historyOf(built.postId)).toContainEqual(['approved', null])
  })

  it('of the internal round reaches no client', async () => {
    const built = await build({ status: 'pending_internal_approval' })
    await approve(cast.internal, [{ ...seen(built), message: 'Between us: too dear' }])
    expect(await historyOf(built.postId, cast.internal)).toContainEqual(['approved', 'Between us: too dear'])
    expect(JSON.stringify(await historyOf(built.postId))).not.toContain('Between us')
  })
})

describe('Approving several rounds', () => {
  it('approves each, and answers with the posts as they are now', async () => {
    const [one, other] = [await build(), await build()]
    const { status, data } = await approve(cast.external, [seen(one), seen(other)])
    expect(status).toBe(200)
    expect(data.results).toEqual(
      [one, other].map(({ post_social_id }) => ({ post_social_id, refusal: null })),
    )
    expect(data.posts.map(({ id, post_socials }) => [id, post_socials[0]?.status])).toEqual([
      [one.postId, 'approved'],
      [other.postId, 'approved'],
    ])
    expect(await statusesOf(one, other)).toEqual(['approved', 'approved'])
  })

  it('answers for each as the call for it alone would, in the order of the call, and approves the others', async () => {
    const colleague = await buildPerson(app.db, cast.project, 'external-approver')
    const [stale, good, decided] = [await build(), await build(), await build()]
    const internal = await build({ status: 'pending_internal_approval' })
    const others = await build({
      rounds: [{ type: 'external', status: 'open', chosen: [colleague.userId] }],
    })
    const foreign = await build({}, cast.elsewhere)
    await approve(colleague, [seen(decided)])
    const named = [foreign, stale, decided, good, internal, others]
    const { status, data } = await approve(cast.external, [
      seen(foreign),
      seen(stale, 2),
      ...[decided, good, internal, others].map(built => seen(built)),
    ])
    expect(status).toBe(200)
    expect(data.results.map(({ post_social_id }) => post_social_id)).toEqual(
      named.map(({ post_social_id }) => post_social_id),
    )
    expect(data.results.map(({ refusal }) => refusal?.code ?? null)).toEqual([
      'not_found',
      'stale_version',
      'already_decided',
      null,
      'not_found',
      'not_your_turn',
    ])
    expect(data.posts.map(({ id }) => id)).toEqual([good.postId])
    expect(await statusesOf(foreign, stale, good, others)).toEqual([waiting, waiting, 'approved', waiting])
  })

  it('approves a version that is named twice once', async () => {
    const built = await build()
    const { data } = await approve(cast.external, [seen(built), seen(built)])
    expect(data.results.map(({ refusal }) => refusal?.code ?? null)).toEqual([null, 'already_decided'])
    const actions = await app.db
      .selectFrom('approval_actions')
      .select('type')
      .where('post_social_id', '=', built.post_social_id)
      .execute()
    expect(actions).toEqual([{ type: 'approved' }])
  })

  it('lets two people who name the same posts the other way round both get an answer', async () => {
    const colleague = await buildPerson(app.db, cast.project, 'external-approver')
    const built = await Promise.all([build(), build(), build(), build()])
    const rounds = built.map(one => seen(one))
    const answers = await Promise.all([
      approve(cast.external, rounds),
      approve(colleague, rounds.toReversed()),
    ])
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    const given = answers.flatMap(({ data }) => data.results).filter(({ refusal }) => refusal === null)
    expect(given).toHaveLength(built.length)
  })

  it('is refused for who approves nothing, and for a project of another agency', async () => {
    const built = await build()
    const foreign = await build({}, cast.elsewhere)
    expect((await approve(cast.creator, [seen(built)])).status).toBe(403)
    expect((await approve(cast.external, [seen(foreign)], cast.elsewhere.projectId)).status).toBe(404)
    expect(await statusesOf(built, foreign)).toEqual([waiting, waiting])
  })

  it('is refused for none, and for more than one call takes', async () => {
    const built = await build()
    const many = Array.from({ length: APPROVED_ROUNDS_MAX + 1 }, () => seen(built))
    expect((await approve(cast.external, [])).status).toBe(422)
    expect((await approve(cast.external, many)).status).toBe(422)
    expect(await statusesOf(built)).toEqual([waiting])
  })
})

describe('Undoing several approvals', () => {
  it('gives all the rounds back at once', async () => {
    const [one, other] = [await build(), await build()]
    await approve(cast.external, [seen(one), seen(other)])
    const { status, data } = await undo(cast.external, [one, other])
    expect(status).toBe(200)
    expect(data.results.map(({ refusal }) => refusal)).toEqual([null, null])
    expect(data.posts.map(({ id }) => id)).toEqual([one.postId, other.postId])
    expect(await statusesOf(one, other)).toEqual([waiting, waiting])
  })

  it('says which can no longer be undone, and undoes the others', async () => {
    const [acted, good] = [await build(), await build()]
    await approve(cast.external, [seen(acted), seen(good)])
    await undo(cast.external, [acted])
    const { data } = await undo(cast.external, [acted, good])
    expect(data.results.map(({ refusal }) => refusal?.code ?? null)).toEqual(['undo_ended', null])
    expect(await statusesOf(good)).toEqual([waiting])
  })

  it("undoes nobody else's, and nothing of another agency", async () => {
    const built = await build()
    await approve(cast.external, [seen(built)])
    const { data } = await undo(cast.admin, [built])
    expect(data.results[0]?.refusal?.code).toBe('undo_ended')
    expect((await undo(cast.creator, [built])).status).toBe(403)
    expect((await undo(cast.stranger, [built])).status).toBe(404)
    expect(await statusesOf(built)).toEqual(['approved'])
  })
})
