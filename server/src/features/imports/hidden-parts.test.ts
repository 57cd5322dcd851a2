import { describe, expect, it } from 'vitest'
import { useTestApp } from '#testing/app.ts'
import { workbook } from '#testing/files/workbooks.ts'
import { readImportRows, uploadTable } from '#testing/imports.ts'
import { useCast } from '#testing/people.ts'
import { importRoutes } from './routes.ts'

const kit = useTestApp({ routes: importRoutes })
const cast = useCast(kit)

const upload = (table: Buffer, fields: Record<string, string> = {}) =>
  uploadTable(kit, cast.creator, cast.project.projectId, table, fields)
const messagesOf = async (importId: number) =>
  (await readImportRows(kit.db, importId)).map(({ draft }) => draft.message)

const head = ['Networks', 'Message']
const rows = [head, ['fb', 'Shown'], ['fb', 'Not shown'], ['fb', 'Last']]

describe('Rows that a sheet does not show', () => {
  it.each([
    ['hidden by hand, by a filter or in a collapsed group', ' hidden="1"'],
    ['hidden, as other programs write it', ' outlineLevel="1" hidden="true"'],
    ['of no height', ' ht="0" customHeight="1"'],
  ])('are not imported unless that is asked for, and counted: %s', async (_, attributes) => {
    const table = workbook(rows, { rowAttributes: { 3: attributes } })
    const { data } = await upload(table)
    expect(data.hidden).toEqual({ rows: 1, are_rows_imported: false, columns: [], sheets: [] })
    expect(data.total).toBe(2)
    expect(await messagesOf(data.id)).toEqual(['Shown', 'Last'])
    const all = await upload(table, { hidden_rows: 'imported' })
    expect(all.data.hidden).toEqual({ rows: 1, are_rows_imported: true, columns: [], sheets: [] })
    expect(await messagesOf(all.data.id)).toEqual(['Shown', 'Not shown', 'Last'])
  })

  it('are not counted where they are empty', async () => {
    const { data } = await upload(workbook([...rows, ['', '']], { rowAttributes: { 5: ' hidden="1"' } }))
    expect(data).toMatchObject({ hidden: null, total: 3 })
  })

  it('are named where nothing else is there', async () => {
    const hidden = { 2: ' hidden="1"', 3: ' hidden="1"', 4: ' hidden="1"' }
    expect(await upload(workbook(rows, { rowAttributes: hidden }))).toMatchObject({
      status: 422,
      message: expect.stringContaining('rows below the names of the columns are hidden'),
    })
    expect(await upload(workbook(rows, { rowAttributes: { 1: ' hidden="1"', ...hidden } }))).toMatchObject({
      message: expect.stringContaining('All rows of this sheet are hidden.'),
    })
  })

  it('are read by what is in a hidden cell where another one takes its address from there', async () => {
    const link = 'https://example.com/menu'
    const formula = '<c t="str"><f>HYPERLINK(C3)</f><v>Menu</v></c>'
    const table = workbook(
      [
        [...head, 'Link'],
        ['fb', 'Our menu', formula],
        ['', '', link],
      ],
      {
        rowAttributes: { 3: ' hidden="1"' },
      },
    )
    const { data } = await upload(table)
    expect((await readImportRows(kit.db, data.id)).map(({ draft }) => draft.link)).toEqual([link])
  })

  it('cannot be asked for in other words', async () => {
    expect((await upload(workbook(rows), { hidden_rows: 'some' })).status).toBe(422)
  })
})

describe('Columns that a sheet does not show', () => {
  it.each(['<col min="3" max="3" hidden="1"/>', '<col min="3" max="16384" width="0" customWidth="1"/>'])(
    'are imported and named: %s',
    async columns => {
      const table = workbook(
        [
          [...head, 'ID'],
          ['fb', 'Shown', 'p-1'],
        ],
        { columns },
      )
      const { data } = await upload(table)
      expect(data).toMatchObject({ hidden: { columns: [2] }, mapping: { id: 2 } })
      expect(data.rows[0]?.external_id).toBe('p-1')
    },
  )

  it('give way to one that is shown', async () => {
    const table = workbook(
      [
        ['Message', 'Networks', 'Caption'],
        ['The old words', 'fb', 'The new words'],
      ],
      { columns: '<col min="1" max="1" hidden="1"/>' },
    )
    const { data } = await upload(table)
    expect(await messagesOf(data.id)).toEqual(['The new words'])
  })
})

describe('Sheets that a workbook does not show', () => {
  it.each(['hidden', 'veryHidden'] as const)('are read only where no other has anything: %s', async state => {
    const covered = await upload(workbook(rows, { state, cover: 'Message' }))
    expect(covered).toMatchObject({ message: expect.stringContaining('A hidden sheet is not read') })
    const chosen = await upload(workbook(rows, { state, cover: 'Message' }), { sheet: 'Posts' })
    expect(chosen.data).toMatchObject({ sheet: 'Posts', hidden: { sheets: ['Posts'] }, total: 3 })
    const alone = await upload(workbook(rows, { state }))
    expect(alone.data).toMatchObject({ sheet: 'Posts', hidden: { sheets: ['Posts'] }, total: 3 })
  })
})
