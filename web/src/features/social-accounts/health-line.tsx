import { Text } from '@mantine/core'
import { IconAlertTriangle, IconCircleCheck, IconClockExclamation, IconHelpCircle } from '@tabler/icons-react'
import { readInstant } from '#domain/kernel/time.ts'
import { formatInstant, formats } from '#domain/kernel/time-format.ts'
import { reconnectReasons } from '#domain/social-accounts/health.ts'
import type { AccountHealth, AccountWithHealth } from '#domain/social-accounts/model.ts'
import { useTimezone } from '#web/platform/shown-project.ts'
import { ZonedTime } from '#web/ui/time/zoned-time.tsx'
import classes from './social-accounts.module.css'

const signs: Readonly<Record<AccountHealth, { text: string; Icon: typeof IconCircleCheck }>> = {
  works: { text: 'Works', Icon: IconCircleCheck },
  expiring: { text: 'Expires soon', Icon: IconClockExclamation },
  needs_reconnecting: { text: 'Needs reconnecting', Icon: IconAlertTriangle },
  unknown: { text: 'Could not be checked', Icon: IconHelpCircle },
}

/** The health of an account: its state, when it expires, who connected it, and what to do if it does not work. */
export function HealthLine({ account }: { account: AccountWithHealth }) {
  const timezone = useTimezone()
  const { health, reason, expires_at: end, connected_by: by, connected_at: since } = account
  const { text, Icon } = signs[health]
  const why = reason === null ? null : reconnectReasons[reason]
  // Once the network has revoked access, its expiry date no longer matters.
  const isEndShown = end !== null && (reason === null || reason === 'expired')
  return (
    <>
      <div className={classes.health}>
        <span className={classes.state} data-health={health}>
          <Icon size={16} aria-hidden />
          {text}
        </span>
        {isEndShown && (
          <Text span size="sm" c="dimmed">
            {health === 'needs_reconnecting' ? 'Expired on ' : 'Expires on '}
            <ZonedTime instant={end} timezone={timezone} format="day" zone="hint" />
          </Text>
        )}
        <Text span size="sm" c="dimmed">
          Connected{by ? ` by ${by.name}` : ''} on {formatInstant(readInstant(since), timezone, formats.day)}
        </Text>
      </div>
      {why && (
        <Text size="sm">
          {why.text} {why.nextStep}
        </Text>
      )}
    </>
  )
}
