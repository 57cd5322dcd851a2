import type { Pause } from './pause.ts'

/** Of a pause that lasts until somebody resumes. */
const NO_END = '9999-12-31T23:59:59.999Z'

type Project = { readonly id: number; readonly agency_id: number }

/**
 * Until when the pauses that the person knows of keep back what is due in the project, as an instant; null: nothing is paused. What is due
 * at that very moment is kept back as well (docs/product/publishing.md "Pause").
 */
export const pausedUntil = (pauses: readonly Pause[], project: Project): string | null =>
  pauses
    .filter(({ project_id, agency_id }) =>
      project_id === null ? agency_id === project.agency_id : project_id === project.id,
    )
    .map(({ ends_at }) => ends_at ?? NO_END)
    .reduce<string | null>((last, end) => (last === null || end > last ? end : last), null)

type Planned = {
  /** Null: it has no schedule. */
  readonly schedule: { readonly datetime: string; readonly is_autoposting: boolean } | null
  readonly statuses: readonly string[]
}

/** What went out, or failed, is not kept back any more. */
const isOver = (status: string): boolean => status === 'live' || status === 'publishing_failed'

/** Whether something of the post would go out by itself in the pause, and does not. Instants are texts of one format. */
export const isPaused = ({ schedule, statuses }: Planned, until: string | null): boolean =>
  until !== null && schedule?.is_autoposting === true && schedule.datetime <= until && !statuses.every(isOver)
