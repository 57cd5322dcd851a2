import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, test, vi } from 'vitest'
import { renderAs } from '../../../testing/render-in-project.tsx'
import { SuggestionList } from './suggestion-list.tsx'
import type { Suggestions } from './use-suggestions.ts'

const show = (suggestions: Suggestions) => {
  const onChoose = vi.fn()
  const props = {
    id: 'list',
    label: 'Mentions',
    note: 'Exact names only.',
    active: 0,
    onPoint: vi.fn(),
    onChoose,
  }
  renderAs('content-creator', <SuggestionList {...props} suggestions={suggestions} />)
  return onChoose
}

test.each([
  [{ state: 'loading', error: null, items: [] }, 'Loading…'],
  [{ state: 'empty', error: null, items: [] }, 'Empty list'],
  [{ state: 'error', error: 'Company page not found.', items: [] }, 'Company page not found.'],
] as const)('the list for %j says: %s', (suggestions, words) => {
  show(suggestions)
  expect(screen.getByRole('status').textContent).toContain(words)
  expect(screen.getByText('Exact names only.')).toBeTruthy()
})

it('the list shows people by name and handle, and takes one on a click', async () => {
  const mention = {
    id: '7',
    mention: '@bluebottle',
    name: 'Blue Bottle',
    logo_url: null,
    username: 'bluebottle',
  }
  const onChoose = show({
    state: 'full',
    error: null,
    items: [{ key: '7', text: '@bluebottle', mention }],
  })
  const option = screen.getByRole('option', { name: 'Blue Bottle @bluebottle' })
  expect(option.getAttribute('aria-selected')).toBe('true')
  await userEvent.click(option)
  expect(onChoose).toHaveBeenCalledWith(0)
})
