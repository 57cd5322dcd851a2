import { describe, expect, it } from 'vitest'
import { approveRound, getApprovals } from '#domain/approvals/contract.ts'
import {
  answerRevisionQuestion,
  askRevisionQuestion,
  listActivities,
  updateRevisionAnswer,
  updateRevisionQuestion,
} from '#domain/approvals/conversation-contract.ts'
import type { PostSocialStatus } from '#domain/posts/status.ts'
import { approvalRoutes } from '#server/features/approvals/routes.ts'
import { type TestPerson, useTestApp } from '#testing/app.ts'
import { buildCast, useCast } from '#testing/people.ts'
import { buildPost } from '#testing/posts.ts'

const app = useTestApp({ routes: approvalRoutes })
const cast = useCast(app)

const build = async (status: PostSocialStatus = 'pending_internal_approval') => {
  const { postId, socialIds } = await buildPost(app.db, cast.project, {
    type: 'text',
    socials: [{ network: 'facebook', status }],
    schedule: { date: '2026-06-10', time: '12:00' },
  })
  const [social = 0] = socialIds
  const rounds = await app.db
    .selectFrom('approvals')
    .select(['id', 'type'])
    .where('post_social_id', '=', social)
    .orderBy('id')
    .execute()
  const roundOf = (type: 'internal' | 'external') => rounds.findLast(round => round.type === type)?.id ?? 0
  return { postId, social, internal: roundOf('internal'), external: roundOf('external') }
}
const askAs = (person: TestPerson, approval_id: number, message = 'Which logo?') =>
  app.ask(person, askRevisionQuestion, { body: { approval_id, message } })
const answerAs = (person: TestPerson, approval_id: number, message = 'The round one') =>
  app.ask(person, answerRevisionQuestion, { body: { approval_id, message } })
const historyFor = async (person: TestPerson, postId: number) => {
  const { data } = await app.ask(person, getApprovals, { params: { postId } })
  return (data.approvals[0]?.actions ?? []).map(({ type, round, message }) => [type, round, message])
}

describe('A question about a round', () => {
  it('and its answer stand in the history, and open screens hear of both', async () => {
    const { postId, internal } = await build()
    expect(await askAs(cast.creator, internal, ' Which logo? ')).toMatchObject({
      status: 200,
      data: { type: 'question_pushed', round: 'internal', message: 'Which logo?', approval_id: internal },
    })
    const answer = await answerAs(cast.internal, internal)
    expect(answer.data).toMatchObject({
      type: 'answer_pushed',
      created_by_user: { id: cast.internal.userId },
    })
    expect(await historyFor(cast.creator, postId)).toEqual([
      ['answer_pushed', 'internal', 'The round one'],
      ['question_pushed', 'internal', 'Which logo?'],
    ])
    const events = await app.db
      .selectFrom('events')
      .select('type')
      .where('post_id', '=', postId)
      .orderBy('id')
      .execute()
    expect(events.map(({ type }) => type)).toEqual(['approval.question_asked', 'approval.question_answered'])
  })

  it('in the internal round is neither shown to a client nor answered by one', async () => {
    const { postId, internal, external } = await build('pending_external_approval')
    await askAs(cast.creator, internal, 'Between ourselves')
    await askAs(cast.creator, external, 'For the client')
    expect(await historyFor(cast.external, postId)).toEqual([
      ['question_pushed', 'external', 'For the client'],
    ])
    expect((await answerAs(cast.external, internal)).status).toBe(404)
    expect((await answerAs(cast.external, external)).status).toBe(200)
  })

  it('is asked by those who make posts and answered by those who decide the round', async () => {
    const { internal, external } = await build('pending_external_approval')
    for (const person of [cast.internal, cast.external])
      expect((await askAs(person, external)).status).toBe(403)
    for (const person of [cast.creator, cast.admin]) {
      expect((await askAs(person, internal)).status).toBe(200)
      expect((await askAs(person, external)).status).toBe(200)
    }
    expect((await answerAs(cast.creator, internal)).status).toBe(403)
    expect((await answerAs(cast.internal, external)).status).toBe(403)
    expect((await answerAs(cast.internal, internal)).status).toBe(200)
    expect((await answerAs(cast.admin, external)).status).toBe(200)
  })

  it('has at most 255 characters, and some', async () => {
    const { internal } = await build()
    for (const message of ['', '  ', 'x'.repeat(256)])
      expect(await askAs(cast.creator, internal, message)).toMatchObject({
        status: 422,
        errors: { message: [expect.any(String)] },
      })
    expect((await askAs(cast.creator, internal, 'x'.repeat(255))).status).toBe(200)
  })

  it('and its answer are changed by their authors until somebody has acted on them', async () => {
    const { postId, internal } = await build()
    const change = (person: TestPerson, contract: typeof updateRevisionQuestion, id: number) =>
      app.ask(person, contract, { body: { approval_action_id: id, message: ' Which of the two? ' } })
    const { data: question } = await askAs(cast.creator, internal)
    expect(question.edited_at).toBeUndefined()
    const stranger = await buildCast(app.db)
    expect((await change(stranger.admin, updateRevisionQuestion, question.id)).status).toBe(404)
    for (const person of [cast.admin, cast.internal, cast.external])
      expect((await change(person, updateRevisionQuestion, question.id)).status).toBe(403)
    expect(await change(cast.creator, updateRevisionQuestion, question.id)).toMatchObject({
      status: 200,
      data: { id: question.id, message: 'Which of the two?', edited_at: expect.any(String) },
    })
    const { data: answer } = await answerAs(cast.internal, internal)
    expect((await change(cast.creator, updateRevisionQuestion, question.id)).status).toBe(409)
    expect((await change(cast.internal, updateRevisionQuestion, answer.id)).status).toBe(403)
    expect((await change(cast.external, updateRevisionAnswer, answer.id)).status).toBe(404)
    expect((await change(cast.internal, updateRevisionAnswer, answer.id)).status).toBe(200)
    expect((await historyFor(cast.creator, postId))[0]).toEqual([
      'answer_pushed',
      'internal',
      'Which of the two?',
    ])
    const { data } = await app.ask(cast.creator, listActivities, { params: { postId }, query: {} })
    expect(data.activities.map(({ type }) => type)).toEqual(
      expect.arrayContaining(['approval.question_edited', 'approval.answer_edited']),
    )
  })

  it('of another agency, or with another version, is answered with 404', async () => {
    const { internal } = await build()
    const other = await build()
    const stranger = await buildCast(app.db)
    expect((await askAs(stranger.admin, internal)).status).toBe(404)
    expect((await answerAs(stranger.admin, internal)).status).toBe(404)
    const body = { approval_id: internal, message: 'Which?', post_social_id: other.social }
    expect((await app.ask(cast.creator, askRevisionQuestion, { body })).status).toBe(404)
  })

  it('has to be asked before it can be answered', async () => {
    const { internal } = await build()
    expect(await answerAs(cast.internal, internal)).toMatchObject({
      status: 409,
      message: 'Nobody has asked anything in this round.',
    })
  })

  it('is refused in a round that is over, and once the version is live', async () => {
    const { social, internal } = await build()
    const { internal: live } = await build('live')
    await app.db.updateTable('approvals').set({ status: 'superseded' }).where('id', '=', internal).execute()
    expect((await askAs(cast.creator, internal)).status).toBe(409)
    expect(live).toBeGreaterThan(0)
    expect((await askAs(cast.creator, live)).status).toBe(409)
    expect((await app.ask(cast.internal, approveRound, { body: { post_social_id: social } })).status).toBe(
      409,
    )
  })

  it('changes nothing about who has to decide', async () => {
    const { social, internal } = await build()
    await askAs(cast.creator, internal)
    expect((await app.ask(cast.internal, approveRound, { body: { post_social_id: social } })).status).toBe(
      200,
    )
  })
})
