import { describe, expect, it } from 'vitest'
import { useReports } from '#testing/openings/reports.ts'

const { cast, read, save, send } = useReports()

describe('A draft', () => {
  it('refuses the texts of somebody who has not seen the newest', async () => {
    expect((await save(1, 'Grow')).data).toEqual({ version: 2 })
    expect((await save(1, 'Shrink', cast.admin)).code).toBe('stale_version')
    expect((await read()).data).toMatchObject({ goal: 'Grow', version: 2 })
  })

  it.each([1.5, -1e300])('refuses the version %d, which none can have', async version => {
    expect((await save(version, 'Grow')).status).toBe(422)
    expect((await send(version)).status).toBe(422)
  })
})
