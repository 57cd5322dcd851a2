import { useMediaQuery } from '@mantine/hooks'
import { lazy, Suspense, useRef, useState } from 'react'
import type { ApprovalListName } from '#domain/approvals/list-place.ts'
import type { SocialNetwork } from '#domain/networks/model.ts'
import type { Post, PostSocial } from '#domain/posts/model.ts'
import { useProjectId } from '#web/platform/shown-project.ts'
import { openVersions, type Viewer, versionOf } from '../decision/decision-rules.ts'
import { useFrozenVersions } from '../decision/use-frozen-versions.ts'
import { usePicturesShown } from '../decision/use-pictures-shown.ts'
import { settleAfterDecisionMs, useSettled } from '../decision/use-settled.ts'
import type { Neighbours } from '../list/list-api.ts'
import { ItemDecision } from './item-decision.tsx'
import { ItemHeader } from './item-header.tsx'
import { ItemStage } from './item-stage.tsx'
import classes from './item-view.module.css'
import { type ItemOrigin, useItemNavigation } from './use-item-navigation.ts'

type Props = {
  readonly post: Post
  readonly social: PostSocial
  /** The posts of the list beside it; undefined until they are loaded. */
  readonly beside: Neighbours | undefined
  readonly list: ApprovalListName
  readonly from: ItemOrigin
  readonly viewer: Viewer
  readonly isProvisional: boolean
  /** False right after the screen has changed. */
  readonly isSettled: boolean
  /** The network in the address: its version may be gone. */
  readonly wanted: SocialNetwork
  /** When the last decision was made on this screen, in ms of `performance.now()`. */
  readonly lastDecision: { current: number }
}

/** After a decision about the previous post, rather than a link, the heading gets the focus. */
export const followMs = 3000

/** Below the post and its buttons on a phone: it comes after them. */
const ItemConversation = lazy(() =>
  import('./item-conversation.tsx').then(module => ({ default: module.ItemConversation })),
)

/** One post to decide about: the post, the buttons, the history. */
export function ItemView(props: Props) {
  const projectId = useProjectId()
  const { post, social, beside, list, from, viewer, isProvisional, lastDecision, isSettled } = props

  const isWide = useMediaQuery('(min-width: 62em)', false, { getInitialValueInEffect: false }) === true
  const go = useItemNavigation(projectId, list, from)
  const frozen = useFrozenVersions(post, isProvisional)
  const stage = useRef<HTMLElement>(null)
  const [above, setAbove] = useState<HTMLElement | null>(null)
  const shownAs = `${social.id}-${frozen.frozenVersion(social).version}`
  const arePicturesShown = usePicturesShown(stage, shownAs)
  // Approve stands where "Show the newer version" stood.
  const isVersionSettled = useSettled(String(frozen.timesReplaced), settleAfterDecisionMs)

  const openPost = (target: Post, replace: boolean) => {
    const network = versionOf(target, null, list, viewer)?.social_network ?? social.social_network
    void go.open({ postId: target.id, network }, replace)
  }
  const openNetwork = (network: SocialNetwork) => void go.open({ postId: post.id, network }, true)
  const next = beside?.following ?? null
  const goOn = (decided: readonly PostSocial[]) => {
    lastDecision.current = performance.now()
    const rest = openVersions(post, list, viewer).filter(({ id }) => decided.every(other => other.id !== id))
    if (rest[0]) openNetwork(rest[0].social_network)
    else if (next && list === 'pending') openPost(next, true)
    // What is left waits for others.
    else if (list === 'approved' || beside?.next) void go.toList()
    else void go.open({ postId: undefined, network: social.social_network }, true)
  }
  const swipe = (step: 1 | -1) => {
    const target = step === 1 ? beside?.next : beside?.previous
    if (target) openPost(target, false)
  }
  const isFollowing = performance.now() - lastDecision.current < followMs

  const panel = (
    <div className={classes.panel}>
      <Suspense fallback={null}>
        <ItemConversation post={post} postSocial={social} above={above} />
      </Suspense>
    </div>
  )
  const decision = (
    <ItemDecision
      post={post}
      social={social}
      frozenVersion={frozen.frozenVersion}
      isOutdated={frozen.newer !== null}
      onShowNewer={() => {
        if (frozen.newer) openNetwork(frozen.newer.social_network)
        frozen.showNewer()
      }}
      list={list}
      viewer={viewer}
      isWide={isWide}
      isSettled={isSettled && isVersionSettled}
      isShown={arePicturesShown && !isProvisional}
      onUndone={undone => {
        const network = undone[0]?.social_network ?? social.social_network
        void go.open({ postId: post.id, network }, false)
      }}
      onDecided={goOn}
      onNetwork={openNetwork}
      onNext={next && (() => openPost(next, true))}
      onBack={() => void go.toList()}
    />
  )
  return (
    <div className={classes.page}>
      <ItemHeader
        post={{ ...post, post_socials: post.post_socials.map(frozen.frozenVersion) }}
        beside={beside}
        backLabel={from === 'calendar' ? 'Back to the calendar' : 'Back to the list'}
        onBack={() => void go.back()}
        onOpen={target => openPost(target, false)}
        focusOn={isFollowing ? `${post.id}-${social.id}` : null}
      />
      <div ref={setAbove} />
      <div className={classes.layout}>
        <ItemStage
          key={social.id}
          stage={stage}
          post={post}
          social={{ ...frozen.frozenVersion(social), status: social.status, approvals: social.approvals }}
          personId={viewer.personId}
          changes={frozen.changes}
          missing={props.wanted === social.social_network ? null : props.wanted}
          onNetwork={openNetwork}
          onSwipe={swipe}
        />
        <div className={classes.side}>
          {isWide && decision}
          {panel}
        </div>
      </div>
      {!isWide && decision}
    </div>
  )
}
