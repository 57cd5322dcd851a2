import { Button, Stack, Text, Title } from '@mantine/core'
import { IconUserPlus } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import type { Role } from '#domain/permissions/table.ts'
import { useGetProject } from '#web/features/projects/api.ts'
import { messageOf } from '#web/platform/api-error.ts'
import { useProjectId } from '#web/platform/shown-project.ts'
import { useHasDraft } from '#web/platform/use-draft.ts'
import { BoxedList } from '#web/ui/boxed-list.tsx'
import { holds, SearchField } from '#web/ui/form/search-field.tsx'
import { HeaderSlot } from '#web/ui/page/header-slot.tsx'
import { RowsLoading } from '#web/ui/rows-loading.tsx'
import { Empty, Failed } from '#web/ui/states.tsx'
import { useListProjectInvitations } from './api.ts'
import { InvitationRow } from './invitation-row.tsx'
import { inviteDrafts } from './invite-form.tsx'
import { InvitePanel, inviteDraftOf } from './invite-panel.tsx'
import { MemberRow } from './member-row.tsx'
import classes from './people.module.css'
import type { PeopleKind } from './people-kind.ts'

type Props = { readonly kind: PeopleKind }

/**
 * The people of the project and the open invitations; `Invite new member` in the header opens the form (docs/product/team.md
 * "Team page").
 */
export function PeopleScreen({ kind }: Props) {
  const projectId = useProjectId()
  // A person who left the page with people in the form finds it open again.
  const hasDraft = useHasDraft(...inviteDrafts(inviteDraftOf(projectId, kind)))
  const [isInviting, setInviting] = useState(hasDraft)
  const button = useRef<HTMLButtonElement>(null)
  const close = () => {
    setInviting(false)
    button.current?.focus()
  }
  return (
    <Stack gap="lg">
      <HeaderSlot>
        <Button
          ref={button}
          leftSection={<IconUserPlus size={16} aria-hidden />}
          onClick={() => setInviting(true)}
          aria-expanded={isInviting}
          visibleFrom="sm"
        >
          {/* Fixed wording (docs/product/team.md "Texts"). */}
          Invite new member
        </Button>
      </HeaderSlot>
      <div>
        <Title order={1} size="h3">
          {kind.title}
        </Title>
        <Text size="sm" c="dimmed">
          {kind.about}
        </Text>
      </div>
      {isInviting && <InvitePanel kind={kind} onClose={close} />}
      <PeopleList kind={kind} isInviting={isInviting} onInvite={() => setInviting(true)} />
    </Stack>
  )
}

type ListProps = Props & { readonly isInviting: boolean; readonly onInvite: () => void }

function PeopleList({ kind, isInviting, onInvite }: ListProps) {
  const projectId = useProjectId()
  const [text, setText] = useState('')
  const project = useGetProject(projectId)
  const invitations = useListProjectInvitations(projectId)
  const has = ({ role }: { readonly role: Role }) => kind.roles.some(each => each === role)
  const error = project.error ?? invitations.error
  if (error && !(project.data && invitations.data))
    return (
      <Failed
        message={messageOf(error)}
        onRetry={() => void Promise.all([project.refetch(), invitations.refetch()])}
      />
    )
  if (!project.data || !invitations.data) return <RowsLoading height={72} />
  const all = project.data.projectUsers.filter(has)
  const allInvited = invitations.data.filter(has)
  const isWanted = ({ name, email }: { readonly name: string; readonly email: string }) =>
    holds(`${name} ${email}`, text)
  const [members, invited] = [all.filter(isWanted), allInvited.filter(isWanted)]
  const invite = (
    <Button onClick={onInvite} leftSection={<IconUserPlus size={16} aria-hidden />}>
      Invite new member
    </Button>
  )
  if (all.length + allInvited.length === 0)
    return isInviting ? null : <Empty title={kind.empty} action={invite} />
  return (
    <>
      {!isInviting && <div className={classes.phoneInvite}>{invite}</div>}
      <SearchField
        label={`Search ${kind.title}`}
        rows={all.length + allInvited.length}
        found={members.length + invited.length}
        value={text}
        onChange={setText}
      />
      {all.length === 0 && <p className={classes.none}>{kind.empty}</p>}
      {members.length > 0 && (
        <BoxedList aria-label={kind.title}>
          {members.map(member => (
            <MemberRow key={member.id} project={project.data} member={member} />
          ))}
        </BoxedList>
      )}
      {invited.length > 0 && (
        <section aria-labelledby="invited">
          <Title order={2} size="h5" mb="xs" id="invited">
            Invited
          </Title>
          <BoxedList aria-labelledby="invited">
            {invited.map(invitation => (
              <InvitationRow key={invitation.id} invitation={invitation} />
            ))}
          </BoxedList>
        </section>
      )}
    </>
  )
}
