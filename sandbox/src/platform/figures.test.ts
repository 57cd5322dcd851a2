import { describe, expect, it } from 'vitest'
import { dailyFigure, isMissingDay } from './figures.ts'
import type { SandboxAccount } from './model.ts'

const accountOf = (id: string) => ({ id, network: 'facebook', account: id }) as unknown as SandboxAccount
const later = Date.parse('2030-01-01')
const DAY_MS = 86_400_000
const year = Array.from({ length: 364 }, (_, index) =>
  new Date(Date.parse('2026-01-01') + index * DAY_MS).toISOString().slice(0, 10),
)
const reported = (account: string, day: string, now = later) =>
  dailyFigure(accountOf(account), { metric: 'reach', day, now }, 1_000)
const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length

describe('The figures of a made-up account', () => {
  it('are the same each time, and others for another account', () => {
    const values = year.map(day => reported('a', day))
    expect(year.map(day => reported('a', day))).toEqual(values)
    expect(year.map(day => reported('b', day))).not.toEqual(values)
  })

  it('are higher on Wednesdays than on Sundays, and grow', () => {
    const on = (weekday: number) =>
      mean(year.filter(day => new Date(day).getUTCDay() === weekday).map(day => reported('a', day)))
    expect(on(3)).toBeGreaterThan(on(0))
    const later = year.map(day => `2027${day.slice(4)}`)
    expect(mean(later.map(day => reported('a', day)))).toBeGreaterThan(
      mean(year.map(day => reported('a', day))),
    )
  })

  it('have bad weeks and days that stand out', () => {
    const values = year.map(day => reported('a', day))
    const weeks = Array.from({ length: 52 }, (_, week) => mean(values.slice(week * 7, week * 7 + 7)))
    expect(Math.min(...weeks)).toBeLessThan(mean(values) * 0.6)
    expect(Math.max(...values)).toBeGreaterThan(mean(values) * 2.5)
  })

  it('are reported too low at first and corrected two days later', () => {
    const day = '2026-03-02'
    const end = Date.parse('2026-03-03T08:00:00Z')
    expect(reported('a', day, end)).toBeLessThan(reported('a', day))
    expect(reported('a', day, end + 47 * 3_600_000)).toBe(reported('a', day, end))
    expect(reported('a', day, end + 48 * 3_600_000)).toBe(reported('a', day))
  })

  it('are missing on some days', () => {
    const missing = year.filter(day => isMissingDay(accountOf('a'), day)).length
    expect(missing).toBeGreaterThan(0)
    expect(missing).toBeLessThan(30)
  })
})
