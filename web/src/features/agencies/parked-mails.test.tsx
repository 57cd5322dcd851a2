import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { ParkedMail } from '#domain/agencies/parked-mails-contract.ts'
import { openScreen } from '../../../testing/fake-project-server.tsx'
import { ParkedMails } from './parked-mails.tsx'

const mail: ParkedMail = {
  id: 7,
  recipient: 'clara@harbor.example',
  subject: 'Approve 4 posts for Harbor Coffee',
  reason: '550 no such user',
  created_at: '2026-06-01T08:00:00.000Z',
  failed_at: '2026-06-03T08:00:00.000Z',
}
const open = () => {
  const mails = [mail]
  return openScreen(() => <ParkedMails agencyId={1} />, {
    answer: ({ method, path }) => {
      if (!path.startsWith('/agencies/1/parked-mails')) return null
      if (method === 'GET') return { data: [...mails] }
      mails.length = 0
      return { data: {} }
    },
  })
}

test('a mail that failed says to whom, about what and why, and is sent again', async () => {
  const page = await open()
  expect(await screen.findByText('Approve 4 posts for Harbor Coffee')).toBeTruthy()
  expect(screen.getByText('clara@harbor.example')).toBeTruthy()
  expect(screen.getByText('550 no such user')).toBeTruthy()
  await page.user.click(screen.getByRole('button', { name: /^Retry: Approve 4 posts/ }))
  await waitFor(() =>
    expect(page.sent('POST').map(({ path }) => path)).toEqual(['/agencies/1/parked-mails/7/retry']),
  )
  expect(await screen.findByText('Mail sent again to clara@harbor.example')).toBeTruthy()
  await waitFor(() => expect(screen.queryByText('Mails that could not be delivered')).toBeNull())
})

test('a mail that failed is discarded only after a question', async () => {
  const page = await open()
  await page.user.click(await screen.findByRole('button', { name: /^Discard: Approve 4 posts/ }))
  await page.user.click(await screen.findByRole('button', { name: 'Cancel' }))
  expect(page.sent('DELETE')).toEqual([])
  await page.user.click(screen.getByRole('button', { name: /^Discard: Approve 4 posts/ }))
  await page.user.click(await screen.findByRole('button', { name: 'Discard' }))
  await waitFor(() =>
    expect(page.sent('DELETE').map(({ path }) => path)).toEqual(['/agencies/1/parked-mails/7']),
  )
})
