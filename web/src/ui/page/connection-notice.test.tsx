import { render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { ConnectionNotice } from './connection-notice.tsx'

it.each(['connecting', 'live'] as const)('a connection that is %s is not mentioned', state => {
  render(<ConnectionNotice state={state} />)
  expect(screen.getByRole('status').textContent).toBe('')
})

it.each([
  ['reconnecting', 'Reconnecting'],
  ['refused', 'No live updates'],
] as const)('a connection that is %s is announced', (state, text) => {
  const { rerender } = render(<ConnectionNotice state="live" />)
  const status = screen.getByRole('status')
  rerender(<ConnectionNotice state={state} />)
  expect(screen.getByRole('status')).toBe(status)
  expect(status.textContent).toBe(text)
})
