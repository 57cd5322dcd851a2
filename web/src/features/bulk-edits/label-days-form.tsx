import { Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { hexColor, labelPalette } from '#domain/labels/colors.ts'
import { labelTextProblem } from '#domain/labels/day-labels.ts'
import { runsOfDays } from '#domain/labels/runs-of-days.ts'
import { ColorField } from '#web/features/labels/color-field.tsx'
import { useProjectId } from '#web/platform/shown-project.ts'
import { FormError } from '#web/ui/form/form-error.tsx'
import { type Fields, useForm } from '#web/ui/form/use-form.ts'
import { useLabelDays } from './label-days-api.ts'
import type { EditFormProps } from './outcome.tsx'

type Name = 'text' | 'color'

const problemsOf = ({ text, color }: Fields<Name>) => ({
  text: labelTextProblem(text) ?? undefined,
  color: hexColor(color) === null ? 'Color is required' : undefined,
})

/** Labels the days of the selected posts (docs/product/bulk-edits.md "Labels"). */
export function LabelDaysForm({ posts, onDone, onClose }: EditFormProps) {
  const projectId = useProjectId()
  const label = useLabelDays(projectId)
  const dates = posts.flatMap(({ entry }) => entry?.date ?? [])
  const runs = runsOfDays(dates)
  const days = new Set(dates).size
  const dayless = posts.length - dates.length
  const form = useForm<Name>({
    initial: { text: '', color: labelPalette[0]?.color ?? '' },
    check: problemsOf,
    send: async ({ text, color }) => {
      await label({ text, color: hexColor(color) ?? color, runs })
      onDone()
    },
  })
  return (
    <form {...form.form} aria-label="Label their days">
      <Stack>
        <Text size="sm">
          {days === 0
            ? 'Labels belong to days, and none of these posts is scheduled.'
            : `Labels belong to days. ${days === 1 ? 'The day' : `All ${days} days`} of these posts will carry this one.`}
          {days > 0 &&
            dayless > 0 &&
            ` ${dayless === 1 ? 'One has' : `${dayless} have`} no schedule and so no day.`}
        </Text>
        <TextInput {...form.field('text')} label="Label" maxLength={600} autoComplete="off" data-autofocus />
        <ColorField
          text={form.fields.text}
          value={form.fields.color}
          field={form.field('color')}
          onPick={color => form.change('color', color)}
        />
        <FormError error={form.refusal} />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={form.isSending} disabled={days === 0}>
            Add
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
