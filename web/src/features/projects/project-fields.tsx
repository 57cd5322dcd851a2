import { Stack, TextInput } from '@mantine/core'
import type { useForm } from '#web/ui/form/use-form.ts'
import type { PictureChoice } from '#web/ui/picture/picture-choice.ts'
import { PictureField } from '#web/ui/picture/picture-field.tsx'
import { TimezoneSelect } from './timezone-select.tsx'

type Names = 'name' | 'timezone'
type Props = {
  readonly form: ReturnType<typeof useForm<Names>>
  readonly logo: string | null
  readonly chosen: PictureChoice
  readonly onLogo: (choice: PictureChoice) => void
  readonly logoProblem?: string | undefined
  /** The name is what one begins with. */
  readonly isNew?: boolean
}

/** Logo, name and time zone of a project: in the wizard and in the settings. */
export function ProjectFields({ form, logo, chosen, onLogo, logoProblem, isNew = false }: Props) {
  const { error, ...zone } = form.field('timezone')
  return (
    <Stack gap="lg">
      <PictureField
        label="Logo"
        shape="rounded"
        name={form.fields.name}
        saved={logo}
        chosen={chosen}
        onChoose={onLogo}
        error={logoProblem}
      />
      <TextInput {...form.field('name')} label="Project name" autoComplete="off" autoFocus={isNew} />
      <TimezoneSelect value={zone.value} onChange={value => form.fill({ timezone: value })} error={error} />
    </Stack>
  )
}
