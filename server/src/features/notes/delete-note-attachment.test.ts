import { describe, expect, it } from 'vitest'
import { deleteNoteAttachment } from '#domain/notes/contract.ts'
import type { Note } from '#domain/notes/model.ts'
import { cleanAllMedia } from '#server/features/media/clean-media.ts'
import type { TestPerson } from '#testing/app.ts'
import { sendForm } from '#testing/files/forms.ts'
import { buildPicture, useNotes } from '#testing/openings/notes.ts'
import { untilWaiting } from '#testing/waiting.ts'

const { app, cast, elsewhere, build, read, writeWithPictures } = useNotes()

describe('Removing a picture of a note', () => {
  const removePicture = (person: TestPerson, id: number, attachmentId: number) =>
    app.ask(person, deleteNoteAttachment, { params: { id, attachmentId } })

  it('is for its author, once', async () => {
    const { id } = await build()
    const { data } = await writeWithPictures(cast.creator, id, 2)
    const first = data.attachments[0]?.id ?? 0
    for (const [person, status] of [
      [cast.admin, 403],
      [cast.external, 404],
      [elsewhere.admin, 404],
    ] as const)
      expect((await removePicture(person, id, first)).status).toBe(status)
    expect(await removePicture(cast.creator, id, first)).toMatchObject({ status: 200, data: true })
    expect(await removePicture(cast.creator, id, first)).toMatchObject({ status: 200, data: false })
    expect((await removePicture(elsewhere.admin, id, first)).status).toBe(404)
    expect((await read(cast.creator, id))[0]?.attachments.map(each => each.original_name)).toEqual(['2.png'])
  })

  it('happens once when two pages ask for it at the same time', async () => {
    const { id, postId } = await build()
    const { data } = await writeWithPictures(cast.creator, id, 2)
    const first = data.attachments[0]?.id ?? 0
    // A third one holds the note until both wait for it.
    const answers = await app.db.transaction().execute(async tx => {
      await tx.selectFrom('notes').select('id').where('id', '=', data.id).forUpdate().execute()
      const both = [removePicture(cast.creator, id, first), removePicture(cast.creator, id, first)]
      await untilWaiting(app, 2)
      return { both }
    })
    expect((await Promise.all(answers.both)).map(answer => answer.data).toSorted()).toEqual([false, true])
    const saved = await app.db
      .selectFrom('events')
      .select('id')
      .where('post_id', '=', postId)
      .where('type', '=', 'note.saved')
      .execute()
    expect(saved).toHaveLength(1)
  })

  it('makes room for another one, and its file is purged', async () => {
    const { id } = await build()
    const { data } = await writeWithPictures(cast.creator, id, 10)
    await removePicture(cast.creator, id, data.attachments[0]?.id ?? 0)
    const path = `/postssocials/${id}/notes/${data.id}`
    const added = { path, fields: {}, files: [await buildPicture('new.png')] }
    const { data: saved } = await sendForm<Note>(app, cast.creator, added)
    expect(saved.attachments.map(each => each.original_name)).toContain('new.png')
    expect(saved.attachments).toHaveLength(10)
    await cleanAllMedia(app.services, new Date(app.clock.now().getTime() + 3 * 3_600_000))
    const purged = await app.db
      .selectFrom('note_attachments as a')
      .innerJoin('medias as m', 'm.id', 'a.media_id')
      .select('m.original_name')
      .where('a.note_id', '=', data.id)
      .where('m.purged_at', 'is not', null)
      .execute()
    expect(purged.map(each => each.original_name)).toEqual(['1.png'])
  })

  it('is refused when nothing of the note would be left', async () => {
    const { id } = await build()
    const { data } = await writeWithPictures(cast.creator, id, 1)
    expect((await removePicture(cast.creator, id, data.attachments[0]?.id ?? 0)).status).toBe(422)
    expect((await read(cast.creator, id))[0]?.attachments).toHaveLength(1)
  })
})
