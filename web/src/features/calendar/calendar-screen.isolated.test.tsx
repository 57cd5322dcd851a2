import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { takeEarlyLines } from '#web/ui/early-keys.ts'
import { openCalendar } from '../../../testing/fake-calendar-server.tsx'

/** The dialog's file arrives when the test says so. */
const file = vi.hoisted(() => Promise.withResolvers<void>())
vi.mock('#web/features/posts/create-post-modal.tsx', async original => {
  await file.promise
  return original()
})
afterEach(() => void takeEarlyLines())

test('keys after C press nothing of the calendar while Add Post is loading: Enter says yes, and the rest begins the message', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-20T11:00:00Z') })
  const { address } = await openCalendar('content-creator', { search: '?date=2026-11-20' })
  await screen.findByText('Nothing is planned for November 2026')
  const press = (...keys: string[]) => {
    for (const key of keys) fireEvent.keyDown(document.body, { key })
  }
  press('c')
  await act(() => Promise.resolve())
  const before = address()
  press('n', 'Enter', 'N', 'e', 'w')
  expect(address()).toBe(before)
  file.resolve()
  await waitFor(() => expect(address()).toMatch(/^\/3\/manage-post\//))
  press('!')
  expect(takeEarlyLines()).toBe('New!')
  vi.useRealTimers()
})
