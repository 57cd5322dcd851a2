import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { ZonedTime } from './zoned-time.tsx'

test('a time shows its zone and the time there', () => {
  render(<ZonedTime instant="2026-11-21T22:00:00Z" timezone="America/New_York" />)
  expect(screen.getByText(/5:00 PM/).textContent).toBe('21 Nov 2026, 5:00 PM America - New_York')
})

test('a day is written the same way in every browser', () => {
  render(<ZonedTime instant="2026-09-05T22:00:00Z" timezone="Asia/Tokyo" format="day" zone="hint" />)
  expect(screen.getByText('6 Sep 2026').getAttribute('title')).toBe('6 Sep 2026 Asia - Tokyo')
})
