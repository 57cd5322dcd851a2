import { describe, expect, it } from 'vitest'
import { getImport, startImport, undoImport } from '#domain/imports/contract.ts'
import { IMPORT_KEPT_DAYS, RUNNING_MAX } from '#domain/imports/limits.ts'
import { postRoutes } from '#server/features/posts/routes.ts'
import { useTestApp } from '#testing/app.ts'
import { uploadTable } from '#testing/imports.ts'
import { useNewCast } from '#testing/people.ts'
import { cleanAllImports, cleanImports } from './clean-imports.ts'
import { findImport, readImport } from './imports.ts'
import { importRoutes } from './routes.ts'
import { runImport } from './run-import.ts'

const kit = useTestApp({ routes: [...importRoutes, ...postRoutes] })
const cast = useNewCast(kit)

const table = 'ID,Networks,Message\na,facebook,One\nb,"linkedin, facebook",Two\n'
const inProject = (importId: number) => ({ params: { projectId: cast.project.projectId, importId } })
const upload = async () => (await uploadTable(kit, cast.creator, cast.project.projectId, table)).data
const start = (importId: number) =>
  kit.ask(cast.creator, startImport, { ...inProject(importId), body: { only_good: false } })
const run = async () => {
  const { id } = await upload()
  await start(id)
  await runImport(kit.services, id)
  return id
}
const read = (importId: number) => kit.ask(cast.creator, getImport, inProject(importId))
const clean = (days: number) =>
  cleanAllImports(kit.services, new Date(kit.clock.now().getTime() + days * 24 * 3_600_000 + 1))
const contents = (importId: number) =>
  kit.db
    .selectFrom('import_rows')
    .select(['cells', 'draft', 'external_id', 'outcome'])
    .where('import_id', '=', importId)
    .orderBy('line')
    .execute()

describe('The texts of an import', () => {
  it('are removed when it is 30 days old, and not earlier', async () => {
    const id = await run()
    const before = (await read(id)).data
    await clean(IMPORT_KEPT_DAYS - 1)
    expect((await read(id)).data).toEqual(before)
    await clean(IMPORT_KEPT_DAYS)
    const { data } = await read(id)
    expect(data).toMatchObject({
      is_cleaned: true,
      headers: before.headers,
      mapping: before.mapping,
      done: 2,
    })
    expect(data.rows).toEqual(before.rows.map(row => ({ ...row, message: '' })))
    expect(await contents(id)).toEqual([
      { cells: [], draft: { networks: ['facebook'], message: '' }, external_id: 'a', outcome: 'created' },
      { cells: [], draft: expect.objectContaining({ message: '' }), external_id: 'b', outcome: 'created' },
    ])
  })

  it('are needed neither to undo it nor to recognize its rows', async () => {
    const id = await run()
    await clean(IMPORT_KEPT_DAYS)
    const again = await run()
    expect((await read(again)).data.rows.map(({ outcome }) => outcome)).toEqual(['unchanged', 'unchanged'])
    const undone = await kit.ask(cast.creator, undoImport, { ...inProject(id), body: {} })
    expect(undone.data).toEqual({ deleted: 2, kept: 0 })
  })

  it('go with it when nobody has started it, and stay while it runs', async () => {
    const [checked, running] = [await upload(), await upload()]
    await start(running.id)
    const before = await contents(running.id)
    await clean(IMPORT_KEPT_DAYS)
    expect((await read(checked.id)).status).toBe(404)
    expect(await contents(running.id)).toEqual(before)
  })

  it('are removed by the job', async () => {
    const id = await run()
    const old = new Date(Date.now() - (IMPORT_KEPT_DAYS + 1) * 24 * 3_600_000)
    await kit.db.updateTable('imports').set({ created_at: old }).where('id', '=', id).execute()
    expect(await cleanImports(kit.services)).toBe('done')
    expect((await read(id)).data.is_cleaned).toBe(true)
  })
})

describe('Imports that run', () => {
  it('are at most three of one person', async () => {
    const running = []
    for (let count = 0; count < RUNNING_MAX; count++) {
      const { id } = await upload()
      expect((await start(id)).status).toBe(200)
      running.push(id)
    }
    const { id } = await upload()
    expect(await start(id)).toMatchObject({
      status: 429,
      message: '3 of your imports are still running. Start this one when one of them is done.',
    })
    const { data: others } = await uploadTable(kit, cast.admin, cast.project.projectId, table)
    expect(
      (await kit.ask(cast.admin, startImport, { ...inProject(others.id), body: { only_good: false } }))
        .status,
    ).toBe(200)
    await runImport(kit.services, running[0] ?? 0)
    expect((await start(id)).status).toBe(200)
  })

  it('are read without their rows', async () => {
    const { id } = await upload()
    await start(id)
    const head = await findImport(kit.db, { projectId: cast.project.projectId } as never, id)
    const answered: number[] = []
    const counting = kit.db.withPlugin({
      transformQuery: ({ node }) => node,
      transformResult: async ({ result }) => {
        answered.push(result.rows.length)
        return result
      },
    })
    expect(head && (await readImport(counting, head))).toMatchObject({ total: 2, good: 2, done: 0, rows: [] })
    expect(answered).toEqual([1])
  })
})
