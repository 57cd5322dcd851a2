import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { calendarItem } from '../../../testing/build-calendar-item.ts'
import { answer, serve } from '../../../testing/fake-server.ts'
import { InRouter } from '../../../testing/in-router.tsx'
import { renderAs } from '../../../testing/render-in-project.tsx'
import { UnsavedPostOffer } from './unsaved-post-offer.tsx'

beforeEach(() => vi.stubGlobal('scrollTo', () => undefined))
afterEach(() => vi.unstubAllGlobals())

const listAddress = 'GET /api/projects/3/posts/unsaved'
const begun = (message: string) =>
  calendarItem({
    message,
    status: 'temporary_draft',
    updated_at: '2026-11-20T09:00:00.000Z',
    socials: [{ status: 'temporary_draft' }],
  }).post

/** Somebody who began these posts adds another one. */
const add = (...messages: string[]) => {
  let rows = messages.map(begun)
  const list = () => answer(200, { posts: rows, total: rows.length })
  const calls = serve({
    [listAddress]: list,
    'DELETE /api/posts': () => {
      rows = rows.slice(1)
      return answer(200, {})
    },
  })
  renderAs(
    'content-creator',
    <InRouter>
      <UnsavedPostOffer onContinue={() => undefined} />
      <p>Add Post</p>
    </InRouter>,
  )
  return { calls, first: rows[0] }
}

test('the newest post that was never saved is offered with its words and until when it is kept, and can be discarded', async () => {
  const { calls, first } = add('Half a thought')
  const offer = await screen.findByRole('region', { name: 'Not saved yet' })
  expect(offer.textContent).toContain('Half a thought')
  expect(offer.textContent).toContain('Deleted on 27 Nov unless you save it')
  const link = screen.getByRole('link', { name: 'Continue writing' })
  expect(link.getAttribute('href')).toContain(`postId=${first?.id}`)
  expect(screen.queryByRole('link', { name: /^See all/ })).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Discard' }))
  await waitFor(() => expect(screen.queryByRole('region')).toBeNull())
  expect(calls.map(({ body }) => body)).toContainEqual({ post_ids: [first?.id] })
})

test('several lead to the list of them', async () => {
  add('Half a thought', 'Another one', 'A third')
  expect(await screen.findByText('You have 3 posts that are not saved')).toBeTruthy()
  const link = screen.getByRole('link', { name: 'See all 3' })
  expect(link.getAttribute('href')).toContain('/3/content?span=unsaved')
})

test('without one nothing is offered', async () => {
  const { calls } = add()
  await waitFor(() => expect(calls.map(({ address }) => address)).toContain(listAddress))
  expect(screen.queryByRole('region')).toBeNull()
})
