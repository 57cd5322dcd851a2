import { act, render, screen, waitFor, within } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import type { PostImport } from '#domain/imports/contract.ts'
import { unchangedNotice } from '#domain/imports/unchanged.ts'
import { ThemeProvider } from '#web/ui/theme/provider.tsx'
import { buildArchive, buildImport, buildImportRow } from '../../../testing/build-import.ts'
import { type FakeServer, openScreen } from '../../../testing/fake-project-server.tsx'
import { RunningImport } from './finished-import.tsx'
import { ImportScreen } from './import-screen.tsx'

afterEach(() => vi.unstubAllGlobals())

const late = 'The date "31.6." can\'t be read.'
const mixed = buildImport({ good: 1, rows: [buildImportRow(2), buildImportRow(3, { problems: [late] })] })

/** Shows the import that it is led to, as the address would. */
function Page({
  first,
  onImport,
}: {
  first: number | undefined
  onImport: (id: number | undefined) => void
}) {
  const [id, setId] = useState(first)
  const lead = (next: number | undefined) => {
    onImport(next)
    setId(next)
  }
  return <ImportScreen importId={id} onImport={lead} />
}

const open = (shown: PostImport | null, answer: FakeServer['answer'] = () => null) => {
  const onImport = vi.fn()
  const screenOf = () => <Page first={shown?.id} onImport={onImport} />
  const answering: FakeServer['answer'] = request => {
    if (request.path === '/projects/3/social-accounts') return { data: [] }
    return answer(request) ?? (request.path === '/projects/3/imports/9' ? { data: shown } : null)
  }
  return openScreen(screenOf, { answer: answering }).then(world => ({ ...world, onImport }))
}

describe('The import of posts', () => {
  test('says why a file is refused, beside the button', async () => {
    const message = 'The file has column names but no rows.'
    const { user, onImport } = await open(null, ({ path, method }) =>
      path === '/projects/3/imports' && method === 'POST'
        ? { status: 422, code: 'validation_error', message }
        : null,
    )
    await screen.findByRole('button', { name: 'Choose file' })
    const input = document.querySelector<HTMLInputElement>('input[type=file]')
    await user.upload(input as HTMLInputElement, new File(['Message\n'], 'may.csv', { type: 'text/csv' }))
    expect(await screen.findByText(message)).toBeTruthy()
    // Otherwise choosing the corrected file, which has the same name, would do nothing.
    expect(input?.files).toHaveLength(0)
    expect(onImport).not.toHaveBeenCalled()
  })

  test('reads the file again in the encoding that is chosen by what it makes of its words', async () => {
    const read = (id: number, encoding: string) => ({ data: buildImport({ id, encoding }) })
    const { user, sent, onImport } = await open(null, ({ path, method, body }) => {
      if (path.endsWith('/imports/9')) return read(9, 'Windows-1252')
      if (path.endsWith('/imports/10')) return read(10, 'Windows-1250')
      if (path !== '/projects/3/imports' || method !== 'POST') return null
      const { encoding } = body as { encoding?: string }
      return encoding === undefined ? read(9, 'Windows-1252') : read(10, encoding)
    })
    await screen.findByRole('button', { name: 'Choose file' })
    const input = document.querySelector<HTMLInputElement>('input[type=file]') as HTMLInputElement
    const bytes = Uint8Array.from('Message\nZa\xbf\xf3\xb3\xe6\n', letter => letter.charCodeAt(0))
    await user.upload(input, new File([bytes], 'may.csv', { type: 'text/csv' }))
    const field = await screen.findByRole('combobox', { name: 'Encoding of the file' })
    expect(await screen.findByText('Words of the file: Za¿ó³æ')).toBeTruthy()
    await user.click(field)
    await user.click(await screen.findByRole('option', { name: /Windows-1250.*Zażółć/, hidden: true }))
    await waitFor(() => expect(onImport).toHaveBeenLastCalledWith(10))
    const sentAs = sent('POST').map(({ body }) => (body as { encoding?: string }).encoding)
    expect(sentAs).toEqual([undefined, 'Windows-1250'])
    expect(await screen.findByText('Words of the file: Zażółć')).toBeTruthy()
  })

  test('lists the columns that are used for nothing, and names both encodings of a file that has two', async () => {
    const encoding = 'UTF-8, in part Windows-1252'
    await open(buildImport({ encoding, headers: ['Networks', 'Message', 'When', ''] }))
    expect(await screen.findByText('Not imported: “When”, column 4.')).toBeTruthy()
    expect(screen.getByText(/read as UTF-8, in part Windows-1252/)).toBeTruthy()
  })

  const unchanged = { notices: [unchangedNotice] }
  test.each([
    [
      [buildImportRow(2, unchanged), buildImportRow(3, unchanged)],
      'Choose another file',
      /there is nothing to import/,
    ],
    [[buildImportRow(2, unchanged), buildImportRow(3)], 'Import 2 rows', /^1 row has not changed/],
  ])('has as its main button what is left to do', async (rows, main, words) => {
    await open(buildImport({ rows }))
    expect(await screen.findByText(words)).toBeTruthy()
    const filled = screen.getAllByRole('button').filter(each => each.dataset.variant === 'filled')
    expect(filled.map(({ textContent }) => textContent)).toEqual([main])
  })

  test('leads to the month of the first post that it has made', async () => {
    const rows = [
      buildImportRow(2, { day: '2026-05-01', outcome: 'unchanged' }),
      buildImportRow(3, { day: '2027-02-14', outcome: 'created' }),
      buildImportRow(4, { day: '2027-01-20', outcome: 'updated' }),
      buildImportRow(5, { outcome: 'created' }),
    ]
    await open(buildImport({ status: 'done', rows }))
    const link = await screen.findByRole('link', { name: 'Open the calendar' })
    expect(link.getAttribute('href')).toBe('/3/calendar?date=2027-01-20')
  })

  test('shows the rows with problems first, and imports only the others', async () => {
    const { user, sent } = await open(mixed, ({ path }) =>
      path.endsWith('/start')
        ? { data: buildImport({ status: 'running', done: 1, total: 1, rows: [] }) }
        : null,
    )
    expect(await screen.findByText('1 of 2 rows can be imported')).toBeTruthy()
    expect(screen.getByText(late)).toBeTruthy()
    expect(screen.queryByText('Post 2')).toBeNull()
    await user.click(screen.getByRole('switch', { name: 'Only rows with problems' }))
    expect(screen.getByText('Post 2')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Import only the 1 row without problems' }))
    await waitFor(() => expect(sent('POST').map(({ body }) => body)).toMatchObject([{ only_good: true }]))
    expect(await screen.findByRole('progressbar')).toBeTruthy()
  })

  test('takes a zip file for a column of pictures, and says why one is refused', async () => {
    const mapping = { networks: 0, message: 1, media: 2 }
    const message = 'This zip file has a password. Save it without one.'
    let isRefused = true
    const { user, sent } = await open(buildImport({ mapping, good: 1 }), ({ path }) => {
      if (!path.endsWith('/pictures')) return null
      if (isRefused) return { status: 422, code: 'validation_error', message }
      return { data: buildImport({ mapping, pictures: { file_name: 'summer.zip', files: 12 } }) }
    })
    await screen.findByRole('button', { name: 'Add a zip file of pictures' })
    const choose = () =>
      user.upload(
        document.querySelector<HTMLInputElement>('input[type=file]') as HTMLInputElement,
        new File(['PK'], 'summer.zip', { type: 'application/zip' }),
      )
    await choose()
    expect(await screen.findByText(message)).toBeTruthy()
    isRefused = false
    await choose()
    expect(await screen.findByText('summer.zip: 12 files')).toBeTruthy()
    expect(screen.getByText('All 2 rows can be imported')).toBeTruthy()
    expect(sent('POST').map(({ path }) => path)).toEqual(Array(2).fill('/projects/3/imports/9/pictures'))
  })

  test('keeps columns, answers and rows when a choice, an encoding or a zip file is refused', async () => {
    const shown = buildImport({
      mapping: { networks: 0, message: 1, media: 2, date: 3 },
      date_order: 'month',
      has_yearless: true,
      year: 2027,
      headers: ['Networks', 'Message', 'Media', 'When'],
      encoding: 'Windows-1252',
      good: 1,
      rows: mixed.rows,
    })
    const message = 'Not like this.'
    const { user } = await open(null, ({ path, method }) => {
      if (method === 'POST' && path === '/projects/3/imports' && isFirst) {
        isFirst = false
        return { data: shown }
      }
      if (method === 'GET') return path.endsWith('/imports/9') ? { data: shown } : null
      return { status: 422, code: 'validation_error', message }
    })
    let isFirst = true
    const input = () => document.querySelector<HTMLInputElement>('input[type=file]') as HTMLInputElement
    await screen.findByRole('button', { name: 'Choose file' })
    await user.upload(input(), new File(['Message\nZa\n'], 'may.csv', { type: 'text/csv' }))
    const state = () => ({
      chosen: screen.getAllByRole('combobox').map(field => (field as HTMLInputElement).value),
      rows: screen.getAllByRole('row').map(({ textContent }) => textContent),
      order: [...document.querySelectorAll<HTMLInputElement>('input[type=radio]')].map(each => each.checked),
    })
    await screen.findByRole('button', { name: 'Add a zip file of pictures' })
    const field = await screen.findByRole('combobox', { name: 'Encoding of the file' })
    const before = state()
    expect(before).toMatchObject({ chosen: expect.arrayContaining(['2027', 'Media']), order: [false, true] })
    await user.upload(input(), new File(['PK'], 'summer.zip', { type: 'application/zip' }))
    await waitFor(() => expect(screen.getAllByText(message)).toHaveLength(1))
    await user.click(field)
    await user.click(await screen.findByRole('option', { name: /Windows-1250/, hidden: true }))
    await waitFor(() => expect(screen.getAllByText(message)).toHaveLength(2))
    await user.click(screen.getByText('3 April'))
    await waitFor(() => expect(screen.getAllByText(message)).toHaveLength(3))
    expect(state()).toEqual(before)
  })

  test('offers no zip file where no column has pictures', async () => {
    await open(buildImport({}))
    expect(await screen.findByText('All 2 rows can be imported')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Add a zip file of pictures' })).toBeNull()
  })

  test('takes a column from what it was chosen for when it is chosen for something else', async () => {
    const { user, sent } = await open(buildImport({}), ({ method }) =>
      method === 'PUT' ? { data: buildImport({}) } : null,
    )
    const field = await screen.findByRole('combobox', { name: 'First comment' })
    await user.click(field)
    const choices = document.getElementById(field.getAttribute('aria-controls') ?? '') as HTMLElement
    await user.click(within(choices).getByRole('option', { name: 'Message', hidden: true }))
    await waitFor(() =>
      expect(sent('PUT').map(({ body }) => body)).toEqual([
        { mapping: { networks: 0, first_comment: 1 }, date_order: 'day' },
      ]),
    )
  })

  test('asks for the row of the names, the networks, unknown profiles and the year, and says what stands above', async () => {
    const asked = buildImport({
      header_line: 2,
      top_lines: [
        { line: 1, text: 'Content plan' },
        { line: 2, text: 'Networks · Message' },
      ],
      profiles: [{ name: 'Harbor HQ', target: null }],
      has_yearless: true,
    })
    const { user, sent } = await open(asked, ({ method }) => (method === 'PUT' ? { data: asked } : null))
    const choose = async (name: string, option: string) => {
      const field = await screen.findByRole('combobox', { name })
      await waitFor(() => expect((field as HTMLInputElement).disabled).toBe(false))
      await user.click(field)
      const choices = document.getElementById(field.getAttribute('aria-controls') ?? '') as HTMLElement
      await user.click(within(choices).getByRole('option', { name: option, hidden: true }))
    }
    expect(await screen.findByText('Above the names, and not imported: row 1 “Content plan”.')).toBeTruthy()
    await choose('Row with the names of the columns', 'None: the first row is a post')
    await choose('Networks of the rows that name none', 'Facebook')
    await choose('Harbor HQ', 'Leave it out')
    await choose('Year of the dates that have none', '2027')
    await waitFor(() =>
      expect(sent('PUT').map(({ body }) => body)).toEqual([
        { header_line: null },
        { networks: ['facebook'] },
        { profiles: [{ name: 'Harbor HQ', target: 'none' }] },
        { year: 2027 },
      ]),
    )
  })

  test('sends a workbook again to read another sheet of it', async () => {
    const read = (id: number, sheet: string) => ({
      data: buildImport({ id, encoding: 'XLSX', sheet, sheets: ['Cover', 'Plan'] }),
    })
    const { user, sent, onImport } = await open(null, ({ path, method, body }) => {
      if (path.endsWith('/imports/9')) return read(9, 'Cover')
      if (path.endsWith('/imports/10')) return read(10, 'Plan')
      if (path !== '/projects/3/imports' || method !== 'POST') return null
      return (body as { sheet?: string }).sheet === undefined ? read(9, 'Cover') : read(10, 'Plan')
    })
    await screen.findByRole('button', { name: 'Choose file' })
    const input = document.querySelector<HTMLInputElement>('input[type=file]') as HTMLInputElement
    await user.upload(input, new File(['PK'], 'plan.xlsx'))
    await user.click(await screen.findByRole('combobox', { name: 'Sheet' }))
    await user.click(await screen.findByRole('option', { name: 'Plan', hidden: true }))
    await waitFor(() => expect(onImport).toHaveBeenLastCalledWith(10))
    expect(sent('POST').map(({ body }) => (body as { sheet?: string }).sheet)).toEqual([undefined, 'Plan'])
  })

  test('says what a sheet does not show, and sends the workbook again to import that too', async () => {
    const workbook = { encoding: 'XLSX', sheet: 'Plan', sheets: ['Plan', 'Old'] }
    const read = (id: number, are_rows_imported: boolean) => ({
      data: buildImport({
        id,
        ...workbook,
        hidden: { rows: 2, are_rows_imported, columns: [1], sheets: ['Old'] },
      }),
    })
    const { user, sent, onImport } = await open(null, ({ path, method, body }) => {
      if (path.endsWith('/imports/9')) return read(9, false)
      if (path.endsWith('/imports/10')) return read(10, true)
      if (path !== '/projects/3/imports' || method !== 'POST') return null
      return (body as { hidden_rows?: string }).hidden_rows === 'imported' ? read(10, true) : read(9, false)
    })
    await screen.findByRole('button', { name: 'Choose file' })
    const input = document.querySelector<HTMLInputElement>('input[type=file]') as HTMLInputElement
    await user.upload(input, new File(['PK'], 'plan.xlsx'))
    expect(await screen.findByText(/2 rows are hidden in the sheet.* and not imported\./)).toBeTruthy()
    expect(screen.getByText('Hidden in the sheet, and imported: “Message”.')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Import hidden rows too' }))
    await waitFor(() => expect(onImport).toHaveBeenLastCalledWith(10))
    expect(sent('POST').map(({ body }) => (body as { sheet?: string }).sheet)).toEqual([undefined, 'Plan'])
  })

  test('says that it waits when nothing has happened for 15 seconds, until something does', () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    try {
      const running = (done: number) => (
        <ThemeProvider>
          <RunningImport found={buildImport({ status: 'running', done, rows: [] })} />
        </ThemeProvider>
      )
      const { rerender } = render(running(0))
      const wait = (ms: number) => act(() => vi.advanceTimersByTime(ms))
      wait(14_000)
      rerender(running(1))
      wait(14_000)
      expect(screen.getByRole('status').textContent).toContain('the import goes on')
      wait(1000)
      expect(screen.getByRole('status').textContent).toContain('Waiting to go on…')
      rerender(running(2))
      expect(screen.getByRole('status').textContent).toContain('the import goes on')
    } finally {
      vi.useRealTimers()
    }
  })

  test('shows what became of each row, and undoes it after asking', async () => {
    const done = buildImport({
      status: 'done',
      done: 2,
      rows: [
        buildImportRow(2, { outcome: 'created', post_id: 12 }),
        buildImportRow(3, { outcome: 'refused', reason: 'Too late.' }),
      ],
    })
    const { user, sent } = await open(done, ({ path }) =>
      path.endsWith('/undo') ? { data: { deleted: 1, kept: 0 } } : null,
    )
    expect(await screen.findByText('1 created · 1 not imported')).toBeTruthy()
    expect(screen.getByText('Too late.')).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Created' }).getAttribute('href')).toBe(
      '/3/manage-post/linkedin?postId=12',
    )
    await user.click(screen.getByRole('button', { name: 'Undo import' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Undo this import?' }))
    expect(sent('POST')).toEqual([])
    await user.click(dialog.getByRole('button', { name: 'Undo import' }))
    expect(await screen.findByText('1 draft deleted')).toBeTruthy()
  })

  test('takes the export of a project, and says what it brings and what it does not', async () => {
    const archive = buildArchive({ labels: 2, hashtag_pools: 1, unconnected: ['linkedin'] })
    const checked = buildImport({ file_name: 'cafe.zip', encoding: 'ZIP', headers: [], mapping: {}, archive })
    const { user, sent, onImport } = await open(null, ({ path, method }) =>
      path.endsWith('/imports/9') || (path === '/projects/3/imports/archive' && method === 'POST')
        ? { data: checked }
        : null,
    )
    await screen.findByRole('button', { name: 'Choose file' })
    const input = document.querySelector<HTMLInputElement>('input[type=file]') as HTMLInputElement
    await user.upload(input, new File(['PK'], 'cafe.ZIP', { type: 'application/zip' }))
    expect(await screen.findByText('All 2 posts can be imported')).toBeTruthy()
    expect(
      await screen.findByText(/2 labels and 1 hashtag pool are added where they are missing/),
    ).toBeTruthy()
    expect(screen.getByText(/LinkedIn is not connected to this project/)).toBeTruthy()
    expect(screen.getByText(/2 posts of Café/)).toBeTruthy()
    expect(screen.queryByRole('heading', { name: 'Columns' })).toBeNull()
    expect(screen.getByRole('button', { name: 'Import 2 posts' })).toBeTruthy()
    expect(sent('POST').map(({ path }) => path)).toEqual(['/projects/3/imports/archive'])
    expect(onImport).toHaveBeenLastCalledWith(9)
  })

  test('says why an export is refused, and forgets that with the next file', async () => {
    const message = 'This export was made by a newer Galley. Import it there, or update this one.'
    const { user } = await open(null, ({ path, method }) => {
      if (path === '/projects/3/imports/archive' && method === 'POST')
        return { status: 422, code: 'validation_error', message }
      return path === '/projects/3/imports' || path.endsWith('/imports/9') ? { data: mixed } : null
    })
    await screen.findByRole('button', { name: 'Choose file' })
    const input = document.querySelector<HTMLInputElement>('input[type=file]') as HTMLInputElement
    await user.upload(input, new File(['PK'], 'cafe.zip', { type: 'application/zip' }))
    expect(await screen.findByText(message)).toBeTruthy()
    await user.upload(input, new File(['Message\n'], 'may.csv', { type: 'text/csv' }))
    expect(await screen.findByText('1 of 2 rows can be imported')).toBeTruthy()
    expect(screen.queryByText(message)).toBeNull()
  })

  test('shows the first thousand of more posts, and says so', async () => {
    const archive = buildArchive()
    const rows = Array.from({ length: 1001 }, (_, n) => buildImportRow(n + 1))
    await open(buildImport({ archive, rows, total: 1001, good: 1001 }))
    // A query would look at each of the thousand rows at each change.
    await waitFor(() => expect(document.body.textContent).toContain('These are the first 1,000 of 1,001.'))
    expect(document.body.textContent).toMatch(/Post 1000(?!.*Post 1001)/)
  })

  test('says before an export is taken back that its labels and hashtag pools stay', async () => {
    const archive = buildArchive({ labels: 1, hashtag_pools: 1 })
    const rows = [buildImportRow(1, { outcome: 'created', post_id: 7 })]
    const { user } = await open(buildImport({ archive, rows, status: 'done', total: 1, good: 1, done: 1 }))
    await user.click(await screen.findByRole('button', { name: 'Undo import' }))
    expect(await screen.findByText(/stay, and so do labels, campaigns and hashtag pools\./)).toBeTruthy()
  })
})
