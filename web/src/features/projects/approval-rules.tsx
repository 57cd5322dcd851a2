import { Checkbox, Group, NativeSelect, Switch } from '@mantine/core'
import { countText } from '#domain/kernel/count-text.ts'
import { isSettingOn, LATE_GOES_LIVE, type Setting } from '#domain/permissions/settings.ts'
import { deadlineHoursOf } from '#domain/projects/deadline-hours.ts'
import type { Project } from '#domain/projects/model.ts'
import { gapText, postGapChoices, postGapMinutesOf } from '#domain/projects/post-gap.ts'
import { reminderHours, reminderHoursOf, reminderHoursValue } from '#domain/projects/reminder-hours.ts'
import type { SettingChange, Toggle } from './api.ts'
import { SettingsSection } from './settings-section.tsx'
import { useSettingsDraft } from './use-settings-draft.ts'

/** The switches of the section (docs/product/projects.md "Project settings"). */
const toggles: readonly { readonly name: Toggle; readonly label: string; readonly about: string }[] = [
  {
    name: LATE_GOES_LIVE,
    // Fixed wording (docs/product/projects.md "Settings page").
    label: "Allow post to be made live if External Approver doesn't get to it on time",
    about:
      'An internally approved post is published on time even if the client has not decided. Off: it waits for them.',
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

/** How the project's posts are approved. */
export function ApprovalRules({ project }: { readonly project: Project }) {
  const { settings, change, section } = useSettingsDraft(project)
  return (
    <SettingsSection
      title="Approval and scheduling"
      about="When posts have to be decided, and what may go out without it."
      {...section}
    >
      <DeadlineSelect settings={settings} onChange={change} />
      <ReminderChoices settings={settings} onChange={change} />
      <GapSelect settings={settings} onChange={change} />
      {toggles.map(({ name, label, about }) => (
        <Switch
          key={name}
          label={label}
          description={about}
          checked={isSettingOn(settings, name)}
          onChange={event => change({ name, value: event.currentTarget.checked ? 'true' : 'false' })}
        />
      ))}
    </SettingsSection>
  )
}

type Props = {
  readonly settings: readonly Setting[]
  readonly onChange: (change: SettingChange) => void
}

const deadlineChoices = [0, 4, 12, 24, 48, 72, 168]

const deadlineLabel = (hours: number): string => {
  if (hours === 0) return 'At the publish time'
  return hours > 48 && hours % 24 === 0 ? `${hours / 24} days before` : `${hours} hours before`
}

/** How far apart two posts of an account should be (docs/product/posts.md "Second look"). */
function GapSelect({ settings, onChange }: Props) {
  const minutes = postGapMinutesOf(settings)
  return (
    <NativeSelect
      label="Time between two posts of an account"
      description="People who write a post that is closer to another see a warning. Nothing is blocked."
      maw={320}
      value={minutes === 0 ? '' : String(minutes)}
      onChange={event =>
        onChange({
          name: 'post-gap-minutes',
          value: postGapChoices.find(choice => choice === event.currentTarget.value) ?? '',
        })
      }
      data={[
        { value: '', label: 'Any' },
        ...postGapChoices.map(choice => ({ value: choice, label: gapText(Number(choice)) })),
      ]}
    />
  )
}

/** When posts should be decided (docs/product/approvals.md "Deadline"). */
function DeadlineSelect({ settings, onChange }: Props) {
  const hours = deadlineHoursOf(settings)
  return (
    <NativeSelect
      label="Approval deadline"
      description="Counted back from each post’s publish time."
      maw={320}
      value={String(hours)}
      data={[...new Set([...deadlineChoices, hours])]
        .toSorted((one, other) => one - other)
        .map(each => ({ value: String(each), label: deadlineLabel(each) }))}
      onChange={event => onChange({ name: 'approval-deadline-hours', value: event.currentTarget.value })}
    />
  )
}

const reminderChoices = [1, 4, 12, 24, 48, 72, 168]

const reminderLabel = (hours: number): string => {
  if (hours >= 48 && hours % 24 === 0) return `${hours / 24} days`
  return countText(hours, 'hour')
}

/** When those who have not decided are reminded (docs/product/approvals.md "Reminders"). */
function ReminderChoices({ settings, onChange }: Props) {
  const chosen = reminderHoursOf(settings)
  const isFull = chosen.length >= reminderHours.times
  return (
    <Checkbox.Group
      label="Remind approvers before the deadline"
      description="Only those who have not decided yet. Under Notifications, everyone chooses whether reminders also come by mail."
      value={chosen.map(String)}
      onChange={values =>
        onChange({ name: 'approval-reminder-hours', value: reminderHoursValue(values.map(Number)) })
      }
    >
      <Group gap="8px 16px" mt="xs">
        {[...new Set([...reminderChoices, ...chosen])]
          .toSorted((one, other) => other - one)
          .map(hours => (
            <Checkbox
              key={hours}
              value={String(hours)}
              label={reminderLabel(hours)}
              disabled={isFull && !chosen.includes(hours)}
            />
          ))}
      </Group>
    </Checkbox.Group>
  )
}
