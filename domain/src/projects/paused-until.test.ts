import { describe, expect, it } from 'vitest'
import type { Pause } from './pause.ts'
import { isPaused, pausedUntil } from './paused-until.ts'

const project = { id: 3, agency_id: 1 }
const pause = (own: Partial<Pause>): Pause => ({
  id: 1,
  agency_id: 1,
  project_id: 3,
  reason: 'A recall',
  paused_at: '2026-11-20T10:00:00.000Z',
  ends_at: null,
  tells_clients: false,
  paused_by: null,
  ...own,
})
const noon = '2026-11-21T12:00:00.000Z'
const evening = '2026-11-21T18:00:00.000Z'

describe('Until when a project is paused', () => {
  it('is the end of the last of its own pauses and those of its agency', () => {
    expect(pausedUntil([pause({ ends_at: noon })], project)).toBe(noon)
    const both = [pause({ ends_at: noon }), pause({ project_id: null, ends_at: evening })]
    expect(pausedUntil(both, project)).toBe(evening)
    expect(pausedUntil(both.toReversed(), project)).toBe(evening)
  })

  it('is after every date if one lasts until somebody resumes', () => {
    const until = pausedUntil([pause({}), pause({ ends_at: noon })], project)
    expect(until !== null && until > '2126-01-01').toBe(true)
  })

  it('is never by another project or agency', () => {
    const others = [pause({ project_id: 4 }), pause({ agency_id: 2, project_id: null })]
    expect(pausedUntil(others, project)).toBeNull()
  })
})

describe('A post', () => {
  const schedule = { datetime: noon, is_autoposting: true }
  const approved = { schedule, statuses: ['approved'] }

  it('is paused if it is due by the end, also at that very moment', () => {
    expect(isPaused(approved, noon)).toBe(true)
    expect(isPaused(approved, evening)).toBe(true)
    expect(isPaused(approved, '2026-11-21T11:59:59.999Z')).toBe(false)
    expect(isPaused(approved, null)).toBe(false)
  })

  it('is not, if nothing of it would go out by itself', () => {
    expect(isPaused({ ...approved, schedule: null }, evening)).toBe(false)
    expect(isPaused({ ...approved, schedule: { ...schedule, is_autoposting: false } }, evening)).toBe(false)
    expect(isPaused({ ...approved, statuses: ['live', 'publishing_failed'] }, evening)).toBe(false)
    expect(isPaused({ ...approved, statuses: ['live', 'on_publishing'] }, evening)).toBe(true)
  })
})
