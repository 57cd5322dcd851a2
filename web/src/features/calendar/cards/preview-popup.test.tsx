import { MantineProvider } from '@mantine/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { type CalendarEntry, entriesOf } from '#domain/calendar/entries.ts'
import type { PostSocialStatus } from '#domain/posts/status.ts'
import { calendarItem } from '../../../../testing/build-calendar-item.ts'
import { buildPost, buildPostSocial } from '../../../../testing/build-post.ts'
import { type Board, BoardProvider } from '../grid/board.tsx'
import { PreviewPopup } from './preview-popup.tsx'

const board: Board = {
  ...{ timezone: 'Europe/Berlin', today: '2026-11-20', isPlanning: true, mayCreate: false, labels: null },
  linkOf: () => ({ to: '/' }),
  create: () => undefined,
  toggleDay: () => undefined,
}

let client = new QueryClient()
afterEach(() => {
  client.clear()
  vi.restoreAllMocks()
})

const open = (status: PostSocialStatus) => {
  client = new QueryClient()
  const asked = vi.spyOn(globalThis, 'fetch').mockImplementation(async () => {
    const post = buildPost([buildPostSocial({ status })], { decide_by: '2020-06-04T15:00:00.000Z' })
    return new Response(JSON.stringify({ data: post }))
  })
  const [entry] = entriesOf([calendarItem({ socials: [{ status }], status: 'draft' })], 'Europe/Berlin')
  const shown: CalendarEntry | undefined = entry && {
    ...entry,
    item: {
      ...entry.item,
      post: { ...entry.item.post, status: status === 'draft' ? 'draft' : 'pending_approval' },
    },
  }
  if (!shown) throw new Error('no entry')
  render(
    <QueryClientProvider client={client}>
      <MantineProvider>
        <BoardProvider value={board}>
          <PreviewPopup entry={shown} at={document.body} />
        </BoardProvider>
      </MantineProvider>
    </QueryClientProvider>,
  )
  return asked
}

it('says until when a post in approval is to be decided', async () => {
  open('pending_external_approval')
  expect(await screen.findByText(/4 Jun/)).toBeTruthy()
})

it('asks for nothing more about a draft', () => {
  expect(open('draft')).not.toHaveBeenCalled()
})
