import { type CSSProperties, lazy, Suspense, useState } from 'react'
import type { SocialNetwork } from '#domain/networks/model.ts'
import { can } from '#domain/permissions/can.ts'
import type { Post } from '#domain/posts/model.ts'
import { clientColour } from '#domain/projects/client-hue.ts'
import type { Project } from '#domain/projects/model.ts'
import { LateSecondLook } from '#web/features/posts/late-second-look.tsx'
import type { EditorView } from '#web/features/posts/previews/views.ts'
import { PublishProgress } from '#web/features/publishing/publish-progress.tsx'
import { PersonAvatar } from '#web/ui/badge/person-avatar.tsx'
import { ScheduleLine } from './actions/schedule-line.tsx'
import { TypeNotes } from './details/type-notes.tsx'
import { TypeSelect } from './details/type-select.tsx'
import { type Draft, sameParts } from './draft/draft.ts'
import { useDrafts, useEntry } from './draft/draft-context.tsx'
import { MissingFiles } from './draft/missing-files.tsx'
import { RestoreBanner } from './draft/restore-banner.tsx'
import { isUploadOf, missingFiles, withoutAwaited } from './media/use-post-uploads.ts'
import classes from './post-workspace.module.css'
import type { Workspace } from './use-workspace.ts'
import { sameProblems } from './validation/entry-problems.ts'
import { fieldIds, jumpToField } from './validation/jump-to-field.ts'
import { ProblemList } from './validation/problem-list.tsx'
import { VersionStage } from './version-stage.tsx'
import { CopyContent } from './versions/copy-content.tsx'
import { SharingLine } from './versions/sharing-line.tsx'
import { type EditorMode, ViewSwitch } from './versions/view-switch.tsx'

const ReplicationLine = lazy(async () => ({
  default: (await import('#web/features/duplication/replication-line.tsx')).ReplicationLine,
}))

const WaitingLine = lazy(async () => ({
  default: (await import('#web/features/approvals/waiting-line.tsx')).WaitingLine,
}))

const OtherAccounts = lazy(async () => ({
  default: (await import('#web/features/approvals/other-account.tsx')).OtherAccounts,
}))

const PlanningLines = lazy(async () => ({
  default: (await import('./actions/planning-lines.tsx')).PlanningLines,
}))

type Props = {
  readonly post: Post
  readonly project: Project
  /** The version. */
  readonly id: number
  readonly work: Workspace
  readonly isNarrow: boolean
  readonly onSelect: (network: SocialNetwork) => void
}

/** The selected network's version: in the editor, or as its public will see it. */
export function EditorColumn({ post, project, id, work, isNarrow, onSelect }: Props) {
  const store = useDrafts()
  const network = useEntry(id, ({ saved }) => saved.social_network)
  const draft = useEntry(id, entry => entry.draft, sameParts)
  const problems = useEntry(id, work.problemsOf, sameProblems)
  const canWrite = work.writable.includes(id)
  const [view, setView] = useState<EditorView>(isNarrow ? 'mobile' : 'desktop')
  const [mode, setMode] = useState<EditorMode>('edit')
  const isOverview = view === 'grid' || view === 'mock-up'
  const edit = (change: (before: Draft) => Draft) => store.edit(id, change)
  const missing = missingFiles(
    draft,
    work.uploads.uploads.filter(upload => isUploadOf(upload, id, draft)),
  )
  const showEditor = () => {
    setMode('edit')
    if (isOverview) setView(isNarrow ? 'mobile' : 'desktop')
  }
  return (
    <div className={classes.column}>
      <ClientMark project={project} />
      {post.post_socials.some(({ approvals }) => approvals.some(({ status }) => status === 'open')) && (
        <Suspense fallback={null}>
          <WaitingLine post={post} />
        </Suspense>
      )}
      <ScheduleLine post={post} preset={work.preset} mayChange={work.mayReschedule} />
      {post.media_replication_status !== null && (
        <Suspense fallback={null}>
          <ReplicationLine post={post} mayEdit={work.mayEdit} />
        </Suspense>
      )}
      <Suspense fallback={null}>
        <PlanningLines
          post={post}
          project={project}
          mayCreate={can(work.actor, 'post.create')}
          writable={work.writable}
        />
      </Suspense>
      {post.post_socials.some(
        ({ approved_for, account_before }) => (approved_for ?? account_before) !== undefined,
      ) && (
        <Suspense fallback={null}>
          <OtherAccounts socials={post.post_socials} />
        </Suspense>
      )}
      {work.mayEdit && <LateSecondLook postId={post.id} />}
      <PublishProgress post={post} />
      <RestoreBanner id={id} />
      {canWrite && (
        <MissingFiles
          names={missing}
          onGiveUp={() => edit(before => missing.reduce(withoutAwaited, before))}
        />
      )}
      <div className={classes.tools}>
        <ViewSwitch
          network={network}
          view={view}
          onView={setView}
          mode={canWrite && !isOverview ? mode : null}
          onMode={setMode}
        />
        <span className={classes.space} />
        {canWrite && (
          <TypeSelect
            id={fieldIds.type}
            network={network}
            value={draft.type}
            onChange={type => edit(before => ({ ...before, type }))}
          />
        )}
      </div>
      <TypeNotes network={network} type={draft.type} />
      {canWrite && <SharingLine post={post} actor={work.actor} id={id} ids={work.ids} />}
      <ProblemList
        network={network}
        problems={canWrite ? problems : []}
        onJump={problem => {
          showEditor()
          jumpToField(problem)
        }}
      />
      <div className={classes.stage}>
        <VersionStage
          post={post}
          project={project}
          id={id}
          work={work}
          view={view}
          canWrite={canWrite}
          mode={mode}
          onSelect={onSelect}
        />
      </div>
      {isNarrow && canWrite && (
        <CopyContent source={id} targets={work.writable} whenUploaded={work.uploadWait.whenUploaded} />
      )}
    </div>
  )
}

/** Whose post this is: logo and name on the client's colour (docs/product/posts.md "Second look"). */
function ClientMark({ project }: { readonly project: Pick<Project, 'id' | 'name' | 'logo_image_link'> }) {
  return (
    <p className={classes.client} style={{ '--client': clientColour(project.id) } as CSSProperties}>
      <PersonAvatar name={project.name} image={project.logo_image_link} size={24} radius="md" decorative />
      <bdi>{project.name}</bdi>
    </p>
  )
}
