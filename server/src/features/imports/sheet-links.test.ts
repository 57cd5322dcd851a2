import { expect, it } from 'vitest'
import { mapImport } from '#domain/imports/contract.ts'
import { useTestApp } from '#testing/app.ts'
import { workbook } from '#testing/files/workbooks.ts'
import { readImportRows, uploadTable } from '#testing/imports.ts'
import { useCast } from '#testing/people.ts'
import { importRoutes } from './routes.ts'

const kit = useTestApp({ routes: importRoutes })
const cast = useCast(kit)

const drafts = async (table: string | Buffer) => {
  const { data } = await uploadTable(kit, cast.creator, cast.project.projectId, table)
  const rows = await readImportRows(kit.db, data.id)
  return rows.map(({ draft: { type, message, link, media }, problems }) => ({
    type,
    message,
    link,
    media: [...media],
    problems: [...problems],
  }))
}

const head = ['Networks', 'Message', 'Link', 'Pictures']
const menu = 'https://example.com/menu?a=1&b=2'
const cup = 'https://example.com/cup.jpg'
const text = (cell: string, formula: string) =>
  `<c t="str"><f>${formula.replaceAll('"', '&quot;').replaceAll('&b', '&amp;b')}</f><v>${cell}</v></c>`

it('A linked cell of a workbook gives its address to the columns of links and pictures, and its words to texts', async () => {
  const links = { B2: 'https://example.com/not-this', C2: menu, D3: cup, D4: 'mailto:ada@example.com' }
  const rows = [head, ['fb', 'Our menu', 'Menu', ''], ['fb', 'A cup', '', 'Photo'], ['fb', 'No', '', 'Photo']]
  expect(await drafts(workbook(rows, { links }))).toEqual([
    { type: 'link', message: 'Our menu', link: menu, media: [], problems: [] },
    { type: 'single_photo', message: 'A cup', link: '', media: [cup], problems: [] },
    expect.objectContaining({
      media: ['Photo'],
      problems: [
        '"Photo" is not the address of a picture. If it is the name of a file, add a zip file that has it.',
      ],
    }),
  ])
})

it('Formulas of a link and of a picture are read as where they lead, in a workbook and in a text file', async () => {
  const read = [
    { type: 'link', message: 'Our menu', link: menu, media: [], problems: [] },
    { type: 'single_photo', message: 'A cup', link: '', media: [cup], problems: [] },
  ]
  const book = workbook([
    head,
    ['fb', text('Our menu', `HYPERLINK("${menu}","Our menu")`), text('Menu', `HYPERLINK("${menu}","Menu")`)],
    ['fb', 'A cup', '', `<c><f>_xlfn.IMAGE("${cup}")</f></c>`.replaceAll('"', '&quot;')],
  ])
  expect(await drafts(book)).toEqual(read)
  const csv = [
    head.join('\t'),
    `fb\t=HYPERLINK("${menu}";"Our menu")\t=HYPERLINK("${menu}";"Menu")\t`,
    `fb\tA cup\t\t=IMAGE("${cup}")`,
  ]
  expect(await drafts(csv.join('\n'))).toEqual(read)
})

it('A cell that shows an address keeps it, whatever it was linked to before, also on a sheet behind a cover', async () => {
  const rows = [head, ['fb', 'Hello', 'https://example.com/new', ''], ['fb', 'Hi', 'Menu', '']]
  const links = { C2: 'https://example.com/old', C3: menu }
  const found = await drafts(workbook(rows, { links, cover: 'Read me' }))
  expect(found.map(({ link }) => link)).toEqual(['https://example.com/new', menu])
})

it('Links come along when other columns are chosen for them', async () => {
  const rows = [
    ['Networks', 'Message', 'Notes'],
    ['fb', 'Our menu', 'Menu'],
  ]
  const { data } = await uploadTable(
    kit,
    cast.creator,
    cast.project.projectId,
    workbook(rows, { links: { C2: menu } }),
  )
  const { data: mapped } = await kit.ask(cast.creator, mapImport, {
    params: { projectId: cast.project.projectId, importId: data.id },
    body: { mapping: { networks: 0, message: 1, link: 2 }, date_order: 'day' },
  })
  expect(mapped).toMatchObject({ good: 1, rows: [{ problems: [] }] })
})

it('A formula takes its address from another cell, also where it was filled in, in a workbook and in a text file', async () => {
  const other = 'https://example.com/other'
  const filled = (cell: string, about: string, formula = '') =>
    `<c t="str"><f t="shared" ${about}>${formula.replaceAll('"', '&quot;')}</f><v>${cell}</v></c>`
  const rows = [
    [...head, 'Addresses'],
    ['fb', 'One', filled('Menu', 'ref="C2:C3" si="0"', 'HYPERLINK(E2,"Menu")'), '', menu],
    ['fb', 'Two', '<c t="str"><f t="shared" si="0"/><v>Menu</v></c>', '', other],
    ['fb', text('One', 'B2'), text('By hand', 'E5'), '', 'None'],
    ['fb', 'Four', text(menu, 'HYPERLINK(E2)'), '', 'By hand'],
  ].map(row => row.map(cell => (cell.startsWith('<') ? cell : cell.replaceAll('&', '&amp;'))))
  const links = async (table: string | Buffer) =>
    (await drafts(table)).map(({ message, link }) => [message, link])
  const read = [
    ['One', menu],
    ['Two', other],
    ['One', other],
    ['Four', menu],
  ]
  expect(await links(workbook(rows, { links: { E5: other } }))).toEqual(read)
  const csv = [
    [...head, 'Addresses'],
    ['fb', 'One', '=HYPERLINK(E2;"Menu")', '', menu],
    ['fb', 'Two', '=HYPERLINK(E3)', '', other],
    ['fb', '=B2', '=E3', '', ''],
    ['fb', 'Four', '=C2', '', ''],
  ]
  expect(await links(csv.map(cells => cells.join('\t')).join('\n'))).toEqual(read)
})
