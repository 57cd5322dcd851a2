import { describe, expect, it } from 'vitest'
import { listNotes } from '#domain/notes/contract.ts'
import type { Note } from '#domain/notes/model.ts'
import { deletePost } from '#domain/posts/contract.ts'
import { heicFile } from '#sandbox/testing/heic.ts'
import type { TestPerson } from '#testing/app.ts'
import { sendForm } from '#testing/files/forms.ts'
import { useNotes } from '#testing/openings/notes.ts'

const { app, cast, elsewhere, build, write, edit, remove, read, texts, writeWithPictures } = useNotes()

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
    ['nothing to see', { message: '\u200b\u3164\ufe0f' }, 'Write a message or attach an image.'],
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
