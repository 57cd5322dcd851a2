import { Button, Group, Switch, Text } from '@mantine/core'
import type { NotificationSetting } from '#domain/notifications/model.ts'
import { type Preset, presetFor, presetNames } from '#domain/notifications/presets.ts'
import { useProjectId } from '#web/platform/shown-project.ts'
import { useConfirm } from '#web/ui/dialog/use-confirm.tsx'
import { sayWhenDone } from '#web/ui/toast.tsx'
import { type SettingChange, useSaveNotificationSettings } from './settings-api.ts'
import classes from './settings-screen.module.css'

type Props = {
  readonly settings: readonly NotificationSetting[]
  /** Of the person's browser, by whose clock times are meant. */
  readonly zone: string
}

const descriptions: Readonly<Record<Preset, string>> = {
  usual: 'Everything: urgent things at once, the rest every hour.',
  needed: 'Mails only about what waits for you. The list under the bell still has everything.',
  mornings: 'Everything: urgent things at once, the rest in one mail at 9:00AM from Monday to Friday.',
}

/** One switch for all rows, and choices for all of them at once (docs/product/notifications.md "Settings"). */
export function SettingPresets({ settings, zone }: Props) {
  const save = useSaveNotificationSettings(useProjectId())
  const { ask, dialog } = useConfirm()
  const on = settings.filter(({ status }) => status === 1).length
  const saveAll = (change: (setting: NotificationSetting) => SettingChange) =>
    sayWhenDone(
      save.mutateAsync(settings.map(setting => ({ setting, change: change(setting) }))),
      'Notifications updated',
    )
  const switchAll = async (isOn: boolean) => {
    const isSure =
      isOn ||
      (await ask({
        title: 'Turn off all of these mails?',
        text: 'You get none of the mails on this page any more. The list under the bell still has everything.',
        confirmLabel: 'Turn off',
        cancelLabel: 'Cancel',
      }))
    if (isSure) saveAll(({ timeframe_type_id }) => ({ status: isOn ? 1 : 0, timeframe_type_id }))
  }
  const choose = async (preset: Preset) => {
    const isSure = await ask({
      title: `${presetNames[preset]}: change all rows?`,
      text: `${descriptions[preset]} What you have chosen row by row is replaced.`,
      confirmLabel: 'Change all',
      cancelLabel: 'Cancel',
    })
    if (isSure)
      saveAll(({ kind }) => {
        const change = presetFor(preset, kind)
        return change.days ? { ...change, timezone: zone } : change
      })
  }
  return (
    <section className={classes.panel} aria-label="All mails">
      <Switch
        label="All mails"
        description={on === settings.length ? 'All are on' : `${on} of ${settings.length} are on`}
        checked={on > 0}
        disabled={save.isPending}
        onChange={event => void switchAll(event.currentTarget.checked)}
      />
      <Group gap="xs" mt="md" role="group" aria-label="Presets">
        <Text size="sm" c="dimmed">
          Presets
        </Text>
        {(Object.keys(presetNames) as Preset[]).map(preset => (
          <Button
            key={preset}
            size="xs"
            variant="default"
            disabled={save.isPending}
            onClick={() => void choose(preset)}
          >
            {presetNames[preset]}
          </Button>
        ))}
      </Group>
      {dialog}
    </section>
  )
}
