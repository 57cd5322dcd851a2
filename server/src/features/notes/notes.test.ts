import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { createNote, deleteNote, listNotes, saveNote } from '#domain/notes/contract.ts'
import type { Note } from '#domain/notes/model.ts'
import { deletePost } from '#domain/posts/contract.ts'
import type { PostSocialStatus } from '#domain/posts/status.ts'
import { heicFile } from '#sandbox/testing/heic.ts'
import { postRoutes } from '#server/features/posts/routes.ts'
import { writingRoutes } from '#server/features/writing/routes.ts'
import { type TestPerson, useTestApp } from '#testing/app.ts'
import { sendForm } from '#testing/files/forms.ts'
import { buildPerson, useCast } from '#testing/people.ts'
import { buildPost } from '#testing/posts.ts'
import { noteRoutes } from './routes.ts'

const app = useTestApp({ routes: [...noteRoutes, ...postRoutes, ...writingRoutes] })
const cast = useCast(app)
const elsewhere = useCast(app)

const build = async (status: PostSocialStatus = 'pending_external_approval') => {
  const { postId, socialIds } = await buildPost(app.db, cast.project, {
    type: 'text',
    socials: [{ network: 'facebook', status }],
    schedule: { date: '2026-06-10', time: '12:00' },
  })
  return { postId, id: socialIds[0] ?? 0 }
}
type Text = { message?: string; is_for_client?: boolean; mentions?: number[] }
const write = (person: TestPerson, id: number, body: Text = { message: 'Larger logo?' }) =>
  app.ask(person, createNote, { params: { id }, body })
const edit = (person: TestPerson, { post_social_id: id, id: noteId }: Note, body: Text) =>
  app.ask(person, saveNote, { params: { id, noteId }, body })
const remove = (
  person: TestPerson,
  { post_social_id: id, id: noteId }: Pick<Note, 'id' | 'post_social_id'>,
) => app.ask(person, deleteNote, { params: { id, noteId } })
const read = async (person: TestPerson, id: number) =>
  (await app.ask(person, listNotes, { params: { id } })).data
const texts = async (person: TestPerson, id: number) => (await read(person, id)).map(({ message }) => message)

const picture = (name = 'logo.png') =>
  sharp({ create: { width: 40, height: 30, channels: 3, background: '#c33' } })
    .png()
    .toBuffer()
    .then(bytes => ({ name, type: 'image/png', bytes }))
const writeWithPictures = async (person: TestPerson, id: number, count: number, fields = {}) =>
  sendForm<Note>(app, person, {
    path: `/postssocials/${id}/notes`,
    fields,
    files: await Promise.all(Array.from({ length: count }, (_, index) => picture(`${index + 1}.png`))),
  })

describe('Writing a note', () => {
  it('keeps the line breaks of other programs, without control characters', async () => {
    const { id } = await build()
    const { data } = await write(cast.admin, id, { message: 'Fresh\vbread\u2028daily\r\nfor\u0007 you\tall' })
    expect(data.message).toBe('Fresh\nbread\ndaily\nfor you\tall')
  })

  it('is for everybody who sees the post; the agency’s notes stay inside unless they are for the client', async () => {
    const { id } = await build()
    for (const person of [cast.admin, cast.creator, cast.internal])
      expect(await write(person, id, { message: `from ${person.userId}` })).toMatchObject({
        status: 200,
        data: { post_social_id: id, is_for_client: false, created_by_user: { id: person.userId } },
      })
    expect(
      (await write(cast.creator, id, { message: 'For you', is_for_client: true })).data.is_for_client,
    ).toBe(true)
    expect((await write(cast.external, id, { message: 'Thank you' })).data.is_for_client).toBe(true)
    expect(await read(cast.internal, id)).toHaveLength(5)
    expect(await texts(cast.external, id)).toEqual(['For you', 'Thank you'])
  })

  it('names nobody of the agency to a client', async () => {
    const { id } = await build()
    await write(cast.creator, id, {
      is_for_client: true,
      message: 'Ours',
      mentions: [cast.internal.userId, cast.external.userId],
    })
    await write(cast.external, id, { message: 'Theirs' })
    const seen = await read(cast.external, id)
    expect(seen.map(note => note.created_by_user?.id ?? null)).toEqual([null, cast.external.userId])
    expect(seen[0]?.mentions.map(person => person.id)).toEqual([cast.external.userId])
  })

  it('keeps pictures, which anybody who reads the note sees', async () => {
    const { id } = await build()
    const { status, data } = await writeWithPictures(cast.creator, id, 2, { is_for_client: 'true' })
    expect(status).toBe(200)
    expect(data.message).toBe('')
    expect(data.attachments.map(each => each.original_name)).toEqual(['1.png', '2.png'])
    expect((await read(cast.external, id))[0]?.attachments).toHaveLength(2)
  })

  it.each([
    ['nothing', {}, 'Write a message or attach an image.'],
    ['spaces', { message: '  ' }, 'Write a message or attach an image.'],
    [
      '1,001 characters',
      { message: 'x'.repeat(1001) },
      'Message length should be less than 1000 characters.',
    ],
  ])('refuses %s with a text', async (_, body, text) => {
    const { id } = await build()
    expect(await write(cast.creator, id, body)).toMatchObject({ status: 422, errors: { message: [text] } })
    expect(await read(cast.creator, id)).toEqual([])
  })

  it('takes 1,000 characters of any script', async () => {
    const { id } = await build()
    const message = 'שלום 👩‍👩‍👧 é'.padEnd(1000, 'x')
    expect((await write(cast.creator, id, { message })).data.message).toBe(message)
  })

  it('takes a photo from a phone, as a JPEG', async () => {
    const { id } = await build()
    const photo = { name: 'IMG_1.HEIC', type: 'image/heic', bytes: heicFile() }
    const path = `/postssocials/${id}/notes`
    const answer = await sendForm<Note>(app, cast.creator, { path, fields: {}, files: [photo] })
    expect(answer.data.attachments.map(one => one.original_name)).toEqual(['IMG_1.jpg'])
  })

  it('refuses a file that is no picture, and more than ten, and stores nothing', async () => {
    const { id } = await build()
    const fake = { name: 'logo.png', type: 'image/png', bytes: Buffer.from('not a picture') }
    const path = `/postssocials/${id}/notes`
    expect((await sendForm(app, cast.creator, { path, fields: {}, files: [fake] })).status).toBe(415)
    expect((await writeWithPictures(cast.creator, id, 11)).status).toBe(422)
    expect(await read(cast.creator, id)).toEqual([])
  })

  it('mentions people of the project who can read the note, and nobody else', async () => {
    const { id } = await build()
    const { creator, external, internal } = cast
    const mention = (author: TestPerson, person: TestPerson, is_for_client: boolean) =>
      write(author, id, { message: '@you', mentions: [person.userId], is_for_client })
    expect((await mention(creator, internal, false)).data.mentions[0]?.id).toBe(internal.userId)
    expect((await mention(creator, external, true)).status).toBe(200)
    for (const refused of [
      await mention(creator, external, false),
      await mention(creator, elsewhere.creator, false),
      await mention(external, creator, true),
    ])
      expect(refused).toMatchObject({ status: 422, errors: { mentions: [expect.any(String)] } })
  })

  it('answers 404 to a stranger, to a client who does not see the version, and after the post was deleted', async () => {
    const { id, postId } = await build('pending_internal_approval')
    for (const person of [cast.external, elsewhere.admin])
      expect([
        (await write(person, id)).status,
        (await app.ask(person, listNotes, { params: { id } })).status,
      ]).toEqual([404, 404])
    await app.ask(cast.creator, deletePost, { params: { postId } })
    expect((await write(cast.creator, id)).status).toBe(404)
  })

  it('tells open screens of it', async () => {
    const { id, postId } = await build()
    const { data } = await write(cast.creator, id)
    await edit(cast.creator, data, { message: 'Smaller' })
    await remove(cast.creator, data)
    const events = await app.db
      .selectFrom('events')
      .select('type')
      .where('post_id', '=', postId)
      .orderBy('id')
      .execute()
    expect(events.map(event => event.type)).toEqual(['note.created', 'note.saved', 'note.deleted'])
  })
})

describe('Editing a note', () => {
  it('changes text, audience and mentions of one’s own', async () => {
    const { id } = await build()
    const { data } = await write(cast.creator, id, { message: 'Inside', mentions: [cast.internal.userId] })
    app.clock.advance(60_000)
    const changed = { message: 'For all', is_for_client: true, mentions: [cast.external.userId] }
    const { data: saved } = await edit(cast.creator, data, changed)
    expect(saved).toMatchObject({ message: 'For all', is_for_client: true, created_at: data.created_at })
    expect(saved.updated_at > data.updated_at).toBe(true)
    expect(saved.mentions.map(person => person.id)).toEqual([cast.external.userId])
    expect(await texts(cast.external, id)).toEqual(['For all'])
  })

  it('is refused to everybody else, admins included; a client does not learn of a note that is not for them', async () => {
    const { id } = await build()
    const { data } = await write(cast.creator, id)
    expect((await edit(cast.admin, data, { message: 'Mine' })).status).toBe(403)
    for (const person of [cast.external, elsewhere.admin])
      expect((await edit(person, data, { message: 'Mine' })).status).toBe(404)
    expect(await texts(cast.creator, id)).toEqual([data.message])
  })

  it('adds pictures up to ten, and does not empty a note', async () => {
    const { id } = await build()
    const { data } = await writeWithPictures(cast.creator, id, 9)
    const path = `/postssocials/${id}/notes/${data.id}`
    const add = async (count: number) =>
      sendForm<Note>(app, cast.creator, {
        path,
        fields: {},
        files: await Promise.all(Array.from({ length: count }, () => picture())),
      })
    expect((await add(2)).status).toBe(422)
    expect((await add(1)).data.attachments).toHaveLength(10)
    const { data: text } = await write(cast.creator, id)
    expect((await edit(cast.creator, text, { message: '' })).status).toBe(422)
  })

  it('belongs to its version: under another one it does not exist', async () => {
    const [one, other] = [await build(), await build()]
    const { data } = await write(cast.creator, one.id)
    const moved = { ...data, post_social_id: other.id }
    expect([
      (await edit(cast.creator, moved, { message: 'x' })).status,
      (await remove(cast.creator, moved)).status,
    ]).toEqual([404, 404])
  })
})

describe('Deleting a note', () => {
  it('is for its author and for admins', async () => {
    const { id } = await build()
    const { data } = await write(cast.creator, id)
    const { data: client } = await write(cast.external, id)
    expect([
      (await remove(cast.internal, data)).status,
      (await remove(cast.internal, client)).status,
    ]).toEqual([403, 403])
    expect([
      (await remove(cast.external, data)).status,
      (await remove(elsewhere.admin, data)).status,
    ]).toEqual([404, 404])
    expect([(await remove(cast.admin, data)).status, (await remove(cast.external, client)).status]).toEqual([
      200, 200,
    ])
    expect(await read(cast.admin, id)).toEqual([])
    expect((await remove(cast.creator, data)).status).toBe(404)
  })

  it('takes its pictures along', async () => {
    const { id } = await build()
    const { data } = await writeWithPictures(cast.creator, id, 1)
    await remove(cast.creator, data)
    const media = await app.db
      .selectFrom('medias')
      .select('deleted_at')
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
    expect(media.deleted_at).not.toBe(null)
  })
})

it('Somebody of the agency who has become a client is not named for what they wrote before', async () => {
  const { id } = await build()
  const colleague = await buildPerson(app.db, cast.project, 'content-creator')
  await write(colleague, id, { message: 'From the agency', is_for_client: true })
  await app.db
    .updateTable('project_members')
    .set({ role: 'external-approver' })
    .where('user_id', '=', colleague.userId)
    .execute()
  await write(colleague, id, { message: 'From the client' })
  expect(await read(cast.external, id)).toMatchObject([
    { message: 'From the agency', created_by_user: null },
    { message: 'From the client', created_by_user: { id: colleague.userId } },
  ])
})

it('A client who has left is not named to other clients, and their note stays', async () => {
  const { id } = await build()
  const second = await buildPerson(app.db, cast.project, 'external-approver')
  await write(second, id, { message: 'Bye' })
  await app.db.deleteFrom('project_members').where('user_id', '=', second.userId).execute()
  expect(await read(cast.external, id)).toMatchObject([{ message: 'Bye', created_by_user: null }])
  expect(await read(cast.creator, id)).toMatchObject([{ created_by_user: { id: second.userId } }])
})
