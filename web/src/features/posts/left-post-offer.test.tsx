import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { buildPost, buildPostSocial } from '../../../testing/build-post.ts'
import { InRouter } from '../../../testing/in-router.tsx'
import { renderAs } from '../../../testing/render-in-project.tsx'
import { getPostOfProjectQuery } from './api.ts'
import { leftPostOf } from './left-post.ts'
import { LeftPostOffer } from './left-post-offer.tsx'

beforeEach(() => {
  localStorage.clear()
  vi.stubGlobal('scrollTo', () => undefined)
})

/** Somebody who left post 10 of project 3 adds another one. */
const add = (status: 'temporary_draft' | 'draft') => {
  leftPostOf(7, 3).keep({ postId: 10, network: 'facebook', leftAt: Date.now() })
  const post = { ...buildPost([buildPostSocial({ message: 'Half a thought' })]), id: 10, status }
  renderAs(
    'content-creator',
    <InRouter>
      <LeftPostOffer onContinue={() => undefined} />
      <p>Add Post</p>
    </InRouter>,
    [[getPostOfProjectQuery(3, 10).queryKey, post]],
  )
}

test('a post that was left is offered with its words and a link, and can be discarded', async () => {
  add('temporary_draft')
  const offer = await screen.findByRole('region', { name: 'The post you left' })
  expect(offer.textContent).toContain('Half a thought')
  expect(screen.getByRole('link', { name: 'Continue writing' }).getAttribute('href')).toContain('postId=10')
  await userEvent.click(screen.getByRole('button', { name: 'Discard' }))
  await waitFor(() => expect(screen.queryByRole('region')).toBeNull())
  expect(leftPostOf(7, 3).read(Date.now())).toBeNull()
})

test('a post that was left and saved as a draft since is not offered', async () => {
  add('draft')
  await screen.findByText('Add Post')
  expect(screen.queryByRole('region', { name: 'The post you left' })).toBeNull()
})
