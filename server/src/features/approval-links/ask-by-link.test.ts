import { beforeEach, describe, expect, it } from 'vitest'
import { QUESTIONS_PER_HOUR } from '#domain/approval-links/lifetime.ts'
import { createNote } from '#domain/notes/contract.ts'
import type { Note } from '#domain/notes/model.ts'
import { approvalRoutes } from '#server/features/approvals/routes.ts'
import { noteRoutes } from '#server/features/notes/routes.ts'
import { testNow, useTestApp } from '#testing/app.ts'
import { byLink, sendByLink } from '#testing/approvals/approval-links.ts'
import { countWrites } from '#testing/calls/count-writes.ts'
import { sendForm } from '#testing/files/forms.ts'
import { buildCast, buildPerson, type Cast } from '#testing/people.ts'
import { approvalLinkRoutes } from './routes.ts'

let cast: Cast
const kit = useTestApp({ routes: [...approvalLinkRoutes, ...approvalRoutes, ...noteRoutes] })
beforeEach(async () => {
  kit.clock.set(testNow)
  cast = await buildCast(kit.db)
})

const { copied, build, approve, open, logged, emailOf } = byLink(
  () => kit,
  () => cast,
)
type Built = Awaited<ReturnType<typeof build>>

const ask = (token: string, { socialId }: Pick<Built, 'socialId'>, message = 'Why blue?') =>
  sendByLink<Note>(kit, token, ['POST', '/approval-link/question'], { post_social_id: socialId, message })
const read = (token: string, { postId }: Pick<Built, 'postId'>) =>
  sendByLink<Note[]>(kit, token, ['GET', `/approval-link/posts/${postId}/notes`])
const answerAs = async (socialId: number, message: string, isForClient: boolean) => {
  const { status } = await sendForm(kit, cast.creator, {
    path: createNote.path.replace('{id}', String(socialId)),
    fields: { message, is_for_client: isForClient ? '1' : '0' },
    files: [],
  })
  expect(status).toBe(200)
}

describe('A question by link', () => {
  it('is a note that the agency is told of, with its answer beside it, and nothing internal', async () => {
    const built = await build()
    const token = await copied()
    expect((await open(token)).data.talked_about).toEqual([])
    const asked = await ask(token, built, '  Why blue? ')
    expect(asked.status).toBe(200)
    expect(asked.data).toMatchObject({ message: 'Why blue?', created_by_user: { id: cast.external.userId } })
    await answerAs(built.socialId, 'They must never see this', false)
    await answerAs(built.socialId, 'It is your own blue.', true)
    const before = await countWrites(kit.db)
    const { status, data } = await read(token, built)
    expect(status).toBe(200)
    expect(data.map(({ message, created_by_user: by }) => [message, by?.name ?? null])).toEqual([
      ['Why blue?', cast.external.name],
      ['It is your own blue.', null],
    ])
    expect(await countWrites(kit.db)).toBe(before)
    expect((await open(token)).data.talked_about).toEqual([built.postId])
    const events = await kit.db
      .selectFrom('events')
      .select('type')
      .where('post_id', '=', built.postId)
      .execute()
    expect(events.map(({ type }) => type)).toContain('note.created')
  })

  it('is on record with who had copied the link, and is no decision', async () => {
    const built = await build()
    await ask(await copied(), built)
    expect((await logged('post.asked_by_link')).map(entry => entry.new)).toEqual([
      { post_id: built.postId, device: 'A phone', copied_by: await emailOf(cast.admin) },
    ])
    const link = await kit.db
      .selectFrom('approval_links')
      .select('last_decided_at')
      .where('user_id', '=', cast.external.userId)
      .executeTakeFirstOrThrow()
    expect(link.last_decided_at).toBeNull()
    const mail = await kit.db
      .selectFrom('outgoing_mails')
      .select('subject')
      .where('recipient', '=', await emailOf(cast.external))
      .executeTakeFirstOrThrow()
    expect(mail.subject).toContain('Was it you who asked about')
  })

  it('is refused where nothing waits any more, with words, and is empty or too long to no effect', async () => {
    const built = await build()
    const token = await copied()
    for (const message of ['  ', 'x'.repeat(1001)])
      expect((await ask(token, built, message)).status).toBe(422)
    expect((await approve(token, built)).status).toBe(200)
    const late = await ask(token, built)
    expect([late.status, late.message]).toEqual([
      409,
      'This post no longer waits for you. Sign in to write to your agency about it.',
    ])
    expect((await read(token, built)).status).toBe(404)
  })

  it('is not found for what the person does not see, another project, a deleted post or an ended link', async () => {
    const token = await copied()
    const deleted = await build()
    await kit.db.updateTable('posts').set({ deleted_at: testNow }).where('id', '=', deleted.postId).execute()
    const hidden = [
      deleted,
      await build({ status: 'pending_internal_approval' }),
      await build({}, cast.elsewhere),
    ]
    for (const built of hidden) {
      expect((await ask(token, built)).status).toBe(404)
      expect((await read(token, built)).status).toBe(404)
    }
    const waiting = await build()
    const other = await copied(await buildPerson(kit.db, cast.project, 'external-approver'))
    expect((await ask(other, waiting)).status).toBe(200)
    await kit.db.deleteFrom('project_members').where('user_id', '=', cast.external.userId).execute()
    for (const ended of [token, 'x'.repeat(43)]) {
      expect((await ask(ended, waiting)).status).toBe(404)
      expect((await read(ended, waiting)).status).toBe(404)
    }
  })

  it('is not asked without end', async () => {
    const built = await build()
    const token = await copied()
    for (let count = 0; count < QUESTIONS_PER_HOUR; count++)
      expect((await ask(token, built)).status).toBe(200)
    expect((await ask(token, built)).status).toBe(429)
  })
})
