import { Button, Group, Skeleton, Stack, Switch, Text, Title } from '@mantine/core'
import type { PushDevice } from '#domain/notifications/push-contract.ts'
import { deviceOf } from '#web/features/accounts/profile/device.ts'
import { messageOf } from '#web/platform/api-error.ts'
import { useMe } from '#web/platform/me.ts'
import { BoxedList } from '#web/ui/boxed-list.tsx'
import { Failed, Loading } from '#web/ui/states.tsx'
import { browserTimezone, ZonedTime } from '#web/ui/time/zoned-time.tsx'
import { sayWhenDone, toast } from '#web/ui/toast.tsx'
import {
  useAddPushDevice,
  useDeletePushDevice,
  useListPushDevices,
  usePushState,
  useTestPushDevice,
} from './push-api.ts'
import type { PushState } from './push-browser.ts'
import classes from './settings-screen.module.css'

/** Why push cannot be turned on here, and what helps. */
const obstacles: Partial<Readonly<Record<PushState, string>>> = {
  unsupported: 'This browser cannot show messages of web pages.',
  'home-screen':
    'On an iPhone or iPad, put Galley on the home screen first (Share, then “Add to Home Screen”) and open it from there.',
  blocked:
    'This browser blocks messages from Galley. Allow notifications for this address in its settings, then reload the page.',
}

/** In which browsers the person is told at once, also while Galley is closed (docs/product/notifications.md "Push"). */
export function PushPanel() {
  const { data, error, refetch } = useListPushDevices()
  return (
    <section className={classes.panel} aria-labelledby="push">
      <Title order={2} size="h5" id="push" mb="sm">
        Push
      </Title>
      {!data && error && <Failed message={messageOf(error)} onRetry={() => void refetch()} />}
      {!data && !error && (
        <Loading>
          <Skeleton height={42} />
        </Loading>
      )}
      {data && (
        <Stack gap="md">
          <ThisBrowser own={data.devices.find(({ is_current }) => is_current) ?? null} />
          <OtherBrowsers devices={data.devices.filter(({ is_current }) => !is_current)} />
        </Stack>
      )}
    </section>
  )
}

function ThisBrowser({ own }: { readonly own: PushDevice | null }) {
  const { id } = useMe()
  const { data: state } = usePushState(id)
  const add = useAddPushDevice(id)
  const remove = useDeletePushDevice()
  const test = useTestPushDevice()
  const obstacle = state && obstacles[state]
  const isOn = state === 'on' && own !== null
  const toggle = () =>
    isOn
      ? sayWhenDone(remove.mutateAsync(own), 'Push is off in this browser')
      : sayWhenDone(add.mutateAsync(), came => {
          // Where the browser refused, the switch says why.
          if (came === 'on') toast.success('Push is on in this browser')
        })
  const tryIt = (deviceId: number) =>
    sayWhenDone(test.mutateAsync(deviceId), ({ problem }) =>
      problem === null ? toast.success('A test message is on its way') : toast.error(problem),
    )
  return (
    <div>
      <Switch
        label="Tell me in this browser"
        description={
          obstacle ??
          'Messages come at once, also while Galley is closed, and wait for the end of your quiet hours. Choose below what they are about.'
        }
        checked={isOn}
        disabled={add.isPending || remove.isPending || state === undefined || obstacle !== undefined}
        onChange={toggle}
      />
      {isOn && (
        <Group mt="xs" className={classes.indented ?? ''}>
          <Button variant="default" size="xs" loading={test.isPending} onClick={() => tryIt(own.id)}>
            Send a test message
          </Button>
        </Group>
      )}
    </div>
  )
}

const here = browserTimezone()

function OtherBrowsers({ devices }: { readonly devices: readonly PushDevice[] }) {
  if (devices.length === 0) return null
  return (
    <div>
      <Text size="sm" fw={600} mb={8}>
        Your other browsers
      </Text>
      <BoxedList>
        {devices.map(device => (
          <OtherBrowser key={device.id} device={device} />
        ))}
      </BoxedList>
    </div>
  )
}

function OtherBrowser({ device }: { readonly device: PushDevice }) {
  const { user_agent, created_at, last_sent_at } = device
  const remove = useDeletePushDevice()
  const name = deviceOf(user_agent)
  return (
    <li className={classes.device}>
      <div>
        <Text fw={550}>{name}</Text>
        <Text size="xs" c="dimmed">
          {last_sent_at === null ? 'Since' : 'Last message'}{' '}
          <ZonedTime instant={last_sent_at ?? created_at} timezone={here} zone="hint" />
        </Text>
      </div>
      <Button
        variant="default"
        size="xs"
        loading={remove.isPending}
        aria-label={`Remove ${name}`}
        onClick={() => sayWhenDone(remove.mutateAsync(device), `${name} is told no more`)}
      >
        Remove
      </Button>
    </li>
  )
}
