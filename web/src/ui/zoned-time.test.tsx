import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { formatInstant, ZonedTime } from './zoned-time.tsx'

test('a time shows its zone and the time there', () => {
  expect(formatInstant('2026-11-21T22:00:00Z', 'Europe/Berlin')).toBe('21 Nov 2026, 11:00 PM')
  expect(formatInstant('2026-11-21T05:05:00Z', 'Asia/Tokyo', 'time')).toBe('2:05 PM')
  render(<ZonedTime instant="2026-11-21T22:00:00Z" timezone="America/New_York" />)
  expect(screen.getByText(/5:00 PM/).textContent).toBe('21 Nov 2026, 5:00 PM America - New_York')
})
