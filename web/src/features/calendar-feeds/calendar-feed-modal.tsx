import { Alert, Button, CopyButton, Group, Modal, Stack, Text, TextInput } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import type { OwnProject } from '#domain/projects/model.ts'
import { messageOf } from '#web/platform/api-error.ts'
import { useConfirm } from '#web/ui/dialog/use-confirm.tsx'
import { useEndCalendarFeed, useGetCalendarFeed, useRenewCalendarFeed } from './api.ts'

type Props = { readonly project: OwnProject; readonly onClose: () => void }

/** The person's secret address for this project: makes it, shows it once, renews it and ends it (docs/product/calendar-feed.md "The address"). */
export function CalendarFeedModal({ project, onClose }: Props) {
  const isPhone = useMediaQuery('(max-width: 36em)', undefined, { getInitialValueInEffect: false }) ?? false
  const feed = useGetCalendarFeed(project.id)
  const renewal = useRenewCalendarFeed(project.id)
  const ending = useEndCalendarFeed(project.id)
  const { ask, dialog } = useConfirm()
  const isOn = (feed.data?.created_at ?? null) !== null
  const url = isOn ? renewal.data?.url : undefined
  const renew = async () => {
    if (!isOn || (await ask(renewing))) renewal.mutate()
  }
  const end = async () => {
    if (await ask(switchingOff)) ending.mutate(undefined, { onSuccess: () => renewal.reset() })
  }
  return (
    <Modal opened onClose={onClose} title="Calendar feed" size={520} fullScreen={isPhone} returnFocus={false}>
      <Stack>
        <Text size="sm">
          See the scheduled posts of {project.name} in Google Calendar, Outlook, Apple Calendar or any other
          calendar that subscribes to an address. It shows what you may see in Galley.
        </Text>
        {feed.error && <Alert color="red">{messageOf(feed.error)}</Alert>}
        {url !== undefined && <Address url={url} />}
        {isOn && url === undefined && (
          <Text size="sm" c="dimmed">
            Your feed is on. Its address was shown when it was made, and cannot be shown again. If you need
            it, make a new one.
          </Text>
        )}
        {feed.data && (
          <Group justify="flex-end">
            {isOn && (
              <Button variant="default" loading={ending.isPending} onClick={() => void end()}>
                Switch off
              </Button>
            )}
            <Button
              variant={isOn ? 'default' : 'filled'}
              loading={renewal.isPending}
              onClick={() => void renew()}
            >
              {isOn ? 'Make a new address' : 'Make an address'}
            </Button>
          </Group>
        )}
      </Stack>
      {dialog}
    </Modal>
  )
}

const renewing = {
  title: 'Make a new address?',
  text: 'Calendars that use the present address stop working at once.',
  confirmLabel: 'Make a new address',
  cancelLabel: 'Cancel',
}
const switchingOff = {
  title: 'Switch the calendar feed off?',
  text: 'Calendars that use its address stop working at once.',
  confirmLabel: 'Switch off',
  cancelLabel: 'Cancel',
  danger: true,
}

function Address({ url }: { readonly url: string }) {
  return (
    <Stack gap="xs">
      <Group align="end" gap="xs" wrap="nowrap">
        <TextInput
          label="Your address"
          flex={1}
          readOnly
          value={url}
          onFocus={event => event.currentTarget.select()}
        />
        <CopyButton value={url}>
          {({ copied, copy }) => <Button onClick={copy}>{copied ? 'Copied' : 'Copy'}</Button>}
        </CopyButton>
      </Group>
      <Text size="sm">
        Copy it now: it is shown only once. Anyone who has it can read the posts without signing in, so keep
        it to yourself. It ends with a new password and when you sign out everywhere else. In your calendar,
        choose to add or subscribe to a calendar by URL.
      </Text>
    </Stack>
  )
}
