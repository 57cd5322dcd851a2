import { lazy, type ReactNode, Suspense, useState } from 'react'
import { roundsOnPlan } from '#domain/approvals/plan.ts'
import type { SocialNetwork } from '#domain/networks/model.ts'
import { networkNames } from '#domain/networks/names.ts'
import { can } from '#domain/permissions/can.ts'
import type { Post } from '#domain/posts/model.ts'
import {
  type ActionContext,
  type Offer,
  offerChangeSchedule,
  offerDelete,
  offerPublish,
  offerSave,
  offerSchedule,
  offerSendToApproval,
  offerSkipApproval,
  offerStop,
} from '#domain/posts/post-actions.ts'
import { goingOut } from '#domain/posts/publish-results.ts'
import type { ApprovalType } from '#domain/posts/status.ts'
import type { Project } from '#domain/projects/model.ts'
import { useSkipApproval, useSkipApprovalOfVersion } from '#web/features/approvals/api.ts'
import { useCopies } from '#web/features/duplication/use-copies.tsx'
import { LateSecondLook } from '#web/features/posts/late-second-look.tsx'
import { usePublishPost, usePublishPostAsAdmin } from '#web/features/publishing/api.ts'
import { choiceOf, type ScheduleChoice } from '#web/features/schedules/api.ts'
import { useStopPost } from '#web/features/schedules/stop-api.ts'
import { useRepeat } from '#web/features/series/use-repeat.tsx'
import { expectApiError } from '#web/platform/api-error.ts'
import { useConfirm } from '#web/ui/dialog/use-confirm.tsx'
import { toast } from '#web/ui/toast.tsx'
import type { WaitingAction } from '../media/upload-wait.tsx'
import type { BarAction } from './bar-action.ts'
import { useDeletion } from './use-deletion.ts'

const list = new Intl.ListFormat('en-GB')

/** The question before a post is published: where to, and that it cannot be undone. */
const publishQuestion = ({ post_socials: socials }: Post, asAdmin: boolean) => {
  const going = goingOut(socials, asAdmin ? 'publishing_started_by_admin' : 'publishing_started')
  const isRetry = going.some(({ status }) => status === 'publishing_failed')
  const names = list.format(going.map(({ social_network: network }) => networkNames[network]))
  const verb = isRetry ? 'Publish again' : 'Publish now'
  const out =
    going.length < socials.length ? `It is published on ${names} only, at once` : 'It is published at once'
  return {
    title: `${verb}?`,
    text:
      asAdmin && !isRetry
        ? `Not everything is approved. ${out}, on your own responsibility, and cannot be undone from here.`
        : `${out} and cannot be undone from here.`,
    confirmLabel: verb,
  }
}

/** Its date picker is loaded when first opened. */
const PostScheduleModal = lazy(() =>
  import('./post-schedule-modal.tsx').then(module => ({ default: module.PostScheduleModal })),
)

const SendToApprovalModal = lazy(() =>
  import('#web/features/approvals/send-to-approval-modal.tsx').then(module => ({
    default: module.SendToApprovalModal,
  })),
)

const SkipApprovalModal = lazy(() =>
  import('#web/features/approvals/skip-approval-modal.tsx').then(module => ({
    default: module.SkipApprovalModal,
  })),
)

/** What follows once a schedule is chosen. */
type AfterSchedule = 'nothing' | 'approval' | 'skip'
type Step =
  | { readonly kind: 'schedule'; readonly next: AfterSchedule }
  | { readonly kind: 'approval'; readonly skipped: readonly ApprovalType[] }
  | { readonly kind: 'skip' }

type Options = {
  readonly post: Post
  readonly project: Project
  /** The version that is being edited. */
  readonly network: SocialNetwork
  readonly context: ActionContext
  /** The problems that the post has now: those in `context` may be a key behind (decision 36). */
  readonly countProblems: () => number
  /** The day that was clicked in the calendar. */
  readonly preset: Partial<ScheduleChoice>
  /** Resolves to false if the person no longer wants to wait for the uploads. */
  readonly whenUploaded: (action: WaitingAction) => Promise<boolean>
  /** Saves everything first; a temporary post becomes a draft. Rejects with ApiError if it cannot. */
  readonly ensureSaved: () => Promise<unknown>
  readonly onDeleted: () => void
}

/** The buttons of a post, by its status and the person's role, and the dialogs they open (docs/product/posts.md "Buttons"). */
export const usePostActions = (options: Options) => {
  const { post, project, context, countProblems, preset, whenUploaded, ensureSaved } = options
  const [step, setStep] = useState<Step | null>(null)
  const { ask, dialog } = useConfirm()
  const publish = usePublishPost(project.id)
  const publishAsAdmin = usePublishPostAsAdmin(project.id)
  const skip = useSkipApproval(project.id)
  const skipOfVersion = useSkipApprovalOfVersion(project.id)
  const remove = useDeletion(options, ask)
  const [isBusy, setBusy] = useState(false)
  const copies = useCopies()
  const series = useRepeat()
  const stop = useStopPost(project.id)

  /** Runs `next` once everything is saved. A call that fails has shown its own toast. */
  const whenSaved = (action: WaitingAction, next: () => unknown) => async () => {
    if (!(await whenUploaded(action))) return
    setBusy(true)
    try {
      await ensureSaved()
      await next()
    } catch (error) {
      expectApiError(error)
    } finally {
      setBusy(false)
    }
  }
  /** A draft without a schedule gets one first (docs/product/schedules.md "Schedule modal"). */
  const scheduledThen = (next: Exclude<AfterSchedule, 'nothing'>) => () =>
    setStep(post.latest_schedule === null ? { kind: 'schedule', next } : afterSchedule(next))
  const publishNow = async (asAdmin: boolean) => {
    const isSure = await ask({
      ...publishQuestion(post, asAdmin),
      details: <LateSecondLook postId={post.id} />,
      cancelLabel: 'Cancel',
    })
    if (isSure) await (asAdmin ? publishAsAdmin : publish).mutateAsync(post.id)
  }
  const skipRounds = async (skipped: ApprovalType[], postSocialId: number | null) => {
    const { approval_plan: plan } =
      postSocialId === null
        ? await skip.mutateAsync({ post_id: post.id, skipped_approvals: skipped })
        : await skipOfVersion.mutateAsync({ post_social_id: postSocialId, skipped_approvals: skipped })
    if (plan.rounds.internal.isSkipped && plan.rounds.external.isSkipped) {
      toast.success('Changes saved')
      setStep(null)
      // The other networks still go through the rounds that this one skips.
    } else setStep({ kind: 'approval', skipped: postSocialId === null ? skipped : post.skipped_approvals })
  }

  /** An offered action. When it is chosen, what is written by then decides whether it runs. */
  const toAction = (
    offerIn: (context: ActionContext) => Offer | null,
    key: string,
    run: () => unknown,
    isDanger = false,
  ): OfferedAction => {
    const offer = offerIn(context)
    const runNow = () => {
      const blockedBy = offerIn({ ...context, problems: countProblems() })?.blockedBy ?? null
      if (blockedBy === null) void run()
      else toast.info(blockedBy)
    }
    return offer && { ...offer, key, run: runNow, isDanger }
  }

  const actions = {
    save: toAction(
      now => offerSave(post, now),
      'save',
      whenSaved('Saves', () => toast.success('Changes saved')),
    ),
    schedule: toAction(
      now => offerSchedule(post, now),
      'schedule',
      whenSaved('Schedules', () => setStep({ kind: 'schedule', next: 'nothing' })),
    ),
    change: toAction(
      now => offerChangeSchedule(post, now),
      'change',
      () => setStep({ kind: 'schedule', next: 'nothing' }),
    ),
    send: toAction(
      now => offerSendToApproval(post, now),
      'send',
      whenSaved('Sends', scheduledThen('approval')),
    ),
    skip: toAction(
      now => offerSkipApproval(post, now),
      'skip',
      whenSaved('Schedules', scheduledThen('skip')),
    ),
    publish: toAction(
      now => offerPublish(post, now),
      'publish',
      whenSaved('Publishes', () => publishNow(offerPublish(post, context)?.asAdmin ?? false)),
    ),
    duplicate: toAction(
      offerCopy('Duplicate…'),
      'duplicate',
      whenSaved('Copies', () => copies.duplicate([post.id])),
    ),
    clone: toAction(
      offerCopy('Clone to…'),
      'clone',
      whenSaved('Copies', () => copies.clone(cloned(post, project.timezone))),
    ),
    repeat: toAction(
      offerCopy('Repeat…'),
      'repeat',
      whenSaved('Copies', () =>
        series.repeat({
          postId: post.id,
          date: post.latest_schedule && choiceOf(post.latest_schedule, project.timezone).date,
        }),
      ),
    ),
    stop: toAction(
      now => offerStop(post, now),
      'stop',
      () => stop.mutate(post.id),
    ),
    remove: toAction(
      now => offerDelete(post, now),
      'remove',
      () => void remove(),
      true,
    ),
  }
  return {
    ...arrangeActions(post, actions, isBusy),
    dialogs: (
      <>
        {dialog}
        {copies.dialog}
        {series.dialog}
        {dialogOf()}
      </>
    ),
  }

  function dialogOf(): ReactNode {
    if (step === null) return null
    const close = () => setStep(null)
    if (step.kind === 'schedule')
      return (
        <Suspense fallback={null}>
          <PostScheduleModal
            post={post}
            network={options.network}
            preset={preset}
            isBeforeApproval={step.next !== 'nothing'}
            ensureSaved={ensureSaved}
            onClose={close}
            onScheduled={() => setStep(step.next === 'nothing' ? null : afterSchedule(step.next))}
          />
        </Suspense>
      )
    if (step.kind === 'skip')
      return (
        <Suspense fallback={null}>
          <SkipApprovalModal
            post={post}
            rounds={roundsOnPlan([], project.projectUsers)}
            onConfirm={skipRounds}
            onClose={close}
          />
        </Suspense>
      )
    return (
      <Suspense fallback={null}>
        <SendToApprovalModal
          posts={[{ id: post.id, name: '', blockedBy: null }]}
          users={project.projectUsers}
          skipped={step.skipped}
          sentBackId={post.post_socials.some(({ status }) => status === 'requires_revision') ? post.id : null}
          onClose={close}
        />
      </Suspense>
    )
  }
}

/** Whatever the post's status: what is live can be used again. */
const offerCopy =
  (label: string) =>
  ({ actor }: ActionContext): Offer | null =>
    can(actor, 'post.create') ? { label, blockedBy: null } : null

const cloned = ({ id, post_socials, latest_schedule: schedule }: Post, timezone: string) => ({
  postId: id,
  networks: post_socials.map(({ social_network }) => social_network),
  schedule: schedule && choiceOf(schedule, timezone),
})

const afterSchedule = (next: Exclude<AfterSchedule, 'nothing'>): Step =>
  next === 'approval' ? { kind: 'approval', skipped: [] } : { kind: 'skip' }

type OfferedAction = BarAction | null
type Actions = Readonly<
  Record<
    | 'save'
    | 'schedule'
    | 'change'
    | 'send'
    | 'skip'
    | 'publish'
    | 'duplicate'
    | 'clone'
    | 'repeat'
    | 'stop'
    | 'remove',
    OfferedAction
  >
>

/** The next step comes first; rare or irreversible actions are behind the three dots. */
const arrangeActions = (post: Post, actions: Actions, isBusy: boolean) => {
  const { save, schedule, change, send, skip, publish, duplicate, clone, repeat, stop, remove } = actions
  const isTimeFixed = post.status === 'on_publishing' || Boolean(change?.blockedBy)
  const isWaitingForPerson = post.status === 'pending_publish' || post.status === 'publishing_failed'
  const ordered = isWaitingForPerson
    ? [publish, change]
    : [send, isTimeFixed ? stop : null, schedule ?? change, post.status === 'temporary_draft' ? save : null]
  const main = ordered.filter(action => action !== null)
  const rest = [
    skip,
    publish,
    post.status === 'temporary_draft' ? null : save,
    duplicate,
    clone,
    repeat,
    stop,
    remove,
  ]
  const more = rest.filter(action => action !== null && !main.includes(action)) as BarAction[]
  return {
    main: main.map((action, index) => ({
      ...action,
      isRunning: isBusy && index === 0,
      isQuiet: action.key === 'change' || action.key === 'stop',
    })),
    more,
  }
}
