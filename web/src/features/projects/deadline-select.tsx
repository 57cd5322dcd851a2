import { NativeSelect } from '@mantine/core'
import { deadlineHoursOf } from '#domain/projects/deadline-hours.ts'
import type { Project } from '#domain/projects/model.ts'
import { toast } from '#web/ui/toast.tsx'
import { useSaveProjectSettings } from './api.ts'

const choices = [0, 4, 12, 24, 48, 72, 168]

const label = (hours: number): string => {
  if (hours === 0) return 'At the publish time'
  return hours > 48 && hours % 24 === 0 ? `${hours / 24} days before` : `${hours} hours before`
}

/** When posts should be decided (docs/product/approvals.md "Deadline"). It saves at once. */
export function DeadlineSelect({ project }: { readonly project: Project }) {
  const saving = useSaveProjectSettings(project.id)
  const hours = deadlineHoursOf(project.settings)
  return (
    <NativeSelect
      label="Approval deadline"
      description="Counted back from each post’s publish time."
      maw={320}
      value={String(hours)}
      disabled={saving.isPending}
      data={[...new Set([...choices, hours])]
        .toSorted((one, other) => one - other)
        .map(each => ({ value: String(each), label: label(each) }))}
      onChange={event =>
        saving.mutate(
          { name: 'approval-deadline-hours', value: event.currentTarget.value },
          { onSuccess: () => toast.success('Settings updated') },
        )
      }
    />
  )
}
