import { listDailyInsights } from '#domain/analytics/contract.ts'
import { analyticsRoutes } from '#server/features/analytics/routes.ts'
import { type TestPerson, useTestApp } from '../app.ts'
import { buildPoints } from '../figures.ts'
import { useNewCast } from '../people.ts'

/** The tests' clock says 2026-06-01 01:00 in Pacific time, whose days the figures are of. */
export const today = '2026-06-01'

type DailyQuery = {
  metrics: string
  from?: string
  to?: string
  interval?: 'daily' | 'monthly' | 'all-last-two'
}

/** Opens a test of figures: new people before each test. `keep` stores values of Facebook, one a day; `daily` asks for them. */
export const useInsights = () => {
  const kit = useTestApp({ routes: analyticsRoutes })
  const cast = useNewCast(kit)
  const at = (social: 'facebook' | 'instagram' | 'twitter' = 'facebook') => ({
    params: { projectId: cast.project.projectId, social },
  })
  return {
    kit,
    cast,
    at,
    daily: (query: DailyQuery, person: TestPerson = cast.creator) =>
      kit.ask(person, listDailyInsights, { ...at(), query }),
    keep: (metric: string, from: string, values: number[], project = cast.project) =>
      buildPoints(kit.db, project, { network: 'facebook', metric, from, values }),
  }
}
