import { NativeSelect, Stack, Switch, Text, Title } from '@mantine/core'
import { linkDays } from '#domain/approval-links/lifetime.ts'
import { countText } from '#domain/kernel/count-text.ts'
import { isSettingOn } from '#domain/permissions/settings.ts'
import type { Project } from '#domain/projects/model.ts'
import { toast } from '#web/ui/toast.tsx'
import { useSaveProjectSettings } from './api.ts'
import classes from './general-settings-screen.module.css'

const choices = [1, 3, 7, 14, 30, 60, 90]

const switches = [
  {
    name: 'approval-link-code',
    label: 'Confirm new devices for approval links',
    description:
      'A link asks for a code that is mailed to its person before it shows anything on a new device.',
  },
  {
    name: 'approval-link-mail-only',
    label: 'Send approval links by mail only',
    description:
      'Nobody can copy a link and decide in a client’s name. Links that were copied before stop working.',
  },
] as const

/** How long approval links last, whether they ask for a code on a new device, and whether they can be copied (docs/product/approval-links.md "How long it lasts", "New devices" and "Copying a link"). */
export function ApprovalLinksPanel({ project }: { readonly project: Project }) {
  const saving = useSaveProjectSettings(project.id)
  const days = linkDays(project.settings)
  const saved = { onSuccess: () => toast.success('Settings updated') }
  return (
    <section className={classes.panel} aria-labelledby="approval-links">
      <Title order={2} size="h5" mb={4} id="approval-links">
        Approval links
      </Title>
      <Text size="sm" c="dimmed" mb="md">
        External approvers decide by a personal link, without a password.
      </Text>
      <Stack gap="lg">
        <NativeSelect
          label="A link works for"
          description="Concerns new links. Those that were sent keep their days."
          maw={320}
          value={String(days)}
          disabled={saving.isPending}
          data={[...new Set([...choices, days])]
            .toSorted((one, other) => one - other)
            .map(each => ({ value: String(each), label: countText(each, 'day') }))}
          onChange={event =>
            saving.mutate({ name: 'approval-link-days', value: event.currentTarget.value }, saved)
          }
        />
        {switches.map(({ name, label, description }) => {
          const isSaving = saving.isPending && saving.variables.name === name
          return (
            <Switch
              key={name}
              label={label}
              description={description}
              checked={isSaving ? saving.variables.value === 'true' : isSettingOn(project.settings, name)}
              disabled={saving.isPending && !isSaving}
              onChange={event =>
                saving.mutate({ name, value: event.currentTarget.checked ? 'true' : 'false' }, saved)
              }
            />
          )
        })}
      </Stack>
    </section>
  )
}
