import { lazy, Suspense, useState } from 'react'
import type { ApprovalListName } from '#domain/approvals/list-place.ts'
import type { SocialNetwork } from '#domain/networks/model.ts'
import { networkNames } from '#domain/networks/names.ts'
import type { Post, PostSocial } from '#domain/posts/model.ts'
import { useProjectId } from '#web/platform/shown-project.ts'
import { useConfirm } from '#web/ui/dialog/use-confirm.tsx'
import { usePreload } from '#web/ui/use-preload.ts'
import { ApproveButtons, DecisionBar, NewerVersion, UnapproveButtons } from '../decision/decision-bar.tsx'
import {
  coveredVersions,
  firstUnseen,
  isOpenVersion,
  mayApprove,
  mayRequestRevision,
  mayUnapproveWithRevision,
  type Viewer,
} from '../decision/decision-rules.ts'
import { useDecidedElsewhere } from '../decision/use-decided-elsewhere.ts'
import { useDecision } from '../decision/use-decision.ts'
import { useSeenVersions } from '../decision/use-seen-versions.ts'
import { useKnownVersions } from '../snapshots/use-known-versions.ts'

type Props = {
  readonly post: Post
  readonly social: PostSocial
  readonly frozenVersion: (social: PostSocial) => PostSocial
  readonly isOutdated: boolean
  readonly onShowNewer: () => void
  readonly list: ApprovalListName
  readonly viewer: Viewer
  readonly isWide: boolean
  /** False right after the screen has changed. */
  readonly isSettled: boolean
  /** Whether the content is on the screen, pictures and all. */
  readonly isShown: boolean
  readonly onUndone: (undone: readonly PostSocial[]) => void
  readonly onDecided: (decided: readonly PostSocial[]) => void
  readonly onNetwork: (network: SocialNetwork) => void
  /** Goes to the next waiting post; null: there is none. */
  readonly onNext: (() => void) | null
  readonly onBack: () => void
}

/** Most who open a post are to decide about it. */
const ClosedVersion = lazy(() =>
  import('../decision/closed-version.tsx').then(module => ({ default: module.ClosedVersion })),
)
const OthersTurn = lazy(() =>
  import('../decision/others-turn.tsx').then(module => ({ default: module.OthersTurn })),
)

const ApproveComment = lazy(() =>
  import('../decision/approve-comment.tsx').then(module => ({ default: module.ApproveComment })),
)

const loadRevision = () => import('./item-revision.tsx')
const ItemRevision = lazy(() => loadRevision().then(module => ({ default: module.ItemRevision })))
const soon = [loadRevision]

/** What this person can do about the shown version (docs/product/approvals.md "Approval item"). */
export function ItemDecision(props: Props) {
  const projectId = useProjectId()
  const { post, social, list, viewer, isWide, isSettled, isShown, onNext } = props
  const [isRevising, setRevising] = useState(false)
  // Once it was open, it stays, with what is written in it.
  const [wasRevising, setWasRevising] = useState(false)
  if (isRevising && !wasRevising) setWasRevising(true)
  usePreload(soon)
  const [isCommenting, setCommenting] = useState(false)
  const [comment, setComment] = useState('')
  const [decided, setDecided] = useState<readonly number[]>([])
  const { ask, dialog } = useConfirm()
  const decision = useDecision({
    ...props,
    onDecided: socials => {
      setDecided([...decided, ...socials.map(({ id }) => id)])
      setRevising(false)
      props.onDecided(socials)
    },
  })
  const isBusy = decision.approving > 0 || decision.isUnapproving
  const isOpen = isOpenVersion(post, social, list, viewer)
  const elsewhere = useDecidedElsewhere({
    versionId: social.id,
    isOpen,
    isOwn: isBusy || decided.includes(social.id),
    isWriting: isRevising,
    goOn: onNext,
  })
  const approvable = post.post_socials.filter(version => mayApprove(post, version))
  const shown = props.frozenVersion(social)
  const seen = useSeenVersions(shown, isShown)
  // With master content an approval covers what no button of its own decides about.
  const coveredBy = (socials: readonly PostSocial[]) =>
    coveredVersions(post, socials).map(props.frozenVersion)
  const known = useKnownVersions(projectId, post.id, coveredBy(approvable))
  const lookFirst = (socials: readonly PostSocial[]) =>
    firstUnseen(coveredBy(socials), [shown, ...seen, ...known])?.social_network ?? null
  const approveSeen = (socials: readonly PostSocial[], comment?: string) => {
    const network = lookFirst(socials)
    return network ? props.onNetwork(network) : approve(socials, comment)
  }
  const approve = (socials: readonly PostSocial[], comment = '') =>
    isSettled && isShown && void decision.approve(socials, comment)
  const unapprove = async () => {
    const yes = await ask({
      title: 'Unapprove this post?',
      text: 'It will not be published until it is approved again.',
      confirmLabel: 'Unapprove',
      cancelLabel: 'Cancel',
    })
    if (yes) await decision.unapprove()
  }
  const mayRequest = mayRequestRevision(post, social, viewer)
  const revise = () => isSettled && setRevising(true)

  const isClient = viewer.actor.role === 'external-approver'
  const content = () => {
    if (!isOpen && !isBusy)
      return (
        <ClosedVersion
          {...props}
          {...elsewhere}
          onRevise={mayRequest && list === 'pending' ? revise : null}
        />
      )
    if (props.isOutdated) return <NewerVersion onShow={props.onShowNewer} />
    if (list === 'approved')
      return (
        <UnapproveButtons
          mayRequest={mayUnapproveWithRevision(post, social, viewer)}
          isBusy={isBusy}
          onUnapprove={() => isSettled && void unapprove()}
          onRequest={revise}
        />
      )
    const buttons = (
      <ApproveButtons
        network={social.social_network}
        count={approvable.length}
        mayApprove={mayApprove(post, social)}
        mayRequest={mayRequest}
        approving={decision.approving}
        isShown={isShown}
        lookFirst={lookFirst([social])}
        lookFirstOfAll={lookFirst(approvable)}
        onApprove={() => approveSeen([social])}
        onApproveAll={() => approveSeen(approvable)}
        onRequest={revise}
        onComment={() => isSettled && setCommenting(true)}
      />
    )
    // Clients decide about what is theirs.
    if (isClient) return buttons
    return (
      <OthersTurn
        post={post}
        social={social}
        personId={viewer.personId}
        approvable={approvable}
        isBusy={isBusy}
        isShown={isShown}
        lookFirst={lookFirst}
        onApprove={approveSeen}
        onRequest={mayRequest ? revise : null}
      >
        {buttons}
      </OthersTurn>
    )
  }
  const commented = (socials: readonly PostSocial[], label: string) =>
    mayApprove(post, social) && lookFirst(socials) === null
      ? [{ label, approve: (text: string) => decision.approve(socials, text) }]
      : []
  const isTall = isOpen && (props.isOutdated || !isClient || list === 'approved' || approvable.length > 1)
  return (
    <>
      {!(isWide && isRevising) && (
        <DecisionBar rows={isTall || !isOpen ? 2 : 1} isAway={!isSettled}>
          <Suspense fallback={null}>{content()}</Suspense>
        </DecisionBar>
      )}
      <Suspense fallback={null}>
        {wasRevising && (
          <ItemRevision
            title={list === 'pending' ? 'Request revision' : 'Unapprove and request revision'}
            post={post}
            version={shown}
            versions={
              list === 'pending'
                ? post.post_socials.filter(
                    one => one.id === social.id || mayRequestRevision(post, one, viewer),
                  )
                : [social]
            }
            list={list}
            viewer={viewer}
            isWide={isWide}
            isOpen={isRevising}
            draft={`revision-${list}-${post.id}`}
            onSubmit={decision.requestRevision}
            onClose={() => setRevising(false)}
          />
        )}
      </Suspense>
      <Suspense fallback={null}>
        {isCommenting && isOpen && !props.isOutdated && (
          <ApproveComment
            choices={
              approvable.length > 1
                ? [
                    ...commented(approvable, `Approve all ${approvable.length}`),
                    ...commented([social], `Approve ${networkNames[social.social_network]}`),
                  ]
                : commented([social], 'Approve')
            }
            isPhone={!isWide}
            comment={comment}
            onComment={setComment}
            onClose={() => setCommenting(false)}
          />
        )}
      </Suspense>
      {dialog}
    </>
  )
}
