import { describe, expect, it } from 'vitest'
import { getApprovals, requestRevision } from '#domain/approvals/contract.ts'
import type { Place } from '#domain/marks/model.ts'
import { createNote, listNotes } from '#domain/notes/contract.ts'
import { savePostSocials } from '#domain/posts/contract.ts'
import { approvalRoutes } from '#server/features/approvals/routes.ts'
import { noteRoutes } from '#server/features/notes/routes.ts'
import { writingRoutes } from '#server/features/writing/routes.ts'
import { type TestPerson, useTestApp } from '#testing/app.ts'
import { useCast } from '#testing/people.ts'
import { buildMedia, buildPost } from '#testing/posts.ts'

const app = useTestApp({ routes: [...approvalRoutes, ...noteRoutes, ...writingRoutes] })
const cast = useCast(app)

const message = 'Free delivery until Friday'
const words: Place = { kind: 'text', part: 'message', from: 0, to: 13, quote: 'Free delivery' }

/** A post with two photos that waits for the client, with its open round. */
const build = async () => {
  const photos = [await buildMedia(app.db, cast.project), await buildMedia(app.db, cast.project)]
  const { postId, socialIds } = await buildPost(app.db, cast.project, {
    type: 'multi_photo',
    socials: [{ network: 'facebook', status: 'pending_external_approval', message, media: photos }],
    schedule: { date: '2026-06-20', time: '12:00' },
  })
  const [social = 0] = socialIds
  const { id: round } = await app.db
    .selectFrom('approvals')
    .select('id')
    .where('post_social_id', '=', social)
    .where('status', '=', 'open')
    .executeTakeFirstOrThrow()
  return { postId, social, round, photos }
}
const point = (object_id: number, x = 0.25): Place => ({ kind: 'point', object_id, x, y: 0.75 })

const revise = (person: TestPerson, approval_id: number, marks: { place: Place; comment?: string }[]) =>
  app.ask(person, requestRevision, { body: { approval_id, marks } })
const latestFor = async (person: TestPerson, postId: number) => {
  const { data } = await app.ask(person, getApprovals, { params: { postId } })
  const [action] = data.approvals[0]?.actions ?? []
  return { id: action?.id ?? 0, marks: action?.marks ?? [] }
}

describe('A mark on a picture that the version no longer has', () => {
  /** Another picture takes the place of the first one. */
  const replaceFirst = async (social: number, postId: number) => {
    const { id } = await app.db
      .selectFrom('attachments')
      .select('id')
      .where('post_social_id', '=', social)
      .orderBy('position')
      .executeTakeFirstOrThrow()
    const object_id = await buildMedia(app.db, cast.project)
    const media_actions = [{ action: 'update' as const, id, extra_fields: {}, object_id }]
    const body = {
      post_id: postId,
      project_id: cast.project.projectId,
      post_socials: [{ id: social, media_actions }],
    }
    expect((await app.ask(cast.creator, savePostSocials, { body })).status).toBe(200)
  }

  it('comes with the picture as it was marked, once it is gone, for the client too', async () => {
    const { postId, social, round, photos } = await build()
    const [first = 0, second = 0] = photos
    await revise(cast.external, round, [{ place: point(first) }, { place: point(second) }])
    expect((await latestFor(cast.external, postId)).marks.map(mark => mark.former_file)).toEqual([
      undefined,
      undefined,
    ])
    await replaceFirst(social, postId)
    const { storage_key } = await app.db
      .selectFrom('medias')
      .select('storage_key')
      .where('id', '=', first)
      .executeTakeFirstOrThrow()
    for (const person of [cast.creator, cast.external]) {
      const { marks } = await latestFor(person, postId)
      expect(marks[0]?.former_file?.previews?.medium).toContain(`/media/${storage_key}/medium`)
      expect(marks[1]).not.toHaveProperty('former_file')
    }
  })

  it('of a note is shown to the agency alone: the picture may never have been sent', async () => {
    const { postId, social, round, photos } = await build()
    const params = { id: social }
    const [first = 0] = photos
    await app.ask(cast.creator, createNote, {
      params,
      body: { is_for_client: true, marks: [{ place: point(first), comment: 'Darker' }] },
    })
    // The client goes on seeing a version that they sent back.
    await revise(cast.external, round, [{ place: words }])
    await replaceFirst(social, postId)
    // A later save forgets what no moment keeps.
    await replaceFirst(social, postId)
    const read = async (person: TestPerson) => {
      const { data } = await app.ask(person, listNotes, { params })
      return data[0]?.marks?.[0]
    }
    expect(await read(cast.creator)).toHaveProperty('former_file')
    expect(await read(cast.external)).toMatchObject({ comment: 'Darker' })
    expect(await read(cast.external)).not.toHaveProperty('former_file')
  })
})
