import { Button, Text } from '@mantine/core'
import { IconArrowRight, IconPencil } from '@tabler/icons-react'
import type { ApprovalListName } from '#domain/approvals/list-place.ts'
import { openRound } from '#domain/approvals/rounds.ts'
import type { SocialNetwork } from '#domain/networks/model.ts'
import { networkNames } from '#domain/networks/names.ts'
import { can } from '#domain/permissions/can.ts'
import type { Post, PostSocial } from '#domain/posts/model.ts'
import { useProjectId } from '#web/platform/shown-project.ts'
import { useGetApprovals } from '../api.ts'
import { closedText } from './closed-text.ts'
import classes from './decision-bar.module.css'
import { leadingMaster, openVersions, type Viewer } from './decision-rules.ts'
import { RemindLine } from './others-turn.tsx'

type Props = {
  readonly post: Post
  readonly social: PostSocial
  readonly list: ApprovalListName
  readonly viewer: Viewer
  /** Somebody else decided while the person was looking at it. */
  readonly isNews: boolean
  /** The screen moves on by itself unless told to stay. */
  readonly isGoing: boolean
  readonly stay: () => void
  readonly onNetwork: (network: SocialNetwork) => void
  readonly onNext: (() => void) | null
  readonly onBack: () => void
  /** Somebody who has approved may still change their mind. */
  readonly onRevise: (() => void) | null
}

/** Shown if there is nothing to decide about this version: says why, and where to go. */
export function ClosedVersion(props: Props) {
  const projectId = useProjectId()
  const { post, social, viewer, isNews, isGoing, stay, onRevise } = props
  const { data } = useGetApprovals(projectId, post.id)
  const history = data?.approvals.find(({ post_social_id: id }) => id === social.id)
  const isClient = viewer.actor.role === 'external-approver'
  const latest = history?.actions.find(({ round }) => !isClient || round === 'external') ?? null
  const lead = leadOf(props)
  const round = openRound(social.approvals)
  const mayRemind = round !== null && can(viewer.actor, 'post.sendToApproval')
  return (
    <>
      <Text size="sm" role={isNews ? 'status' : undefined}>
        {closedText({ post, social, latest, personId: viewer.personId, isClient, mayRemind })}
        {isGoing && ' The next post opens in a moment.'}
      </Text>
      {mayRemind && <RemindLine post={post} round={round} />}
      <div className={classes.pair}>
        {isGoing && (
          <Button variant="default" className={classes.button} onClick={stay}>
            Stay here
          </Button>
        )}
        {onRevise && !isGoing && (
          <Button
            variant="default"
            className={classes.button}
            leftSection={<IconPencil size={18} aria-hidden />}
            onClick={onRevise}
          >
            Request revision
          </Button>
        )}
        <Button
          variant="light"
          bg="var(--g-accent-soft)"
          c="var(--g-accent-text)"
          className={classes.button}
          rightSection={<IconArrowRight size={18} aria-hidden />}
          onClick={lead.go}
        >
          {lead.label}
        </Button>
      </div>
    </>
  )
}

/** Where to go from here: the version that decides for all, another that waits, the next post, the list. */
const leadOf = ({ post, social, list, viewer, onNetwork, onNext, onBack }: Props) => {
  const master = leadingMaster(post, social)
  const network = master?.social_network ?? openVersions(post, list, viewer)[0]?.social_network
  if (network) return { label: `Go to ${networkNames[network]}`, go: () => onNetwork(network) }
  return onNext ? { label: 'Next post', go: onNext } : { label: 'Back to the list', go: onBack }
}
