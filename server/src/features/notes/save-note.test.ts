import { describe, expect, it } from 'vitest'
import type { Note } from '#domain/notes/model.ts'
import { sendForm } from '#testing/files/forms.ts'
import { buildPicture, useNotes } from '#testing/openings/notes.ts'

const { app, cast, elsewhere, build, write, edit, remove, texts, writeWithPictures } = useNotes()

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
        files: await Promise.all(Array.from({ length: count }, () => buildPicture())),
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
