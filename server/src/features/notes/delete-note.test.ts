import { describe, expect, it } from 'vitest'
import { useNotes } from '#testing/openings/notes.ts'

const { app, cast, elsewhere, build, write, remove, read, writeWithPictures } = useNotes()

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
