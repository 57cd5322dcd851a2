import { lazy, Suspense, useState } from 'react'
import type { Problem } from '#domain/networks/model.ts'
import type { Post } from '#domain/posts/model.ts'
import type { Project } from '#domain/projects/model.ts'
import { PostPreview } from '#web/features/posts/preview/components/post-preview.tsx'
import {
  accountOf,
  type PreviewContent,
  previewDate,
  shownParts,
} from '#web/features/posts/preview/components/preview-content.ts'
import type { ItemView } from '#web/features/posts/preview/components/views.ts'
import { PublishProgress } from '#web/features/publishing/components/publish-progress.tsx'
import { CopyContent } from './copy-content.tsx'
import type { Entry } from './draft-entries.ts'
import { isWritable } from './entry-problems.ts'
import { KeptOffer } from './kept-offer.tsx'
import { fieldIds, PostEditor } from './post-editor.tsx'
import classes from './post-workspace.module.css'
import { ProblemList } from './problem-list.tsx'
import { ScheduleLine } from './schedule-line.tsx'
import { TypeNotes } from './type-notes.tsx'
import { TypeSelect } from './type-select.tsx'
import type { Workspace } from './use-workspace.ts'
import { type EditorMode, ViewSwitch } from './view-switch.tsx'

const InstagramGrid = lazy(async () => ({
  default: (await import('#web/features/posts/grid/components/instagram-grid.tsx')).InstagramGrid,
}))

type Props = {
  readonly post: Post
  readonly project: Project
  readonly entry: Entry
  readonly entries: readonly Entry[]
  readonly work: Workspace
  readonly isNarrow: boolean
}

/** The selected network's version: written, or looked at as the public will see it. */
export function EditorColumn({ post, project, entry, entries, work, isNarrow }: Props) {
  const { saved, draft } = entry
  const network = saved.social_network
  const canWrite = work.mayEdit && isWritable(entry, post)
  const [view, setView] = useState<ItemView>(isNarrow ? 'mobile' : 'desktop')
  const [mode, setMode] = useState<EditorMode>('edit')
  const edit = (change: Parameters<typeof work.store.edit>[1]) => work.store.edit(saved.id, change)
  return (
    <div className={classes.column}>
      <div className={classes.tools}>
        <ScheduleLine post={post} />
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
      <PublishProgress post={post} timezone={project.timezone} />
      <KeptOffer
        entry={entry}
        timezone={project.timezone}
        onAnswer={isRestoring => work.store.answerKept(saved.id, isRestoring)}
      />
      <div className={classes.tools}>
        <ViewSwitch
          network={network}
          view={view}
          onView={setView}
          mode={canWrite && view !== 'grid' ? mode : null}
          onMode={setMode}
        />
        <span className={classes.space} />
        {canWrite && (
          <CopyContent
            store={work.store}
            source={entry}
            targets={entries.filter(other => isWritable(other, post))}
          />
        )}
      </div>
      <ProblemList
        network={network}
        problems={canWrite ? work.problemsOf(entry) : []}
        onJump={problem => {
          setMode('edit')
          if (view === 'grid') setView(isNarrow ? 'mobile' : 'desktop')
          // The field may only be there after the next paint.
          requestAnimationFrame(() => focusField(problem))
        }}
      />
      <div className={classes.stage}>
        <Stage {...{ post, project, entry, work, view, canWrite, mode }} onChange={edit} />
      </div>
    </div>
  )
}

type StageProps = Pick<Props, 'post' | 'project' | 'entry' | 'work'> & {
  readonly view: ItemView
  readonly mode: EditorMode
  readonly canWrite: boolean
  readonly onChange: (change: Parameters<Workspace['store']['edit']>[1]) => void
}

/** The version in the chosen view: among the account's other pictures, in its editor, or as a preview. */
function Stage({ post, project, entry, work, view, mode, canWrite, onChange }: StageProps) {
  const { saved } = entry
  if (view === 'grid')
    return (
      <Suspense fallback={null}>
        <InstagramGrid projectId={project.id} timezone={project.timezone} currentPostId={post.id} />
      </Suspense>
    )
  const shown = {
    content: contentOf(entry),
    account: accountOf(project.socials, saved.social_network),
    date: previewDate(post, saved, project.timezone),
    view,
  }
  if (!canWrite || mode === 'preview') return <PostPreview {...shown} />
  return (
    <PostEditor
      projectId={project.id}
      entry={entry}
      judge={work.judge}
      uploads={work.uploads}
      onChange={onChange}
      {...shown}
    />
  )
}

const contentOf = ({ saved, draft }: Entry): PreviewContent => ({
  network: saved.social_network,
  type: draft.type,
  message: draft.message,
  firstComment: draft.firstComment,
  ...shownParts(
    draft.type,
    draft.message,
    draft.media.map(({ key, data, thumbnail, description, extraFields: fields }) => ({
      ...{ key, data, description, fields, thumbnail: thumbnail?.data ?? null },
    })),
  ),
})

const focusField = ({ field }: Problem): void => {
  const element = document.getElementById(fieldIds[field]) ?? document.getElementById(fieldIds.message)
  element?.scrollIntoView({ block: 'center' })
  element?.focus()
}
