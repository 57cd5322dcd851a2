import { Button, Text, Textarea } from '@mantine/core'
import { IconBell } from '@tabler/icons-react'
import { type ReactNode, useRef } from 'react'
import { isOthersTurn, waitingForText } from '#domain/approvals/awaited-approvers.ts'
import { MESSAGE_MAX } from '#domain/approvals/limits.ts'
import { openRound } from '#domain/approvals/rounds.ts'
import type { SocialNetwork } from '#domain/networks/model.ts'
import { networkNames } from '#domain/networks/names.ts'
import type { Post, PostSocial } from '#domain/posts/model.ts'
import type { ApprovalType } from '#domain/posts/status.ts'
import { useGetProject } from '#web/features/projects/api.ts'
import { useConfirm } from '#web/ui/dialog/use-confirm.tsx'
import { sayWhenDone } from '#web/ui/toast.tsx'
import { useRemindApprovers } from '../sending-api.ts'
import classes from './decision-bar.module.css'
import { lookFirstLabel } from './decision-bar.tsx'

type Round = Parameters<typeof waitingForText>[0]

type RemindProps = { readonly post: Pick<Post, 'id' | 'project_id'>; readonly round: Round }

/** Whom a round waits for, and the button that reminds them. */
export function RemindLine({ post, round }: RemindProps) {
  const remind = useRemindApprovers()
  const people = useGetProject(post.project_id).data?.projectUsers ?? []
  return (
    <div className={classes.waiting}>
      <Text size="sm">{waitingForText(round, people)}</Text>
      <Button
        className={classes.button}
        leftSection={<IconBell size={18} aria-hidden />}
        loading={remind.isPending}
        onClick={() => sayWhenDone(remind.mutateAsync({ post_id: post.id }), 'Approvers reminded')}
      >
        Remind
      </Button>
    </div>
  )
}

/** In whose place an admin approves. */
const places: Readonly<Record<ApprovalType, string>> = { internal: 'the team', external: 'the client' }

/** Who reads a comment with it. */
const readers: Readonly<Record<ApprovalType, string>> = {
  internal: 'It stands in the history; clients do not read it.',
  external: 'It stands in the history and in the certificate; the client reads it.',
}

type Props = Pick<RemindProps, 'post'> & {
  readonly social: PostSocial
  readonly personId: number
  /** The versions that this person may approve; those without this one: they may not. */
  readonly approvable: readonly PostSocial[]
  readonly isBusy: boolean
  /** False while pictures are loading: nobody approves what they cannot see. */
  readonly isShown: boolean
  /** The network whose different content was not on the screen yet; null: all that the approval of these versions covers was. */
  readonly lookFirst: (socials: readonly PostSocial[]) => SocialNetwork | null
  readonly onApprove: (socials: readonly PostSocial[], comment: string) => void
  /** Null: this person may not ask for a revision. */
  readonly onRequest: (() => void) | null
  /** The buttons of those whose turn it is. */
  readonly children: ReactNode
}

/** Where it is others' turn, reminding them comes first, approving in their place second (docs/product/approvals.md "Approval item"). */
export function OthersTurn({ children, ...props }: Props) {
  const people = useGetProject(props.post.project_id).data?.projectUsers
  const round = openRound(props.social.approvals)
  // Until they are known, no button stands where another is about to.
  if (!people || !round) return null
  return isOthersTurn(round, people, props.personId) ? <InTheirPlace {...props} round={round} /> : children
}

type InTheirPlaceProps = Omit<Props, 'children'> & RemindProps

function InTheirPlace(props: InTheirPlaceProps) {
  const { post, round, social, approvable, isBusy, isShown, lookFirst, onApprove, onRequest } = props
  const { choose, dialog } = useConfirm()
  const place = places[round.type]
  // Kept when a network has to be looked at first.
  const comment = useRef('')
  const labelOf = (socials: readonly PostSocial[], label: string) => {
    const network = lookFirst(socials)
    return network ? lookFirstLabel(network) : label
  }
  const approve = async () => {
    const answer = await choose({
      title: `Approve for ${place}?`,
      text: 'The history says that you approved as admin. Nobody else is asked about it.',
      details: (
        <Textarea
          label="Comment (optional)"
          description={`How they said so. ${readers[round.type]}`}
          placeholder="By telephone, on Tuesday"
          maxLength={MESSAGE_MAX}
          autosize
          minRows={2}
          maxRows={6}
          defaultValue={comment.current}
          onChange={event => {
            comment.current = event.currentTarget.value
          }}
        />
      ),
      cancelLabel: 'Cancel',
      ...(approvable.length > 1
        ? {
            confirmLabel: labelOf(approvable, `Approve all ${approvable.length}`),
            otherLabel: labelOf([social], `Approve ${networkNames[social.social_network]}`),
          }
        : { confirmLabel: labelOf([social], 'Approve') }),
    })
    if (answer === 'cancel') return
    const socials = answer === 'confirm' && approvable.length > 1 ? approvable : [social]
    onApprove(socials, comment.current.trim())
  }
  return (
    <>
      <RemindLine post={post} round={round} />
      <div className={classes.pair} data-fitted>
        {onRequest && (
          <Button variant="default" className={classes.button} disabled={isBusy} onClick={onRequest}>
            Request revision
          </Button>
        )}
        {approvable.includes(social) && (
          <Button
            variant="default"
            className={classes.button}
            disabled={isBusy || !isShown}
            onClick={() => void approve()}
          >
            {isBusy ? 'Approving…' : `Approve for ${place}…`}
          </Button>
        )}
      </div>
      {dialog}
    </>
  )
}
