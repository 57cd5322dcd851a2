import { describe, expect, it } from 'vitest'
import { requestRevisionByLink } from '#domain/approval-links/contract.ts'
import { getApprovals, requestRevision } from '#domain/approvals/contract.ts'
import {
  askRevisionQuestion,
  checkRevisionMarks,
  updateRevisionComment,
  updateRevisionQuestion,
} from '#domain/approvals/conversation-contract.ts'
import { MARKS_MAX } from '#domain/marks/limits.ts'
import type { Place } from '#domain/marks/model.ts'
import { checkNoteMarks, createNote, listNotes, saveNote } from '#domain/notes/contract.ts'
import { savePostSocials } from '#domain/posts/contract.ts'
import type { Post } from '#domain/posts/model.ts'
import { approvalLinkRoutes } from '#server/features/approval-links/routes.ts'
import { approvalRoutes } from '#server/features/approvals/routes.ts'
import { noteRoutes } from '#server/features/notes/routes.ts'
import { postRoutes } from '#server/features/posts/routes.ts'
import { writingRoutes } from '#server/features/writing/routes.ts'
import { type TestPerson, useTestApp } from '#testing/app.ts'
import { buildApprovalLink } from '#testing/approvals/approval-links.ts'
import { sendForm } from '#testing/files/forms.ts'
import { useCast } from '#testing/people.ts'
import { buildMedia, buildPost } from '#testing/posts.ts'

const app = useTestApp({
  routes: [...approvalRoutes, ...noteRoutes, ...postRoutes, ...writingRoutes, ...approvalLinkRoutes],
})
const cast = useCast(app)
const elsewhere = useCast(app)

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
const marksIn = async (social: number) =>
  app.db.selectFrom('marks').selectAll().where('post_social_id', '=', social).orderBy('id').execute()

describe('A request for revision that marks places', () => {
  it('needs nothing else, and everybody who reads it sees where', async () => {
    const { postId, round, photos } = await build()
    const [, second = 0] = photos
    const marks = [
      { place: point(second), comment: ' Larger logo ' },
      { place: { kind: 'box', object_id: second, x: 0.5, y: 0.5, width: 0.5, height: 0.5 } as const },
      { place: words, comment: 'Until Sunday' },
    ]
    expect((await revise(cast.external, round, marks)).status).toBe(200)
    for (const person of [cast.creator, cast.external]) {
      const read = (await latestFor(person, postId)).marks
      expect(read.map(({ place, comment }) => [place, comment])).toEqual([
        [marks[0]?.place, 'Larger logo'],
        [marks[1]?.place, ''],
        [words, 'Until Sunday'],
      ])
      expect(read.every(({ is_done, done_by_user }) => !is_done && done_by_user === null)).toBe(true)
    }
  })

  it('without any reads as it always did', async () => {
    const { postId, round } = await build()
    await app.ask(cast.external, requestRevision, { body: { approval_id: round, message: 'Shorter' } })
    const { data } = await app.ask(cast.creator, getApprovals, { params: { postId } })
    expect(data.approvals[0]?.actions[0]).not.toHaveProperty('marks')
  })

  it('is made by link, as a form', async () => {
    const { postId, social, round, photos } = await build()
    const { linkToken: link } = await buildApprovalLink(app.db, cast.project)
    const { version } = await app.db
      .selectFrom('post_socials')
      .select('version')
      .where('id', '=', social)
      .executeTakeFirstOrThrow()
    const fields = {
      approval_id: String(round),
      version: String(version),
      'marks[0][place][kind]': 'drawing',
      'marks[0][place][object_id]': String(photos[0]),
      'marks[0][place][lines]': '0.1,0.1 0.2,0.25;1,0 0.9,0.1',
      'marks[0][comment]': 'Around here',
    }
    const path = requestRevisionByLink.path
    expect((await sendForm<Post>(app, link, { path, fields, files: [] })).status).toBe(200)
    expect((await latestFor(cast.creator, postId)).marks).toMatchObject([
      { place: { kind: 'drawing', lines: '0.1,0.1 0.2,0.25;1,0 0.9,0.1' }, comment: 'Around here' },
    ])
  })

  it('on a crop is kept on the picture as it was uploaded', async () => {
    const { postId, social, round, photos } = await build()
    const [original = 0] = photos
    const crop = JSON.stringify({ rotation: 90, x: 0, y: 0, width: 0.5, height: 0.5, output: null })
    const cropped = await buildMedia(app.db, cast.project)
    await app.db
      .updateTable('medias')
      .set({ parent_media_id: original, crop })
      .where('id', '=', cropped)
      .execute()
    await app.db
      .updateTable('attachments')
      .set({ media_id: cropped })
      .where('post_social_id', '=', social)
      .where('media_id', '=', original)
      .execute()
    for (const [index, id] of [original, cropped].entries()) {
      const note = { message: `${index}`, marks: [{ place: point(id) }] }
      const answer = await app.ask(cast.creator, createNote, { params: { id: social }, body: note })
      expect(answer.data.marks?.[0]?.place).toEqual(point(original))
    }
    expect((await revise(cast.external, round, [{ place: point(cropped) }])).status).toBe(200)
    expect((await latestFor(cast.external, postId)).marks[0]?.place).toEqual(point(original))
  })
})

describe('A mark is refused, and with it all that was sent,', () => {
  const refused = async (place: (known: { photos: number[]; video: number }) => Place, text: string) => {
    const { postId, social, round, photos } = await build()
    const video = await buildMedia(app.db, cast.project, { object_type: 'video', content_type: 'video/mp4' })
    await app.db.updateTable('medias').set({ duration_seconds: 12.5 }).where('id', '=', video).execute()
    await app.db
      .updateTable('attachments')
      .set({ media_id: video })
      .where('post_social_id', '=', social)
      .where('media_id', '=', photos[1] ?? 0)
      .execute()
    const [first = 0] = photos
    const answer = await revise(cast.external, round, [
      { place: point(first) },
      { place: place({ photos, video }) },
    ])
    expect(answer).toMatchObject({
      status: 422,
      code: 'validation_error',
      message: text,
      errors: { 'marks.1.place': [text] },
    })
    expect(await marksIn(social)).toEqual([])
    const { data } = await app.ask(cast.creator, getApprovals, { params: { postId } })
    expect(data.approvals[0]?.actions.some(({ type }) => type === 'revision_requested')).toBe(false)
  }
  const gone = 'The marked picture or video is no longer part of the post. Remove the mark, or make it again.'

  it('on a picture that the version no longer has', () =>
    refused(({ photos }) => point(photos[1] ?? 0), gone))
  it('on a picture of another agency', async () => {
    const theirs = await buildMedia(app.db, elsewhere.project)
    await refused(() => point(theirs), gone)
  })
  it('on words that are not there', () =>
    refused(
      () => ({ ...words, from: 1, to: 14 }),
      'The marked words are no longer there. Remove the mark, or make it again.',
    ))
  it('at a time of a picture', () =>
    refused(
      ({ photos }) => ({ kind: 'time', object_id: photos[0] ?? 0, from: 1, to: null }),
      'Only a video has times.',
    ))
  it('at a place of a video', () =>
    refused(({ video }) => point(video), 'Mark a time of the video, not a place.'))
  it('after the end of the video', () =>
    refused(({ video }) => ({ kind: 'time', object_id: video, from: 12, to: 13 }), 'The video ends at 0:12.'))
  it('on a card that is not there', () =>
    refused(
      () => ({ kind: 'card', attachment_id: 999_999 }),
      'The marked card is no longer part of the post. Remove the mark, or make it again.',
    ))

  it('beyond the most that can be made', async () => {
    const { social, round, photos } = await build()
    const [first = 0] = photos
    const many = Array.from({ length: MARKS_MAX + 1 }, () => ({ place: point(first) }))
    expect((await revise(cast.external, round, many)).status).toBe(422)
    expect((await revise(cast.external, round, many.slice(1))).status).toBe(200)
    expect(await marksIn(social)).toHaveLength(MARKS_MAX)
  })
})

describe('Marks that are ticked off', () => {
  it('say who and when to the agency, only that they are done to the client, and are opened again', async () => {
    const { postId, round, photos } = await build()
    const [first = 0] = photos
    await revise(cast.external, round, [{ place: point(first) }, { place: words }])
    const { id, marks } = await latestFor(cast.creator, postId)
    const tick = (person: TestPerson, is_done: boolean) =>
      app.ask(person, checkRevisionMarks, {
        body: { approval_action_id: id, marks: [{ id: marks[1]?.id ?? 0, is_done }] },
      })
    const answer = await tick(cast.creator, true)
    expect(answer.data.marks.map(({ is_done }) => is_done)).toEqual([false, true])
    // Somebody who ticks it a second time is not the one who did it.
    await tick(cast.admin, true)
    expect((await latestFor(cast.internal, postId)).marks[1]).toMatchObject({
      is_done: true,
      done_at: expect.any(String),
      done_by_user: { id: cast.creator.userId },
    })
    expect((await latestFor(cast.external, postId)).marks[1]).toMatchObject({
      is_done: true,
      done_by_user: null,
    })
    await tick(cast.admin, false)
    expect((await latestFor(cast.creator, postId)).marks[1]).toMatchObject({ is_done: false, done_at: null })
  })

  it('are all ticked or none, and only those of the named request', async () => {
    const [own, other] = [await build(), await build()]
    for (const { round } of [own, other]) await revise(cast.external, round, [{ place: words }])
    const [one, two] = [
      await latestFor(cast.creator, own.postId),
      await latestFor(cast.creator, other.postId),
    ]
    const marks = [...one.marks, ...two.marks].map(({ id }) => ({ id, is_done: true }))
    const body = { approval_action_id: one.id, marks }
    expect(await app.ask(cast.creator, checkRevisionMarks, { body })).toMatchObject({
      status: 422,
      errors: { 'marks.1.id': [expect.any(String)] },
    })
    expect((await latestFor(cast.creator, own.postId)).marks[0]?.is_done).toBe(false)
    for (const person of [cast.external, cast.internal])
      expect((await app.ask(person, checkRevisionMarks, { body })).status).toBe(403)
    expect((await app.ask(elsewhere.admin, checkRevisionMarks, { body })).status).toBe(404)
  })
})

describe('A changed request', () => {
  it('keeps its marks for those who know nothing of them, and changes, loses and gains what is named', async () => {
    const { postId, round, photos } = await build()
    const [first = 0] = photos
    await revise(cast.external, round, [{ place: point(first), comment: 'One' }, { place: words }])
    const { id, marks } = await latestFor(cast.external, postId)
    const change = (body: object) =>
      app.ask(cast.external, updateRevisionComment, { body: { approval_action_id: id, ...body } })
    expect((await change({ message: 'Please' })).data.marks).toHaveLength(2)
    const [kept, lost] = marks.map(mark => mark.id)
    const answer = await change({
      marks: [{ id: kept, comment: 'Two' }, { place: point(first, 0.5) }],
      removed_marks: [lost],
    })
    expect(answer.data.marks?.map(({ place, comment }) => [place, comment])).toEqual([
      [point(first), 'Two'],
      [point(first, 0.5), ''],
    ])
    expect((await change({ removed_marks: [lost] })).status).toBe(422)
    const left = answer.data.marks?.map(mark => mark.id) ?? []
    // It may not end up empty.
    expect(await change({ removed_marks: left })).toMatchObject({
      status: 422,
      errors: { message: [expect.any(String)] },
    })
    expect((await latestFor(cast.external, postId)).marks).toHaveLength(2)
  })
})

describe('A question and a note', () => {
  it('mark places as well', async () => {
    const { postId, social, round } = await build()
    const { data: question } = await app.ask(cast.creator, askRevisionQuestion, {
      body: { approval_id: round, message: 'This?', marks: [{ place: words }] },
    })
    expect(question.marks).toMatchObject([{ place: words }])
    const { data: changed } = await app.ask(cast.creator, updateRevisionQuestion, {
      body: {
        approval_action_id: question.id,
        message: 'That?',
        removed_marks: [question.marks?.[0]?.id ?? 0],
      },
    })
    expect(changed).not.toHaveProperty('marks')
    expect((await latestFor(cast.external, postId)).marks).toEqual([])
    const params = { id: social }
    const { data: note } = await app.ask(cast.external, createNote, {
      params,
      body: { marks: [{ place: words, comment: 'Nice' }] },
    })
    const [mark] = note.marks ?? []
    const ticked = await app.ask(cast.creator, checkNoteMarks, {
      params: { ...params, noteId: note.id },
      body: { marks: [{ id: mark?.id ?? 0, is_done: true }] },
    })
    expect(ticked.data.marks[0]).toMatchObject({ is_done: true, done_by_user: { id: cast.creator.userId } })
    const { data: read } = await app.ask(cast.external, listNotes, { params })
    expect(read[0]?.marks).toMatchObject([{ comment: 'Nice', is_done: true, done_by_user: null }])
    const edited = await app.ask(cast.external, saveNote, {
      params: { ...params, noteId: note.id },
      body: { removed_marks: [mark?.id ?? 0] },
    })
    expect(edited.status).toBe(422)
  })

  it('of the agency alone stays unseen by clients with all that it marks', async () => {
    const { social } = await build()
    const params = { id: social }
    const { data: note } = await app.ask(cast.creator, createNote, {
      params,
      body: { marks: [{ place: words }] },
    })
    expect((await app.ask(cast.external, listNotes, { params })).data).toEqual([])
    const body = { marks: [{ id: note.marks?.[0]?.id ?? 0, is_done: true }] }
    const at = { ...params, noteId: note.id }
    expect((await app.ask(cast.external, checkNoteMarks, { params: at, body })).status).toBe(403)
    expect((await app.ask(elsewhere.admin, checkNoteMarks, { params: at, body })).status).toBe(404)
  })
})

it('marks stay with what was said when the text is changed afterwards', async () => {
  const { postId, social, round } = await build()
  await revise(cast.external, round, [{ place: words }])
  await app.ask(cast.creator, savePostSocials, {
    body: {
      post_id: postId,
      project_id: cast.project.projectId,
      post_socials: [{ id: social, message: 'New' }],
    },
  })
  expect((await latestFor(cast.external, postId)).marks).toMatchObject([{ place: words }])
})
