import { Button } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { can } from '#domain/permissions/can.ts'
import type { Board, BoardRow } from '#domain/publishing/board-contract.ts'
import { useRemindApprovers } from '#web/features/approvals/sending-api.ts'
import { usePublishAgain, usePublishPost } from '#web/features/publishing/api.ts'
import { LinkButton } from '#web/ui/link-button.tsx'
import { sayWhenDone } from '#web/ui/toast.tsx'

const MoveDialog = lazy(() => import('./move-dialog.tsx').then(module => ({ default: module.MoveDialog })))

type Props = { readonly row: BoardRow; readonly client: Board['clients'][number] }

/** In a list of hundreds, all are named for what they are about. */
const look = { size: 'compact-xs', variant: 'default' } as const

const movable = ['overdue', 'missed_window', 'by_hand', 'too_many']
const mended = ['network_not_connected', 'reconnect_needed', 'access_ends']

/** What can be done about a version in one click, or where it is done. Each is an action that its own screen has too. */
export function WaysOut({ row, client }: Props) {
  const code = row.reasons[0]?.code
  if (code === 'waits_for_approval') return can(client, 'post.sendToApproval') && <Remind row={row} />
  if (code === 'failed') return can(client, 'post.publish') && <PublishAgain row={row} />
  if (code !== undefined && mended.includes(code))
    return (
      can(client, 'project.manage') && (
        <LinkButton
          {...look}
          to="/$projectId/settings/social-accounts"
          params={{ projectId: row.project_id }}
          aria-label={`Reconnect ${row.social_network} of ${client.name}`}
        >
          Reconnect
        </LinkButton>
      )
    )
  if (code !== undefined && movable.includes(code)) return <Move row={row} />
  return null
}

function Move({ row }: { readonly row: BoardRow }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button {...look} onClick={() => setOpen(true)}>
        Move
      </Button>
      {isOpen && (
        <Suspense fallback={null}>
          <MoveDialog row={row} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}

function Remind({ row }: { readonly row: BoardRow }) {
  const remind = useRemindApprovers()
  return (
    <Button
      {...look}
      loading={remind.isPending}
      onClick={() => sayWhenDone(remind.mutateAsync({ post_id: row.post_id }), 'Approvers reminded')}
    >
      Remind
    </Button>
  )
}

/** An unconfirmed version is looked up first; every other one is tried again with what else of its post has failed. */
function PublishAgain({ row }: { readonly row: BoardRow }) {
  const post = usePublishPost(row.project_id)
  const version = usePublishAgain(row.project_id)
  const isUnconfirmed = row.failure_reason === 'unconfirmed'
  return (
    <Button
      {...look}
      loading={post.isPending || version.isPending}
      onClick={() => (isUnconfirmed ? version.mutate(row.post_social_id) : post.mutate(row.post_id))}
    >
      Publish again
    </Button>
  )
}
