import { Button, Select, Text } from '@mantine/core'
import type { AgencyUser } from '#domain/agencies/model.ts'
import { roleNames } from '#domain/permissions/role-names.ts'
import { agencyInvitationRoles } from '#domain/team/model.ts'
import { useMe } from '#web/platform/me.ts'
import { PersonSummary } from '#web/ui/badge/person-summary.tsx'
import { useConfirm } from '#web/ui/dialog/use-confirm.tsx'
import { useFocusPageWhenGone } from '#web/ui/dialog/use-focus-back.ts'
import { sayWhenDone } from '#web/ui/toast.tsx'
import classes from './agency.module.css'
import { useChangeAgencyRole, useRemoveAgencyUser } from './api.ts'

const projectsOf = ({ agency_role, projects }: AgencyUser): string => {
  if (agency_role === 'agency-admin') return 'All projects'
  return projects.map(({ name, role }) => `${name} (${roleNames[role]})`).join(', ') || 'No project yet'
}

type Props = { readonly agencyId: number; readonly person: AgencyUser }

/** Somebody of the agency: their projects, a role that can be changed, and a remove button. */
export function AgencyUserRow({ agencyId, person }: Props) {
  useFocusPageWhenGone()
  const { id } = useMe()
  const { ask, dialog } = useConfirm()
  const changing = useChangeAgencyRole(agencyId)
  const removal = useRemoveAgencyUser(agencyId)
  const isOwn = person.id === id
  const isClient = person.agency_role === 'external-approver'
  const roles = isClient ? [person.agency_role] : agencyInvitationRoles
  const change = async (value: string | null) => {
    const role = agencyInvitationRoles.find(each => each === value)
    if (!role || role === person.agency_role) return
    const isSure = await ask({
      title: (
        <>
          Make <bdi>{person.name}</bdi> {roleNames[role]}?
        </>
      ),
      text:
        role === 'agency-admin'
          ? 'Admins manage the agency and all its projects.'
          : `It takes effect at once. Roles in projects stay as they are.${person.agency_role === 'agency-admin' ? ' In other projects their calendar feeds, and links to reports that were mailed to them, stop working.' : ''}`,
      confirmLabel: 'Change role',
      cancelLabel: 'Cancel',
    })
    if (isSure) sayWhenDone(changing.mutateAsync({ userId: person.id, role }), 'Changes saved')
  }
  const remove = async () => {
    const isSure = await ask({
      title: (
        <>
          Are you sure you want to remove <bdi>{person.name}</bdi>?
        </>
      ),
      text: 'They leave the agency and all its projects at once. What they wrote and decided stays. Their calendar feeds, and links to reports that were mailed to them, stop working.',
      confirmLabel: 'Remove',
      cancelLabel: 'Cancel',
      danger: true,
    })
    if (isSure) sayWhenDone(removal.mutateAsync(person.id), 'Changes saved')
  }
  return (
    <li className={classes.row}>
      <PersonSummary
        name={person.name}
        email={person.email}
        image={person.avatar_image_link}
        mark={isOwn ? '(you)' : undefined}
      >
        <Text size="xs" c="dimmed">
          {projectsOf(person)}
          {person.is_blocked && ' · blocked'}
        </Text>
      </PersonSummary>
      <Select
        aria-label={`Role of ${person.name}`}
        data={roles.map(role => ({ value: role, label: roleNames[role] }))}
        value={person.agency_role}
        onChange={value => void change(value)}
        disabled={isOwn || isClient || changing.isPending}
        allowDeselect={false}
      />
      <div className={classes.actions}>
        {!isOwn && (
          <Button
            variant="subtle"
            size="sm"
            color="red"
            c="var(--g-danger-text)"
            loading={removal.isPending}
            onClick={() => void remove()}
            aria-label={`Remove ${person.name}`}
          >
            Remove
          </Button>
        )}
        {dialog}
      </div>
    </li>
  )
}
