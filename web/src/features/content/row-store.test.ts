import { expect, it, vi } from 'vitest'
import { contentRow } from '../../../testing/fake-content-server.tsx'
import { createRowStore } from './row-store.ts'

const idle = () => vi.waitFor(() => Promise.resolve())

it('reads rows that are missing or outdated, and no others', async () => {
  const [one, two] = [contentRow(), contentRow()]
  const read = vi.fn(async (ids: readonly number[]) =>
    [one, { ...two, revision: 3 }].filter(row => ids.includes(row.id)),
  )
  const store = createRowStore(read)
  store.put([one, two])
  store.want([
    { id: one.id, revision: 1 },
    { id: two.id, revision: 3 },
  ])
  await vi.waitFor(() => expect(store.get(two.id)?.revision).toBe(3))
  expect(read.mock.calls).toEqual([[[two.id]]])
})

it('keeps the newer of two answers, whichever comes first', () => {
  const row = contentRow()
  const store = createRowStore(async () => [])
  store.put([{ ...row, revision: 5, message: 'New' }])
  store.put([{ ...row, revision: 4, message: 'Old' }])
  expect(store.get(row.id)?.message).toBe('New')
})

it('gives up what is no longer in sight, and asks for no row twice', async () => {
  const rows = Array.from({ length: 300 }, () => contentRow())
  const wanted = rows.map(({ id }) => ({ id, revision: 1 }))
  const read = vi.fn(async (ids: readonly number[]) => rows.filter(({ id }) => ids.includes(id)))
  const store = createRowStore(read)
  store.want(wanted.slice(0, 200))
  store.want(wanted.slice(250))
  await vi.waitFor(() => expect(store.get(rows[299]?.id ?? 0)).toBeDefined())
  await idle()
  expect(read.mock.calls.map(([ids]) => ids.length)).toEqual([100, 50])
})

it('stops at a post that is gone, and says when reading has failed until it works again', async () => {
  const row = contentRow()
  let isOffline = true
  const store = createRowStore(async () => {
    if (isOffline) throw new Error('offline')
    return []
  })
  store.want([{ id: row.id, revision: 1 }])
  await vi.waitFor(() => expect(store.hasFailed()).toBe(true))
  isOffline = false
  store.want([{ id: row.id, revision: 1 }])
  await vi.waitFor(() => expect(store.hasFailed()).toBe(false))
  expect(store.get(row.id)).toBeUndefined()
})
