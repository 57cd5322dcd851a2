import { Select, Text } from '@mantine/core'
import { roleNames } from '#domain/permissions/role-names.ts'
import type { Invitation } from '#domain/team/model.ts'
import { useTimezone } from '#web/platform/shown-project.ts'
import { PersonSummary } from '#web/ui/badge/person-summary.tsx'
import { ZonedTime } from '#web/ui/time/zoned-time.tsx'
import { InvitationActions } from './invitation-actions.tsx'
import classes from './people.module.css'

type Props = {
  readonly invitation: Invitation
}

/** Somebody with an open invitation, which can be sent again or revoked. */
export function InvitationRow({ invitation }: Props) {
  const timezone = useTimezone()
  const { name, email, role, status, expires_at } = invitation
  return (
    <li className={classes.row}>
      <PersonSummary name={name} email={email} image={null}>
        <Text size="xs" c={status === 'expired' ? 'var(--g-danger-text)' : 'dimmed'}>
          {status === 'expired' ? 'Expired on' : 'Pending until'}{' '}
          <ZonedTime instant={expires_at} timezone={timezone} format="day" zone="hint" />
        </Text>
      </PersonSummary>
      <Select
        aria-label={`Role of ${name}`}
        data={[{ value: role, label: roleNames[role] }]}
        value={role}
        disabled
        className={classes.role}
      />
      <InvitationActions invitation={invitation} className={`${classes.actions} ${classes.wide}`} />
    </li>
  )
}
