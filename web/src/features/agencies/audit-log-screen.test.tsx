import { screen, within } from '@testing-library/react'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import type { AuditEntry } from '#domain/agencies/model.ts'
import { type Call, openScreen } from '../../../testing/fake-project-server.tsx'
import { AuditLogScreen } from './audit-log-screen.tsx'
import type { AuditSearch } from './audit-search.ts'

const removed: AuditEntry = {
  id: 9,
  action: 'member.removed',
  actor: { id: 50, name: 'Ada Ekström', email: 'ada@bluebird.example' },
  project: { id: 3, name: 'Harbor' },
  subject: 'carl@bluebird.example',
  old: { role: 'content-creator' },
  new: null,
  address: '203.0.113.7',
  created_at: '2026-11-20T09:05:07.000Z',
}
const line = (part: Partial<AuditEntry>): AuditEntry => ({ ...removed, ...part })
const actors = [{ id: 50, name: 'Ada Ekström', email: 'ada@bluebird.example' }]
const projects = [{ id: 4, name: 'Northwind', is_deleted: true }]

type Page = { entries: AuditEntry[]; next_before_id: number | null }
type Answer = { status?: number; data?: unknown; code?: string; message?: string }

const queriesOf = (requests: readonly Call[]) =>
  requests
    .filter(({ path }) => path.startsWith('/agencies/1/audit-log?'))
    .map(({ path }) => Object.fromEntries(new URL(path, 'http://galley.test').searchParams))

const openLog = async (pages: (query: Record<string, string>) => Page | Answer, start: AuditSearch = {}) => {
  const requests: Call[] = []
  const answer = (one: Call): Answer | null => {
    requests.push(one)
    if (one.path.endsWith('/choices')) return { data: { actors, projects } }
    if (one.path.includes('/export'))
      return { data: { file_name: 'audit-log-2026-11-21.csv', csv: '\ufeffWhen (UTC)\r\n', is_cut: true } }
    if (!one.path.includes('/audit-log')) return null
    const found = pages(queriesOf([one])[0] ?? {})
    return 'entries' in found ? { data: found } : found
  }
  function Page() {
    const [search, setSearch] = useState<AuditSearch>(start)
    return <AuditLogScreen agencyId={1} search={search} onSearch={setSearch} />
  }
  const world = await openScreen(() => <Page />, { answer })
  return { ...world, requests, queries: () => queriesOf(requests) }
}
const one = (entry: AuditEntry) => () => ({ entries: [entry], next_before_id: null })
const list = async () => within(await screen.findByRole('list', { name: 'Audit log' }))

test('an entry says what happened to whom, the old and new values, by whom, in which project, when and from where', async () => {
  await openLog(one(line({ new: { role: 'internal-approver' } })))
  const item = await list()
  for (const text of ['Member removed', 'carl@bluebird.example', 'Ada Ekström', 'Harbor', '203.0.113.7'])
    expect(item.getByText(text)).toBeTruthy()
  expect(item.getByText('Content Creator').parentElement?.textContent).toBe(
    'Role: Content Creator became Internal approver',
  )
  // In the reader's own time zone, where it may be another day.
  const day = (dateStyle: 'medium' | 'full') =>
    new Intl.DateTimeFormat('en-GB', { dateStyle }).format(new Date(removed.created_at))
  const time = item.getByText(new RegExp(day('medium')))
  expect(time.getAttribute('datetime')).toBe(removed.created_at)
  expect(time.title).toContain(day('full'))
  expect(time.title).toContain(':05:07')
})

test('names of other people cannot reverse the text around them', async () => {
  const name = '\u202Eאדה =1+1'
  await openLog(one(line({ actor: { ...actors[0], id: 50, name, email: 'a@b.example' }, subject: name })))
  for (const shown of (await list()).getAllByText(name)) expect(shown.tagName).toBe('BDI')
})

test('an entry without a person is attributed to the operator', async () => {
  await openLog(
    one(line({ action: 'account.blocked', actor: null, project: null, old: null, address: 'command line' })),
  )
  const item = await list()
  expect(item.getByText('Galley’s operator')).toBeTruthy()
  expect(item.getByText('Account blocked')).toBeTruthy()
})

test('older entries are loaded on request', async () => {
  const { user, queries } = await openLog(({ before_id }) =>
    before_id === undefined
      ? { entries: [line({ id: 9 })], next_before_id: 9 }
      : { entries: [line({ id: 4, subject: 'older@bluebird.example' })], next_before_id: null },
  )
  await user.click(await screen.findByRole('button', { name: 'Load more' }))
  expect(await screen.findByText('older@bluebird.example')).toBeTruthy()
  expect(queries().map(({ before_id }) => before_id)).toEqual([undefined, '9'])
  expect(screen.getByText('2 changes, no older ones')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Load more' })).toBeNull()
})

test('filters are sent to the server with the reader’s time zone, and can be cleared', async () => {
  const search = { action: 'member.removed', person: 50, project: 4, from: '2026-11-01', to: '2026-11-30' }
  const { user, queries } = await openLog(() => ({ entries: [], next_before_id: null }), search)
  expect(await screen.findByText('No changes match these filters')).toBeTruthy()
  const timezone = Intl.DateTimeFormat().resolvedOptions().timeZone
  const request = { action: 'member.removed', actor_id: '50', project_id: '4' }
  expect(queries()[0]).toEqual({ ...request, from: '2026-11-01', to: '2026-11-30', timezone })
  expect(await screen.findByDisplayValue('Northwind (deleted)')).toBeTruthy()
  const [clear] = screen.getAllByRole('button', { name: 'Clear filters' })
  if (clear) await user.click(clear)
  expect(await screen.findByText('No changes yet')).toBeTruthy()
  expect(queries().at(-1)).toEqual({ timezone })
})

test('invalid filters in an address are left out', async () => {
  const { queries } = await openLog(() => ({ entries: [], next_before_id: null }), {
    action: 'toString',
    from: '2026-02-30',
  })
  expect(await screen.findByText('No changes yet')).toBeTruthy()
  expect(Object.keys(queries()[0] ?? {})).toEqual(['timezone'])
})

test('the export contains what is shown, and says if it contains only the newest entries', async () => {
  const clicked = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined)
  vi.stubGlobal(
    'URL',
    Object.assign(URL, { createObjectURL: () => 'blob:1', revokeObjectURL: () => undefined }),
  )
  const { user, requests } = await openLog(one(removed), { action: 'member.removed' })
  const [button] = await screen.findAllByRole('button', { name: 'Export CSV' })
  if (button) await user.click(button)
  expect(await screen.findByText(/contains only the newest changes/)).toBeTruthy()
  expect((clicked.mock.instances[0] as unknown as HTMLAnchorElement).download).toBe(
    'audit-log-2026-11-21.csv',
  )
  expect(requests.some(({ path }) => path.includes('/export?action=member.removed'))).toBe(true)
})

test('a person who is no admin is told so', async () => {
  await openLog(() => ({ status: 403, code: 'forbidden', message: 'No.' }))
  expect(await screen.findByText('Only an admin of the agency may read its audit log.')).toBeTruthy()
})

test('a failed load can be tried again', async () => {
  let isDown = true
  const { user } = await openLog(() =>
    isDown ? { status: 422, code: 'validation_error', message: 'Not today.' } : one(removed)(),
  )
  expect(await screen.findByText('Not today.')).toBeTruthy()
  isDown = false
  await user.click(screen.getByRole('button', { name: 'Retry' }))
  expect(await (await list()).findByText('Member removed')).toBeTruthy()
})
