import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { ThemeProvider } from '../theme/provider.tsx'
import { holds, SearchField } from './search-field.tsx'

function List({ names }: { names: readonly string[] }) {
  const [text, setText] = useState('')
  const found = names.filter(name => holds(name, text))
  return (
    <>
      <SearchField
        label="Search names"
        rows={names.length}
        found={found.length}
        value={text}
        onChange={setText}
      />
      <p>{found.join(' ')}</p>
    </>
  )
}

const many = Array.from({ length: 9 }, (_, index) => `N${index}`)
const field = () => screen.queryByRole('textbox', { name: 'Search names' })

test('a short list has no search', () => {
  render(<List names={many.slice(1)} />, { wrapper: ThemeProvider })
  expect(field()).toBeNull()
})

test('a list that becomes short while it is filtered can be shown in full again', async () => {
  const { rerender } = render(<List names={many} />, { wrapper: ThemeProvider })
  await userEvent.type(field() as HTMLElement, 'n8')
  rerender(<List names={many.slice(0, 8)} />)
  expect(screen.getByRole('status').textContent).toBe('Not found')
  await userEvent.clear(field() as HTMLElement)
  expect(screen.getByText(many.slice(0, 8).join(' '))).toBeTruthy()
  expect(document.activeElement).toBe(field())
})
