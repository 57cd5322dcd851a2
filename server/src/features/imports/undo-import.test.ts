import { describe, expect, it } from 'vitest'
import { getImport, startImport, undoImport } from '#domain/imports/contract.ts'
import { postRoutes } from '#server/features/posts/routes.ts'
import { useTestApp } from '#testing/app.ts'
import { uploadTable } from '#testing/imports.ts'
import { buildCast, useNewCast } from '#testing/people.ts'
import { untilWaiting } from '#testing/waiting.ts'
import { importRoutes } from './routes.ts'
import { runImport } from './run-import.ts'

const kit = useTestApp({ routes: [...importRoutes, ...postRoutes] })
const cast = useNewCast(kit)

const inProject = (importId: number) => ({ projectId: cast.project.projectId, importId })
const read = async (importId: number) =>
  (await kit.ask(cast.creator, getImport, { params: inProject(importId) })).data
const start = (importId: number, only_good = false) =>
  kit.ask(cast.creator, startImport, { params: inProject(importId), body: { only_good } })
const undo = (importId: number) =>
  kit.ask(cast.creator, undoImport, { params: inProject(importId), body: {} })

/** Uploads and starts; the job runs as a worker would run it. */
const importTable = async (table: string, only_good = false) => {
  const { data } = await uploadTable(kit, cast.creator, cast.project.projectId, table)
  expect((await start(data.id, only_good)).status).toBe(200)
  await runImport(kit.services, data.id)
  return read(data.id)
}

const posts = () =>
  kit.db
    .selectFrom('posts')
    .select('id')
    .where('project_id', '=', cast.project.projectId)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .execute()

const table =
  'ID,Networks,Message,First comment,Date,Time\na,"facebook, linkedin",One,First!,2026-06-30,10:00\nb,facebook,Two,,,\n'

describe('Undoing an import', () => {
  it('deletes the drafts that it has created and keeps what was sent since', async () => {
    const { id, rows } = await importTable(table)
    const socials = kit.db.updateTable('post_socials').set({ status: 'approved' })
    await socials.where('post_id', '=', rows[0]?.post_id ?? 0).execute()
    expect(await undo(id)).toMatchObject({ status: 200, data: { deleted: 1, kept: 1 } })
    expect(await posts()).toEqual([{ id: rows[0]?.post_id }])
    expect(await undo(id)).toMatchObject({ status: 409 })
  })

  it('keeps a post that is sent while it waits for that post', async () => {
    const { id, rows } = await importTable(table)
    const sent = rows[0]?.post_id ?? 0
    const socials = kit.db.selectFrom('post_socials').select('id').where('post_id', '=', sent)
    const undone = await kit.db.transaction().execute(async tx => {
      await socials.forUpdate().execute()
      await tx.updateTable('post_socials').set({ status: 'approved' }).where('post_id', '=', sent).execute()
      const undoing = undo(id)
      await untilWaiting(kit, 1)
      return { undoing }
    })
    expect(await undone.undoing).toMatchObject({ status: 200, data: { deleted: 1, kept: 1 } })
    expect(await posts()).toEqual([{ id: sent }])
  })

  it('does not delete a draft that it has only changed', async () => {
    await importTable(table)
    const again = await importTable(table.replace('Two,,,', 'Two!,,,'))
    expect(await undo(again.id)).toMatchObject({ data: { deleted: 0, kept: 0 } })
    expect(await posts()).toHaveLength(2)
  })

  it('waits until it has finished', async () => {
    const { data } = await uploadTable(kit, cast.creator, cast.project.projectId, table)
    expect(await undo(data.id)).toMatchObject({ status: 409 })
  })

  it('and starting it are for those who write, and answer 404 to others', async () => {
    const { data } = await uploadTable(kit, cast.creator, cast.project.projectId, table)
    const other = await buildCast(kit.db)
    const startBody = { params: inProject(data.id), body: { only_good: false } }
    const undoBody = { params: inProject(data.id), body: {} }
    for (const [person, status] of [
      [cast.internal, 403],
      [cast.external, 403],
      [other.admin, 404],
    ] as const) {
      expect(await kit.ask(person, startImport, startBody)).toMatchObject({ status })
      expect(await kit.ask(person, undoImport, undoBody)).toMatchObject({ status })
    }
    const elsewhere = { projectId: other.project.projectId, importId: data.id }
    expect(await kit.ask(other.admin, startImport, { ...startBody, params: elsewhere })).toMatchObject({
      status: 404,
    })
    expect(await kit.ask(other.admin, undoImport, { ...undoBody, params: elsewhere })).toMatchObject({
      status: 404,
    })
  })
})
