import { Button, Loader, Text } from '@mantine/core'
import { IconCheck, IconCircleCheckFilled, IconInfoCircle } from '@tabler/icons-react'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { phrase } from '#domain/kernel/languages/words.ts'
import type { SocialNetwork } from '#domain/networks/model.ts'
import { networkNames } from '#domain/networks/names.ts'
import { takesMessage } from '#domain/networks/network.ts'
import type { Post, PostSocial } from '#domain/posts/model.ts'
import { CommentButton } from '#web/features/approvals/decision/comment-button.tsx'
import { mayRequestRevision, type Viewer } from '#web/features/approvals/decision/decision-rules.ts'
import { say } from '#web/platform/words.ts'
import classes from './approve.module.css'
import {
  contentGroups,
  firstUnseenGroup,
  type Item,
  type ItemState,
  type Looked,
  type Opened,
  seenKey,
} from './items.ts'
import { ShownPost } from './shown-post.tsx'

const LinkTalk = lazy(() => import('./link-talk.tsx').then(module => ({ default: module.LinkTalk })))
const LinkChanges = lazy(() => import('./link-changes.tsx').then(module => ({ default: module.LinkChanges })))

export type CardProps = Looked & {
  readonly token: string
  readonly opened: Opened
  readonly viewer: Viewer
  readonly item: Item
  readonly onSeen: (social: PostSocial) => void
  /** Nothing can be decided at the moment: something is being sent, or the connection is away. */
  readonly isBlocked: boolean
  readonly isApproving: boolean
  /** The buttons are away for a moment after the screen has moved on. */
  readonly isAway?: boolean
  readonly onApprove: (post: Post) => void
  readonly onComment: (post: Post) => void
  /** These can be sent back; `shown` is on the screen. */
  readonly onRequest: (post: Post, versions: readonly PostSocial[], shown: PostSocial) => void
  /** Other words are to be written for what is on the screen. */
  readonly onPropose: (post: Post, shown: PostSocial) => void
}

const words: Readonly<Record<Exclude<ItemState, 'waiting'>, string>> = {
  approved: phrase('Approved'),
  revision: phrase('Revision requested'),
  gone: phrase('No longer waiting for you'),
}

/** One post with its decision. A decided one stays where it is and says so. */
export function ItemCard(props: CardProps) {
  const { token, opened, viewer, item, onSeen } = props
  const { post, state } = item
  const groups = contentGroups(post, viewer)
  // Somebody who has decided before begins with what changed.
  const [network, setNetwork] = useState<SocialNetwork | null>(
    () => groups[firstUnseenGroup(groups, props)]?.[0]?.social_network ?? null,
  )
  const [isAsking, setAsking] = useState(false)
  const isTalkedAbout = opened.talked_about.includes(post.id)
  const versions = groups.flat()
  const social = versions.find(({ social_network }) => social_network === network) ?? versions[0]
  if (!social) return null
  const label = say('Post of {networks}', {
    networks: versions.map(({ social_network }) => networkNames[social_network]).join(', '),
  })
  return (
    <article className={classes.card} data-state={state} aria-label={label}>
      <div className={classes.content}>
        {state === 'waiting' && opened.decided_before.includes(post.id) && (
          <Suspense fallback={null}>
            <LinkChanges
              key={versions.map(seenKey).join()}
              token={token}
              post={post}
              shown={social.social_network}
            />
          </Suspense>
        )}
        <ShownPost
          opened={opened}
          post={post}
          versions={versions}
          social={social}
          onSeen={onSeen}
          isChanged={item.isChanged && state === 'waiting'}
          isSettled={state !== 'waiting'}
          onNetwork={setNetwork}
        />
        {state === 'waiting' && (
          <div className={classes.more}>
            {!isTalkedAbout && !isAsking && (
              <Button variant="subtle" mih={44} onClick={() => setAsking(true)}>
                {say('Ask a question')}
              </Button>
            )}
            {versions.some(one => takesMessage(one.social_network, one.type)) && (
              <Button
                variant="subtle"
                mih={44}
                disabled={props.isBlocked || !props.seen.has(seenKey(social))}
                onClick={() => props.onPropose(post, social)}
              >
                {say('Propose other words')}
              </Button>
            )}
          </div>
        )}
        {state === 'waiting' && (isTalkedAbout || isAsking) && (
          <Suspense fallback={null}>
            <LinkTalk
              token={token}
              social={social}
              proposed={opened.proposed}
              versions={versions}
              timezone={opened.project.timezone}
              agency={opened.agency.name}
              isAsking={isAsking}
            />
          </Suspense>
        )}
      </div>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for a form */}
      <div role="group" className={classes.bar} data-decision-bar="1" aria-label={say('Decision')}>
        {state === 'waiting' ? (
          <Decision {...props} groups={groups} social={social} onNetwork={setNetwork} />
        ) : (
          <p className={classes.decided} data-state={state} role="status">
            {state === 'gone' ? (
              <IconInfoCircle size={20} aria-hidden />
            ) : (
              <IconCircleCheckFilled size={20} aria-hidden />
            )}
            {say(words[state])}
          </p>
        )}
      </div>
    </article>
  )
}

type DecisionProps = CardProps & {
  readonly groups: readonly (readonly PostSocial[])[]
  readonly social: PostSocial
  readonly onNetwork: (network: SocialNetwork) => void
}

function Decision({
  viewer,
  item: { post },
  seen,
  known,
  groups,
  social,
  isBlocked,
  isApproving,
  isAway = false,
  onNetwork,
  onApprove,
  onComment,
  onRequest,
}: DecisionProps) {
  const [unseen] = groups[firstUnseenGroup(groups, { seen, known })] ?? []
  const shown = groups.find(group => group.includes(social)) ?? []
  const revisable = groups.flat().filter(version => mayRequestRevision(post, version, viewer))
  // Hidden and not left out, so that the bar keeps its height.
  const away = isAway && { 'aria-hidden': true, 'data-away': true, style: { visibility: 'hidden' as const } }
  return (
    <div className={classes.pair} {...away}>
      {revisable.length > 0 && (
        <Button
          variant="default"
          className={classes.button}
          disabled={isBlocked}
          onClick={() => onRequest(post, revisable, social)}
        >
          {say('Request revision')}
        </Button>
      )}
      <div className={classes.approval}>
        <ApproveButton
          isBlocked={isBlocked}
          isApproving={isApproving}
          // The content on the screen is still loading, or another network's has to be looked at.
          unseen={unseen ? (shown.includes(unseen) ? 'this' : networkNames[unseen.social_network]) : null}
          onLook={() => unseen && onNetwork(unseen.social_network)}
          onApprove={() => onApprove(post)}
        />
        {(!unseen || shown.includes(unseen)) && (
          <CommentButton
            isDisabled={isBlocked || isApproving || unseen !== undefined}
            onClick={() => onComment(post)}
          />
        )}
      </div>
    </div>
  )
}

type ApproveProps = {
  readonly isBlocked: boolean
  readonly isApproving: boolean
  readonly unseen: string | null
  readonly onLook: () => void
  readonly onApprove: () => void
}

function ApproveButton({ isBlocked, isApproving, unseen, onLook, onApprove }: ApproveProps): ReactNode {
  if (unseen === 'this' || isApproving)
    return (
      <Button disabled className={classes.button} leftSection={<Loader size={16} color="gray" aria-hidden />}>
        {isApproving ? say('Approving…') : say('Loading…')}
      </Button>
    )
  if (unseen !== null)
    return (
      <Button variant="light" className={classes.button} disabled={isBlocked} onClick={onLook}>
        {say('Look at {network} first', { network: unseen })}
      </Button>
    )
  return (
    <Button
      className={classes.button}
      leftSection={<IconCheck size={18} aria-hidden />}
      disabled={isBlocked}
      onClick={onApprove}
    >
      {say('Approve')}
    </Button>
  )
}

/** A line about the whole page: offline, unsure, or what else is coming. */
export const Notice = ({ children, action }: { children: ReactNode; action?: ReactNode }) => (
  <div className={classes.notice} role="status">
    <Text size="sm">{children}</Text>
    {action}
  </div>
)
