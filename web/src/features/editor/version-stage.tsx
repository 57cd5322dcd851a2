import { lazy, Suspense } from 'react'
import type { SocialNetwork } from '#domain/networks/model.ts'
import type { Post } from '#domain/posts/model.ts'
import type { Project } from '#domain/projects/model.ts'
import { accountOf } from '#domain/social-accounts/shown-account.ts'
import { PostPreview } from '#web/features/posts/previews/post-preview.tsx'
import { previewDate } from '#web/features/posts/previews/preview-content.ts'
import type { EditorView } from '#web/features/posts/previews/views.ts'
import { useEntry } from './draft/draft-context.tsx'
import { contentOf } from './draft/shown-draft.ts'
import { PostEditor } from './post-editor.tsx'
import type { Workspace } from './use-workspace.ts'
import type { EditorMode } from './versions/view-switch.tsx'

const PlannedGrid = lazy(async () => ({
  default: (await import('#web/features/posts/previews/planned-grid.tsx')).PlannedGrid,
}))

const DraftMockUps = lazy(async () => ({
  default: (await import('./versions/draft-mock-ups.tsx')).DraftMockUps,
}))

type Props = {
  readonly post: Post
  readonly project: Project
  /** The version. */
  readonly id: number
  readonly work: Workspace
  readonly view: EditorView
  readonly mode: EditorMode
  readonly canWrite: boolean
  readonly onSelect: (network: SocialNetwork) => void
}

/** The version in the chosen view: in the account's grid, among the mock-ups, in its editor, or as a preview. */
export function VersionStage({ post, project, id, work, view, mode, canWrite, onSelect }: Props) {
  const saved = useEntry(id, entry => entry.saved)
  if (view === 'grid')
    return (
      <Suspense fallback={null}>
        <PlannedGrid currentPostId={post.id} />
      </Suspense>
    )
  if (view === 'mock-up')
    return (
      <Suspense fallback={null}>
        <DraftMockUps post={post} project={project} current={saved.social_network} onNetwork={onSelect} />
      </Suspense>
    )
  const shown = {
    projectId: project.id,
    account: accountOf(project.socials, saved.social_network),
    date: previewDate(post, saved, project.timezone, new Date()),
    view,
  }
  if (!canWrite || mode === 'preview') return <DraftPreview id={id} {...shown} />
  const { validator, uploads, problemsOf } = work
  return (
    <PostEditor
      id={id}
      validator={validator}
      uploads={uploads}
      problemsOf={problemsOf}
      onSelect={onSelect}
      {...shown}
    />
  )
}

function DraftPreview({ id, ...shown }: { id: number } & Omit<Parameters<typeof PostPreview>[0], 'content'>) {
  const entry = useEntry(id, given => given)
  return <PostPreview content={contentOf(entry)} {...shown} />
}
