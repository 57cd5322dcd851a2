import { Button, Title } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { useProject } from '#web/features/projects/api.ts'
import { useOwnProject } from '#web/platform/me.ts'
import { toast } from '#web/ui/toast.tsx'
import { useAgencyUsers, useInviting } from '../api.ts'
import { InviteForm } from './invite-form.tsx'
import { choosableFrom } from './member-choice.tsx'
import classes from './people.module.css'
import type { PeopleKind } from './people-kind.ts'

type Props = { readonly projectId: number; readonly kind: PeopleKind; readonly onClose: () => void }

/** The invite form of a screen, over its list. It takes the focus when it opens. */
export function InvitePanel({ projectId, kind, onClose }: Props) {
  const panel = useRef<HTMLElement>(null)
  const { invite, add, done } = useInviting(projectId)
  const candidates = useCandidates(projectId)
  const isForTeam = kind.roles.length > 1
  useEffect(() => {
    panel.current?.querySelector('input')?.focus()
  }, [])
  return (
    <section ref={panel} className={classes.panel} aria-labelledby="invite-new">
      <Title order={2} size="h5" mb="md" id="invite-new">
        Invite new member
      </Title>
      <InviteForm
        label="Invite new member"
        roles={kind.roles}
        {...(kind.roleNote ? { roleNote: kind.roleNote } : {})}
        invite={invite}
        candidates={isForTeam ? candidates : []}
        add={add}
        onSent={isAll => {
          void done()
          if (!isAll) return
          toast.success('Changes saved')
          onClose()
        }}
        submitLabel="Invite"
        other={
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
        }
      />
    </section>
  )
}

/** Members of the agency who are not in the project. Where they cannot be read, inviting by email still works. */
const useCandidates = (projectId: number) => {
  const { agency_id } = useOwnProject(projectId)
  const { data: people } = useAgencyUsers(agency_id)
  const { data: project } = useProject(projectId)
  return people && project ? choosableFrom(people, projectId, project.projectUsers) : []
}
