import { Button, Checkbox, Skeleton, Stack, Switch, Text, Title } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { mailDaysInZone } from '#domain/notifications/mail-days-in-zone.ts'
import type { NotificationSetting } from '#domain/notifications/model.ts'
import { messageOf } from '#web/platform/api-error.ts'
import { useOwnProject } from '#web/platform/me.ts'
import { useProjectId } from '#web/platform/shown-project.ts'
import { useConfirm } from '#web/ui/dialog/use-confirm.tsx'
import { Failed, Loading } from '#web/ui/states.tsx'
import { sayWhenDone } from '#web/ui/toast.tsx'
import { deliveryText } from './delivery-words.ts'
import { useListPushDevices } from './push-api.ts'
import { useGetMute, useListNotificationSettings, useSaveNotificationSetting } from './settings-api.ts'
import classes from './settings-screen.module.css'

const SettingModal = lazy(() =>
  import('./setting-modal.tsx').then(module => ({ default: module.SettingModal })),
)

const SettingPresets = lazy(() =>
  import('./setting-presets.tsx').then(module => ({ default: module.SettingPresets })),
)

const PushPanel = lazy(() => import('./push-panel.tsx').then(module => ({ default: module.PushPanel })))

const MuteSwitch = lazy(() => import('./mute-switch.tsx').then(module => ({ default: module.MuteSwitch })))

const QuietHours = lazy(() => import('./quiet-hours.tsx').then(module => ({ default: module.QuietHours })))

const MailLanguage = lazy(() =>
  import('./mail-language.tsx').then(module => ({ default: module.MailLanguage })),
)

/** The zone in which the person reads times here. */
const ownZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone

/** When Galley mails the person about a project, and whether (docs/product/notifications.md "Settings"). */
export function NotificationSettingsScreen() {
  const projectId = useProjectId()
  const { data: settings, error, refetch } = useListNotificationSettings(projectId)
  // Shown with them: what came later would move the switches under the pointer.
  const isPushKnown = !useListPushDevices().isPending
  const isMuteKnown = !useGetMute().isPending
  const data = isPushKnown && isMuteKnown ? settings : undefined
  const isClient = useOwnProject(projectId).role === 'external-approver'
  const [edited, setEdited] = useState<NotificationSetting | null>(null)
  const ofProject = data?.filter(({ type_id }) => type_id === 2) ?? []
  const ofAccount = data?.filter(({ type_id }) => type_id === 1) ?? []
  const list = (settings: readonly NotificationSetting[]) => (
    <ul className={classes.list}>
      {settings.map(setting => (
        <SettingRow key={setting.id} setting={setting} onChange={() => setEdited(setting)} />
      ))}
    </ul>
  )
  return (
    <Stack gap="lg">
      <div>
        <Title order={1} size="h3">
          Notifications
        </Title>
        <Text size="sm" c="dimmed">
          When Galley mails you and tells you in your browsers. Whatever you choose, everything is in the list
          under the bell.
        </Text>
      </div>
      {error && !settings && <Failed message={messageOf(error)} onRetry={() => void refetch()} />}
      <Suspense fallback={<SettingsLoading />}>
        {!data && !error && <SettingsLoading />}
        {data && <MuteSwitch />}
        {data && <PushPanel />}
        {data && data.length > 1 && <SettingPresets settings={data} zone={ownZone()} />}
        {ofProject.length > 0 && (
          <section className={classes.panel} aria-labelledby="of-project">
            <Title order={2} size="h5" id="of-project">
              This project
            </Title>
            {list(ofProject)}
          </section>
        )}
        {ofAccount.length > 0 && (
          <section className={classes.panel} aria-labelledby="of-account">
            <Title order={2} size="h5" id="of-account">
              All your projects
            </Title>
            {list(ofAccount)}
          </section>
        )}
        {data && <QuietHours zone={ownZone()} />}
        {data && isClient && <MailLanguage />}
      </Suspense>
      <Suspense fallback={null}>
        {edited && <SettingModal setting={edited} zone={ownZone()} onClose={() => setEdited(null)} />}
      </Suspense>
    </Stack>
  )
}

function SettingsLoading() {
  return (
    <Loading>
      <Skeleton height={860} maw={640} />
    </Loading>
  )
}

type RowProps = {
  readonly setting: NotificationSetting
  readonly onChange: () => void
}

function SettingRow({ setting, onChange }: RowProps) {
  const projectId = useProjectId()
  const save = useSaveNotificationSetting(projectId, setting)
  const { ask, dialog } = useConfirm()
  const { data: push } = useListPushDevices()
  const { name, status, push: isPushed, timeframe_type_id } = setting
  const days = mailDaysInZone(setting.notify_timeframe, {
    from: setting.timezone,
    to: ownZone(),
    now: new Date(),
  })
  const turn = (to: 0 | 1) =>
    sayWhenDone(
      save.mutateAsync({ setting, change: { status: to, timeframe_type_id } }),
      'Notification updated',
    )
  const turnPush = (to: 0 | 1) =>
    sayWhenDone(
      save.mutateAsync({ setting, change: { status, timeframe_type_id, push: to } }),
      'Notification updated',
    )
  const toggle = async () => {
    if (status === 0) return turn(1)
    const isSure = await ask({
      title: 'Turn off this notification?',
      text: `You get no mails any more: ${name}. The list under the bell still has it.`,
      confirmLabel: 'Turn off',
      cancelLabel: 'Cancel',
    })
    if (isSure) turn(0)
  }
  return (
    <li className={classes.row}>
      <Switch
        className={classes.switch ?? ''}
        label={name}
        description={deliveryText(setting, days)}
        checked={status === 1}
        disabled={save.isPending}
        onChange={() => void toggle()}
      />
      {push && push.devices.length > 0 && (
        <Checkbox
          className={classes.push ?? ''}
          label="Push"
          aria-label={`Push: ${name}`}
          checked={isPushed === 1}
          disabled={save.isPending}
          onChange={event => turnPush(event.currentTarget.checked ? 1 : 0)}
        />
      )}
      <Button
        variant="default"
        size="xs"
        disabled={status === 0}
        aria-label={`Change when: ${name}`}
        onClick={onChange}
      >
        Change
      </Button>
      {dialog}
    </li>
  )
}
