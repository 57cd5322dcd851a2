import type { CalendarFilter } from '#domain/calendar/filters.ts'
import { FilterPanel } from '#web/features/calendar/filter-panel.tsx'
import { useListDayLabels } from '#web/features/labels/api.ts'
import { useActor } from '#web/features/projects/api.ts'
import { useProjectId } from '#web/platform/shown-project.ts'

type Props = {
  readonly filter: CalendarFilter
  readonly isPhone: boolean
  readonly onChange: (filter: CalendarFilter) => void
  readonly onClose: () => void
}

/** The calendar's filters, with all labels of the project. */
export function ContentFilters({ ...panel }: Props) {
  const projectId = useProjectId()
  const labels = useListDayLabels(projectId)
  const actor = useActor(projectId)
  return <FilterPanel {...panel} role={actor.role ?? 'content-creator'} labels={labels.data ?? noLabels} />
}

const noLabels: never[] = []
