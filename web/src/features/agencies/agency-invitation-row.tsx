import { Text } from '@mantine/core'
import { roleNames } from '#domain/permissions/role-names.ts'
import type { InvitedPerson } from '#domain/team/model.ts'
import { InvitationActions } from '#web/features/team/invitation-actions.tsx'
import { PersonSummary } from '#web/ui/badge/person-summary.tsx'
import classes from './agency.module.css'

type Props = {
  readonly invitationId: number
  readonly person: InvitedPerson
}

/** Somebody invited to the agency who has not accepted yet. */
export function AgencyInvitationRow({ invitationId, person }: Props) {
  const { name, email } = person.user
  return (
    <li className={classes.row}>
      <PersonSummary name={name} email={email} image={null} />
      <Text size="sm" c={person.status === 'expired' ? 'var(--g-danger-text)' : 'dimmed'}>
        {roleNames[person.agency_role]} · {person.status === 'expired' ? 'expired' : 'pending'}
      </Text>
      <InvitationActions invitation={{ id: invitationId, name, email }} className={classes.actions} />
    </li>
  )
}
