import { Badge, Button, Skeleton, Stack, Text } from '@mantine/core'
import { IconDeviceDesktop, IconDeviceMobile } from '@tabler/icons-react'
import type { OwnSession } from '#domain/accounts/model.ts'
import { timezoneLabel } from '#domain/kernel/time.ts'
import { messageOf } from '#web/platform/api-error.ts'
import { BoxedList } from '#web/ui/boxed-list.tsx'
import { useConfirm } from '#web/ui/dialog/use-confirm.tsx'
import { Failed, Loading } from '#web/ui/states.tsx'
import { browserTimezone, ZonedTime } from '#web/ui/time/zoned-time.tsx'
import { sayWhenDone } from '#web/ui/toast.tsx'
import { useEndOtherSessions, useEndSession, useListSessions } from './api.ts'
import { deviceOf, isHandheld } from './device.ts'
import classes from './session-list.module.css'

const here = browserTimezone()

/** The person's sessions: this device first, and a button to sign out each of the others. */
export function SessionList() {
  const { data, isPending, error, refetch } = useListSessions()
  if (isPending)
    return (
      <Loading>
        <Stack>
          <Skeleton height={56} />
          <Skeleton height={56} />
        </Stack>
      </Loading>
    )
  if (error) return <Failed message={messageOf(error)} onRetry={() => void refetch()} />
  const own = data.filter(({ is_current }) => is_current)
  const others = data.filter(({ is_current }) => !is_current)
  return (
    <Stack>
      <Text size="sm" c="dimmed">
        You are signed in on these devices. Sign out any that you do not know, and then change your password.
        Times in {timezoneLabel(here)}.
      </Text>
      {others.length > 0 ? (
        <EndOthers count={others.length} />
      ) : (
        <Text size="sm" c="dimmed">
          No other devices are signed in.
        </Text>
      )}
      <BoxedList>
        {[...own, ...others].map(session => (
          <Session key={session.id} session={session} />
        ))}
      </BoxedList>
    </Stack>
  )
}

function Session({ session }: { session: OwnSession }) {
  const end = useEndSession()
  const { id, user_agent, address, last_used_at, is_current } = session
  const device = deviceOf(user_agent)
  const Icon = isHandheld(user_agent) ? IconDeviceMobile : IconDeviceDesktop
  const signOut = () => sayWhenDone(end.mutateAsync(id), `${device} was signed out`)
  return (
    <li className={classes.session}>
      <Icon size={20} aria-hidden className={classes.icon} />
      <div className={classes.words}>
        <span className={classes.device}>{device}</span>
        {is_current && (
          <Badge variant="light" size="sm">
            This device
          </Badge>
        )}
        <div className={classes.details}>
          {is_current ? (
            'In use now'
          ) : (
            <>
              Last used <ZonedTime instant={last_used_at} timezone={here} zone="hint" />
            </>
          )}
          {address && ` · ${address}`}
        </div>
      </div>
      {!is_current && (
        <Button
          variant="default"
          size="xs"
          loading={end.isPending}
          onClick={signOut}
          aria-label={`Sign out ${device}`}
        >
          Sign out
        </Button>
      )}
    </li>
  )
}

function EndOthers({ count }: { count: number }) {
  const end = useEndOtherSessions()
  const { ask, dialog } = useConfirm()
  const signOut = async () => {
    const isSure = await ask({
      title: 'Sign out everywhere else?',
      text: `${count === 1 ? 'One other device has' : `${count} other devices have`} to log in again. The addresses of your calendar feeds stop working.`,
    })
    if (isSure) sayWhenDone(end.mutateAsync(), 'Signed out everywhere else')
  }
  return (
    <div>
      <Button variant="default" loading={end.isPending} onClick={() => void signOut()}>
        Sign out everywhere else
      </Button>
      {dialog}
    </div>
  )
}
