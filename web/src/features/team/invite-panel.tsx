import { Skeleton, Title } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { useProjectId } from '#web/platform/shown-project.ts'
import { Loading } from '#web/ui/states.tsx'
import { useReloadTeam, useSendProjectInvitation } from './api.ts'
import { InviteForm } from './invite-form.tsx'
import classes from './people.module.css'
import type { PeopleKind } from './people-kind.ts'
import { useAddCandidate, useCandidates } from './use-candidates.ts'

type Props = { readonly kind: PeopleKind; readonly onClose: () => void }

/** The name under which the form of a page keeps what was typed. */
export const inviteDraftOf = (projectId: number, kind: PeopleKind): string =>
  `invite-${projectId}-${kind.roles.join('-')}`

/** The invite form above the list of a page. It takes the focus when it opens. */
export function InvitePanel({ kind, onClose }: Props) {
  const projectId = useProjectId()
  const panel = useRef<HTMLElement>(null)
  const invite = useSendProjectInvitation(projectId)
  const add = useAddCandidate(projectId)
  const touchTeam = useReloadTeam(projectId)
  const isForTeam = kind.roles.length > 1
  const candidates = useCandidates(projectId, isForTeam)
  const isReady = candidates !== null
  useEffect(() => {
    if (isReady) panel.current?.querySelector('input')?.focus()
  }, [isReady])
  return (
    <section ref={panel} className={classes.panel} aria-labelledby="invite-new">
      <Title order={2} size="h5" mb="md" id="invite-new">
        {/* Fixed wording (docs/product/team.md "Texts"). */}
        Invite new member
      </Title>
      {isReady ? (
        <InviteForm
          label="Invite new member"
          roles={kind.roles}
          {...(kind.roleNote ? { roleNote: kind.roleNote } : {})}
          invite={invite}
          candidates={candidates}
          add={add}
          onSent={() => void touchTeam()}
          onAllSent={onClose}
          submitLabel="Invite"
          other={{ label: 'Cancel', onClick: onClose, forgets: true }}
          keepAs={inviteDraftOf(projectId, kind)}
        />
      ) : (
        <Loading>
          <Skeleton height={180} />
        </Loading>
      )}
    </section>
  )
}
