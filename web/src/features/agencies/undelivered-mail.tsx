import { Button, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import type { ParkedMail } from '#domain/agencies/parked-mails-contract.ts'
import { useFocusPageWhenGone } from '#web/ui/dialog/use-focus-back.ts'
import { ZonedTime } from '#web/ui/time/zoned-time.tsx'
import { toast } from '#web/ui/toast.tsx'
import classes from './agency.module.css'
import { readerTimezone } from './api.ts'

type Props = {
  readonly mail: Pick<ParkedMail, 'id' | 'recipient' | 'subject' | 'reason' | 'failed_at'>
  /** Whose it is, where several agencies' mails stand in one list. */
  readonly agencyName?: string | null
  readonly isRetrying: boolean
  readonly onRetry: (mailId: number, options: { onSuccess: () => void }) => void
  /** More that can be done with it. */
  readonly children?: ReactNode
}

/** A row of a list of mails that nobody has got: to whom, since when, why, and Retry. */
export function UndeliveredMail({ mail, agencyName = null, isRetrying, onRetry, children }: Props) {
  useFocusPageWhenGone()
  const { id, recipient, subject, reason, failed_at } = mail
  return (
    <li className={classes.mail}>
      <div className={classes.what}>
        <Text size="sm" fw={600}>
          <bdi>{subject}</bdi>
        </Text>
        <Text size="sm">
          to <bdi>{recipient}</bdi>
          {agencyName !== null && (
            <>
              , <bdi>{agencyName}</bdi>
            </>
          )}
        </Text>
        <Text size="xs" c="dimmed">
          since <ZonedTime instant={failed_at} timezone={readerTimezone} zone="hint" />
        </Text>
        <Text size="xs" c="var(--g-danger-text)">
          <bdi>{reason}</bdi>
        </Text>
      </div>
      <div className={classes.actions}>
        <Button
          variant="default"
          size="sm"
          loading={isRetrying}
          onClick={() => onRetry(id, { onSuccess: () => toast.success(`Mail sent again to ${recipient}`) })}
          aria-label={`Retry: ${subject}, to ${recipient}`}
        >
          Retry
        </Button>
        {children}
      </div>
    </li>
  )
}
