import type { CalendarFilter } from '#domain/calendar/filters.ts'
import { FilterPanel } from '#web/features/calendar/filter-panel.tsx'
import { useListDayLabels } from '#web/features/labels/api.ts'
import { useActor } from '#web/features/projects/api.ts'

type Props = {
  readonly projectId: number
  readonly filter: CalendarFilter
  readonly isPhone: boolean
  readonly onChange: (filter: CalendarFilter) => void
  readonly onClose: () => void
}

/** The calendar's filters, with all labels of the project. */
export function ContentFilters({ projectId, ...panel }: Props) {
  const labels = useListDayLabels(projectId)
  const actor = useActor(projectId)
  return <FilterPanel {...panel} role={actor.role ?? 'content-creator'} labels={labels.data ?? noLabels} />
}

const noLabels: never[] = []
