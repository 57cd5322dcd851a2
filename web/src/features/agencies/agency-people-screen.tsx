import { Button, Group, Skeleton, Stack, Text, Title } from '@mantine/core'
import { useState } from 'react'
import { roleNames } from '#domain/permissions/role-names.ts'
import { agencyInvitationRoles, type InvitedPerson } from '#domain/team/model.ts'
import {
  useListAgencyInvitations,
  useListAgencyUsers,
  useReloadTeam,
  useSendAgencyInvitation,
} from '#web/features/team/api.ts'
import { InvitationActions } from '#web/features/team/invitation-actions.tsx'
import { InviteForm } from '#web/features/team/invite-form.tsx'
import { messageOf } from '#web/platform/api-error.ts'
import { useProjectId } from '#web/platform/shown-project.ts'
import { PersonSummary } from '#web/ui/badge/person-summary.tsx'
import { BoxedList } from '#web/ui/boxed-list.tsx'
import { Failed, Loading } from '#web/ui/states.tsx'
import classes from './agency.module.css'
import { AgencyUserRow } from './agency-user-row.tsx'

type AgencyInvitationRowProps = {
  readonly invitationId: number
  readonly person: InvitedPerson
}

/** Somebody invited to the agency who has not accepted yet. */
function AgencyInvitationRow({ invitationId, person }: AgencyInvitationRowProps) {
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

type Props = { readonly agencyId: number }

/** Everybody of the agency with their roles, and open invitations (docs/product/agencies.md "People page"). */
export function AgencyPeopleScreen({ agencyId }: Props) {
  const projectId = useProjectId()
  const users = useListAgencyUsers(agencyId)
  const invited = useListAgencyInvitations(agencyId)
  const [isInviting, setInviting] = useState(false)
  const invite = useSendAgencyInvitation(agencyId)
  const reload = useReloadTeam(projectId)
  const error = users.error ?? invited.error
  if (error && !(users.data && invited.data))
    return (
      <Failed
        message={messageOf(error)}
        onRetry={() => void Promise.all([users.refetch(), invited.refetch()])}
      />
    )
  if (!users.data || !invited.data)
    return (
      <Loading>
        <Skeleton height={160} />
      </Loading>
    )
  const open = invited.data.flatMap(person =>
    person.invitation_id === null ? [] : [{ ...person, invitationId: person.invitation_id }],
  )
  return (
    <Stack gap="lg">
      <Group justify="space-between" align="start">
        <div>
          <Title order={1} size="h3" id="agency-people">
            People
          </Title>
          <Text size="sm" c="dimmed">
            Everybody of your agency, in whichever project.
          </Text>
        </div>
        {!isInviting && <Button onClick={() => setInviting(true)}>Invite to the agency</Button>}
      </Group>
      {isInviting && (
        <section className={classes.panel}>
          <InviteForm
            label="Invite to the agency"
            roles={agencyInvitationRoles}
            roleLabel="Agency role"
            invite={invite}
            onSent={() => void reload()}
            onAllSent={() => setInviting(false)}
            submitLabel="Invite"
            other={{ label: 'Cancel', onClick: () => setInviting(false), forgets: true }}
            keepAs={`invite-agency-${agencyId}`}
          />
        </section>
      )}
      <BoxedList aria-labelledby="agency-people">
        {users.data.map(person => (
          <AgencyUserRow key={person.id} agencyId={agencyId} person={person} />
        ))}
      </BoxedList>
      {open.length > 0 && (
        <section aria-labelledby="agency-invited">
          <Title order={2} size="h5" mb="xs" id="agency-invited">
            Invited
          </Title>
          <BoxedList aria-labelledby="agency-invited">
            {open.map(person => (
              <AgencyInvitationRow
                key={person.invitationId}
                invitationId={person.invitationId}
                person={person}
              />
            ))}
          </BoxedList>
        </section>
      )}
    </Stack>
  )
}
