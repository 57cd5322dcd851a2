import { lazy, Suspense } from 'react'
import type { Post } from '#domain/posts/model.ts'
import type { Project } from '#domain/projects/model.ts'
import { PostPreview } from '#web/features/posts/previews/post-preview.tsx'
import {
  accountOf,
  type PreviewContent,
  previewDate,
  shownComment,
  shownParts,
} from '#web/features/posts/previews/preview-content.ts'
import type { ItemView } from '#web/features/posts/previews/views.ts'
import type { Entry } from '../draft/draft-entries.ts'
import { PostEditor } from '../post-editor.tsx'
import type { Workspace } from '../use-workspace.ts'
import type { EditorMode } from './view-switch.tsx'

const InstagramGrid = lazy(async () => ({
  default: (await import('#web/features/posts/previews/instagram-grid.tsx')).InstagramGrid,
}))

type Props = {
  readonly post: Post
  readonly project: Project
  readonly entry: Entry
  readonly work: Workspace
  readonly view: ItemView
  readonly mode: EditorMode
  readonly canWrite: boolean
  readonly onChange: (change: Parameters<Workspace['store']['edit']>[1]) => void
}

/** The version in the chosen view: in the account's grid, in its editor, or as a preview. */
export function VersionStage({ post, project, entry, work, view, mode, canWrite, onChange }: Props) {
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
    date: previewDate(post, saved, project.timezone, new Date()),
    view,
  }
  if (!canWrite || mode === 'preview') return <PostPreview {...shown} />
  return (
    <PostEditor
      projectId={project.id}
      entry={entry}
      validator={work.validator}
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
  firstComment: shownComment(saved, draft.firstComment),
  ...shownParts(
    draft.type,
    draft.message,
    draft.media.map(({ key, data, thumbnail, description, extraFields: fields }) => ({
      ...{ key, data, description, fields, thumbnail: thumbnail?.data ?? null },
    })),
  ),
})
