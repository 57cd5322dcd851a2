import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { fakeFetch } from '../../../../testing/fake-fetch.ts'
import { renderAs } from '../../../../testing/render-in-project.tsx'
import { AddToPost } from './add-to-post.tsx'

afterEach(() => {
  vi.unstubAllGlobals()
})

test('the emoji take the focus when they open, and Escape gives it back to their button', async () => {
  fakeFetch(() => new Promise(() => undefined))
  renderAs('content-creator', <AddToPost target="post-message" />)
  const button = screen.getByRole('button', { name: 'Emoji' })
  await userEvent.click(button)
  const search = await screen.findByPlaceholderText('Search emoji')
  await waitFor(() => expect(document.activeElement).toBe(search))
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(document.activeElement).toBe(button))
  expect(button.getAttribute('aria-expanded')).toBe('false')
  // By now the panel is loaded, and takes the focus as soon as it is drawn.
  await userEvent.click(button)
  const next = await screen.findByPlaceholderText('Search emoji')
  await waitFor(() => expect(document.activeElement).toBe(next))
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(document.activeElement).toBe(button))
})
