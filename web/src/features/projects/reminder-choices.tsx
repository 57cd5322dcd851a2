import { Checkbox, Group } from '@mantine/core'
import { countText } from '#domain/kernel/count-text.ts'
import type { Project } from '#domain/projects/model.ts'
import { reminderHours, reminderHoursOf, reminderHoursValue } from '#domain/projects/reminder-hours.ts'
import { toast } from '#web/ui/toast.tsx'
import { useSaveProjectSettings } from './api.ts'

const choices = [1, 4, 12, 24, 48, 72, 168]

const label = (hours: number): string => {
  if (hours >= 48 && hours % 24 === 0) return `${hours / 24} days`
  return countText(hours, 'hour')
}

/** When those who have not decided are reminded (docs/product/approvals.md "Reminders"). It saves at once. */
export function ReminderChoices({ project }: { readonly project: Project }) {
  const saving = useSaveProjectSettings(project.id)
  const saved = reminderHoursOf(project.settings)
  const isSaving = saving.isPending && saving.variables.name === 'approval-reminder-hours'
  const chosen = isSaving ? reminderHoursOf([saving.variables]) : saved
  const isFull = chosen.length >= reminderHours.times
  return (
    <Checkbox.Group
      label="Remind approvers before the deadline"
      description="Only those who have not decided yet. Under Notifications, everyone chooses whether reminders also come by mail."
      value={chosen.map(String)}
      onChange={values =>
        saving.mutate(
          { name: 'approval-reminder-hours', value: reminderHoursValue(values.map(Number)) },
          { onSuccess: () => toast.success('Settings updated') },
        )
      }
    >
      <Group gap="8px 16px" mt="xs">
        {[...new Set([...choices, ...saved])]
          .toSorted((one, other) => other - one)
          .map(hours => (
            <Checkbox
              key={hours}
              value={String(hours)}
              label={label(hours)}
              disabled={saving.isPending || (isFull && !chosen.includes(hours))}
            />
          ))}
      </Group>
    </Checkbox.Group>
  )
}
