import { Stack, Switch, Title } from '@mantine/core'
import { isSettingOn } from '#domain/permissions/settings.ts'
import type { Project } from '#domain/projects/model.ts'
import { toast } from '#web/ui/toast.tsx'
import { type Toggle, useSaveProjectSettings } from './api.ts'
import { DeadlineSelect } from './deadline-select.tsx'
import classes from './general-settings-screen.module.css'
import { ReminderChoices } from './reminder-choices.tsx'

/** The switches of the settings page (docs/product/projects.md "Project settings"). */
const toggles: readonly { readonly name: Toggle; readonly label: string; readonly about: string }[] = [
  {
    name: 'bypass-external-approval-when-internal-approved',
    // Fixed wording (docs/product/projects.md "Settings page").
    label: "Allow post to be made live if External Approver doesn't get to it on time",
    about:
      'An internally approved post is published on time even if no external approver has decided. Off: it waits for them.',
  },
  {
    name: 'skip-approval-and-schedule',
    // Fixed wording (docs/product/projects.md "Settings page").
    label: 'Enable Skip Approval & Schedule for content creators',
    about: 'Every content creator of this project may schedule a post without asking for approval.',
  },
  {
    name: 'single-round-internal-approve',
    label: 'One approval closes the internal round',
    about: 'The first approval by an internal approver is enough. Off: everyone who was chosen must approve.',
  },
  {
    name: 'twitter-approval',
    label: 'Send Twitter posts to approval',
    about: 'Posts for Twitter can go through approval like the others. Off: they are scheduled without it.',
  },
]

/** Each switch saves at once. */
export function ProjectToggles({ project }: { project: Project }) {
  const saving = useSaveProjectSettings(project.id)
  return (
    <section className={classes.panel} aria-labelledby="approval-rules">
      <Title order={2} size="h5" mb="md" id="approval-rules">
        Approval and scheduling
      </Title>
      <Stack gap="lg">
        <DeadlineSelect project={project} />
        <ReminderChoices project={project} />
        {toggles.map(({ name, label, about }) => {
          const isSaving = saving.isPending && saving.variables.name === name
          return (
            <Switch
              key={name}
              label={label}
              description={about}
              checked={isSaving ? saving.variables.value === 'true' : isSettingOn(project.settings, name)}
              // One at a time: a response carries all the settings.
              disabled={saving.isPending && !isSaving}
              onChange={event =>
                saving.mutate(
                  { name, value: event.currentTarget.checked ? 'true' : 'false' },
                  { onSuccess: () => toast.success('Settings updated') },
                )
              }
            />
          )
        })}
      </Stack>
    </section>
  )
}
