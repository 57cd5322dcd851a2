import { beforeEach, describe, expect, it, test } from 'vitest'
import { getApprovals } from '#domain/approvals/contract.ts'
import { listNotes } from '#domain/notes/contract.ts'
import { NOTE_MAX } from '#domain/notes/limits.ts'
import { noteRoutes } from '#server/features/notes/routes.ts'
import { testNow, useTestApp } from '#testing/app.ts'
import { useProposals } from '#testing/approvals/proposals.ts'
import { buildCast, buildPerson, type Cast, setProject } from '#testing/people.ts'
import { approvalRoutes } from '../routes.ts'

let cast: Cast
const kit = useTestApp({ routes: [...approvalRoutes, ...noteRoutes] })
beforeEach(async () => {
  kit.clock.set(testNow)
  cast = await buildCast(kit.db)
})
const { build, propose, list, decline, statusOf } = useProposals(
  () => kit,
  () => cast,
)
type Built = Awaited<ReturnType<typeof build>>
const notesOf = async ({ socialId }: Built, person = cast.creator) =>
  (await kit.ask(person, listNotes, { params: { id: socialId } })).data
const statusesOf = async ({ socialId }: Built) =>
  (
    await kit.db
      .selectFrom('text_proposals')
      .select('status')
      .where('post_social_id', '=', socialId)
      .orderBy('id')
      .execute()
  ).map(({ status }) => status)

describe('Proposing words', () => {
  it('keeps them beside the text, tells the agency by a note, and decides nothing', async () => {
    const built = await build()
    const { status, data } = await propose(cast.external, built, 'For all of you', { message: ' Warmer? ' })
    expect(status).toBe(200)
    expect(data).toMatchObject({ words_seen: 'For you', words: 'For all of you', outcome: null })
    expect(await statusOf(built)).toBe('pending_external_approval')
    const [note] = await notesOf(built)
    expect(note?.message).toBe('Warmer?\n\nI propose these words:\nFor all of you')
    expect(note).toMatchObject({ is_for_client: true, created_by_user: { id: cast.external.userId } })
    const overview = await kit.ask(cast.admin, getApprovals, { params: { postId: built.postId } })
    expect(overview.data.approvals[0]?.words_proposed).toBe(1)
    const seen = await list(cast.admin, built)
    expect(seen.data).toMatchObject([
      { id: data.id, outcome: 'approved', is_by_link: false, proposed_by: { id: cast.external.userId } },
    ])
    expect((await list(cast.creator, built)).data[0]?.outcome).toBe('asks_team')
    for (const reader of [cast.internal, cast.external])
      expect((await list(reader, built)).data).toMatchObject([{ words: 'For all of you', outcome: null }])
  })

  it('shortens what no note holds, and keeps the words whole', async () => {
    const built = await build()
    const long = 'word '.repeat(1000)
    expect((await propose(cast.external, built, long)).status).toBe(200)
    const [note] = await notesOf(built)
    expect(note?.message).toHaveLength(NOTE_MAX)
    expect((await list(cast.admin, built)).data[0]?.words).toBe(long)
  })

  it('cuts no emoji in two', async () => {
    for (const begin of ['', 'a', 'aa']) {
      const built = await build()
      expect((await propose(cast.external, built, begin + '☕😀'.repeat(400))).status).toBe(200)
      const [note] = await notesOf(built)
      expect(note?.message).toMatch(/(☕|😀)…$/u)
      expect(note?.message).not.toContain('\ufffd')
    }
  })

  it('a second time takes the place of the first, and stands beside those of others', async () => {
    const built = await build()
    const second = await buildPerson(kit.db, cast.project, 'external-approver')
    await propose(cast.external, built, 'One')
    await propose(second, built, 'Theirs')
    await propose(cast.external, built, 'Two')
    expect((await list(cast.admin, built)).data.map(({ words }) => words)).toEqual(['Theirs', 'Two'])
    const countFor = async (person: typeof second) =>
      (await kit.ask(person, getApprovals, { params: { postId: built.postId } })).data.approvals[0]
        ?.words_proposed
    // Nobody of the client is told that somebody else has proposed words.
    expect([await countFor(cast.admin), await countFor(second)]).toEqual([2, 1])
    expect(await statusesOf(built)).toEqual(['withdrawn', 'open', 'open'])
  })

  test.each<[string, string, string]>([
    ['the words that are there', 'For you', 'These are the words that it has already.'],
    ['no words, where the network needs some', '', 'Message is required'],
    ['too many words', 'x'.repeat(63_207), ''],
    ['a character that Galley cannot store', 'a\u0000b', ''],
  ])('is refused for %s', async (_name, words, text) => {
    const built = await build()
    const { status, code, errors } = await propose(cast.external, built, words)
    expect([status, code]).toEqual([422, 'validation_error'])
    expect(errors?.words?.[0] ?? '').toContain(text)
    expect((await list(cast.admin, built)).data).toEqual([])
  })

  it('is refused with words for what its network does not take', async () => {
    const built = await build({ network: 'twitter' })
    const answer = await propose(cast.external, built, 'word '.repeat(57))
    expect(answer.status).toBe(422)
    expect(answer.errors?.words).toEqual(['Message length should be less than 280 characters.'])
  })

  it('is refused for another version than the one on the screen, and for a round that has ended', async () => {
    const built = await build()
    expect((await propose(cast.external, built, 'New', { version: 2 })).code).toBe('stale_version')
    const versions = [{ post_social_id: built.socialId, version: 2 }]
    expect((await propose(cast.external, built, 'New', { versions })).code).toBe('stale_version')
    const ended = await build({ status: 'approved' })
    const late = await propose(cast.external, ended, 'New', { approval_id: undefined })
    expect(late.status).toBe(422)
    const { id } = await kit.db
      .selectFrom('approvals')
      .select('id')
      .where('post_social_id', '=', ended.socialId)
      .where('type', '=', 'external')
      .executeTakeFirstOrThrow()
    expect((await propose(cast.external, ended, 'New', { approval_id: id })).code).toBe('already_decided')
  })

  it('is for clients whose turn it is, and for nobody else', async () => {
    const second = await buildPerson(kit.db, cast.project, 'external-approver')
    const chosen = [{ type: 'external' as const, status: 'open' as const, chosen: [second.userId] }]
    const built = await build({ rounds: chosen })
    expect((await propose(cast.external, built, 'New')).code).toBe('not_your_turn')
    for (const person of [cast.creator, cast.internal])
      expect((await propose(person, built, 'New')).status).toBe(403)
    expect((await propose(cast.stranger, built, 'New')).status).toBe(404)
    const hidden = await build({ status: 'pending_internal_approval' })
    expect((await propose(cast.admin, hidden, 'New')).code).toBe('illegal_transition')
    expect((await propose(cast.external, hidden, 'New')).status).toBe(404)
    const elsewhere = await build({}, cast.elsewhere)
    expect((await propose(cast.external, elsewhere, 'New')).status).toBe(404)
    expect((await list(cast.stranger, built)).status).toBe(404)
    expect((await list(cast.external, hidden)).status).toBe(404)
  })

  it('is for the master content where the project has one', async () => {
    await setProject(kit.db, cast.project.projectId, 'post-master-content-social-network-id', 'linkedin')
    const built = await build()
    expect((await propose(cast.external, built, 'Alone')).status).toBe(200)
  })
})

describe('Declining', () => {
  it('keeps the text, and tells the client why by a note', async () => {
    const built = await build()
    const { data } = await propose(cast.external, built, 'For all of you')
    const { status, data: left } = await decline(cast.creator, built, data, ' The court forbids it. ')
    expect([status, left]).toEqual([200, []])
    expect((await notesOf(built, cast.external)).at(-1)).toMatchObject({
      message: 'The court forbids it.',
      created_by_user: null,
    })
    expect(await statusesOf(built)).toEqual(['declined'])
    expect(await decline(cast.creator, built, data, 'Again')).toMatchObject({
      status: 409,
      message: expect.stringContaining('no longer open'),
    })
  })

  it('needs a reason, and somebody who writes posts', async () => {
    const built = await build()
    const { data } = await propose(cast.external, built, 'For all of you')
    expect((await decline(cast.creator, built, data, '  ')).status).toBe(422)
    for (const person of [cast.internal, cast.external])
      expect((await decline(person, built, data, 'No')).status).toBe(403)
    expect((await decline(cast.stranger, built, data, 'No')).status).toBe(404)
    const other = await build()
    expect((await decline(cast.creator, other, data, 'No')).status).toBe(404)
    expect(await statusesOf(built)).toEqual(['open'])
  })
})
