import { beforeEach, describe, expect, it } from 'vitest'
import { QUESTIONS_PER_HOUR } from '#domain/approval-links/lifetime.ts'
import type { TextProposal } from '#domain/approvals/model.ts'
import { approvalRoutes } from '#server/features/approvals/routes.ts'
import { writingRoutes } from '#server/features/writing/routes.ts'
import { testNow, useTestApp } from '#testing/app.ts'
import { byLink, sendByLink } from '#testing/approvals/approval-links.ts'
import { useProposals } from '#testing/approvals/proposals.ts'
import { buildCast, buildPerson, type Cast } from '#testing/people.ts'
import { approvalLinkRoutes } from './routes.ts'

let cast: Cast
const kit = useTestApp({ routes: [...approvalLinkRoutes, ...approvalRoutes, ...writingRoutes] })
beforeEach(async () => {
  kit.clock.set(testNow)
  cast = await buildCast(kit.db)
})
const { copied, build, approvalOf, open, logged, emailOf } = byLink(
  () => kit,
  () => cast,
)
const { take, historyOf, textOf } = useProposals(
  () => kit,
  () => cast,
)
type Built = Awaited<ReturnType<typeof build>>
const propose = async (token: string, built: Built, words: string, change: object = {}) =>
  sendByLink<TextProposal>(kit, token, ['POST', '/approval-link/words'], {
    ...(await approvalOf(built)),
    words,
    ...change,
  })

describe('Proposing words by link', () => {
  it('is told to the agency, on record, and an approval by link once the words are taken', async () => {
    const built = await build()
    const token = await copied()
    const { status, data } = await propose(token, built, 'For all of you', { message: 'Warmer?' })
    expect(status).toBe(200)
    expect(data).toMatchObject({ words: 'For all of you', is_by_link: true, outcome: null })
    expect((await logged('post.words_proposed_by_link')).map(entry => entry.new)).toEqual([
      { post_id: built.postId, device: 'A phone', copied_by: await emailOf(cast.admin) },
    ])
    const page = (await open(token)).data
    expect(page.talked_about).toEqual([built.postId])
    expect(page.proposed).toEqual([
      { post_social_id: built.socialId, words_seen: 'For you', words: 'For all of you' },
    ])
    const other = await buildPerson(kit.db, cast.project, 'external-approver')
    expect((await open(await copied(other))).data.proposed).toEqual([])
    expect((await take(cast.admin, built, data, 'approved')).status).toBe(200)
    expect(await textOf(built)).toMatchObject({ message: 'For all of you', is_approved: true })
    expect((await historyOf(built))[0]).toMatchObject({
      type: 'approved',
      created_by: cast.external.userId,
      is_by_link: true,
      is_by_proposal: true,
    })
  })

  it('is refused for what was not on the screen, and not found for what the link does not open', async () => {
    const built = await build()
    const token = await copied()
    expect((await propose(token, built, 'New', { version: 7 })).code).toBe('stale_version')
    expect((await propose(token, built, 'For you')).status).toBe(422)
    const deleted = await build()
    await kit.db.updateTable('posts').set({ deleted_at: testNow }).where('id', '=', deleted.postId).execute()
    const hidden = [
      deleted,
      await build({ status: 'pending_internal_approval' }),
      await build({}, cast.elsewhere),
    ]
    for (const one of hidden) expect((await propose(token, one, 'New')).status).toBe(404)
    const other = await copied(await buildPerson(kit.db, cast.project, 'external-approver'))
    expect((await propose(other, built, 'Theirs')).status).toBe(200)
    await kit.db.deleteFrom('project_members').where('user_id', '=', cast.external.userId).execute()
    for (const ended of [token, 'x'.repeat(43)]) expect((await propose(ended, built, 'New')).status).toBe(404)
  })

  it('is not done without end', async () => {
    const built = await build()
    const token = await copied()
    for (let count = 0; count < QUESTIONS_PER_HOUR; count++)
      expect((await propose(token, built, `Words ${count}`)).status).toBe(200)
    expect((await propose(token, built, 'More')).status).toBe(429)
  })
})
