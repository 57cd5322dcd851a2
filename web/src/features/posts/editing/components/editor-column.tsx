import { SegmentedControl } from '@mantine/core'
import { useState } from 'react'
import type { Problem } from '#domain/networks/model.ts'
import type { Post } from '#domain/posts/model.ts'
import type { Project } from '#domain/projects/model.ts'
import { toShownMedia } from '#web/features/media/components/shown-media.ts'
import type { PreviewView } from '#web/features/posts/preview/components/post-frame.tsx'
import { PostPreview } from '#web/features/posts/preview/components/post-preview.tsx'
import {
  accountOf,
  type PreviewContent,
  previewDate,
} from '#web/features/posts/preview/components/preview-content.ts'
import { PublishProgress } from '#web/features/publishing/components/publish-progress.tsx'
import { CopyContent } from './copy-content.tsx'
import type { Entry } from './draft-store.ts'
import { KeptOffer } from './kept-offer.tsx'
import { fieldIds, PostEditor } from './post-editor.tsx'
import classes from './post-workspace.module.css'
import { ProblemList } from './problem-list.tsx'
import { ScheduleLine } from './schedule-line.tsx'
import { TypeSelect } from './type-select.tsx'
import { isWritable, type Workspace } from './use-workspace.ts'

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
  const { store } = work
  const canWrite = work.mayEdit && isWritable(entry, post)
  const [view, setView] = useState<PreviewView>(isNarrow ? 'mobile' : 'desktop')
  const [mode, setMode] = useState<'edit' | 'preview'>('edit')
  const account = accountOf(project.socials, saved.social_network)
  const date = previewDate(post, saved, project.timezone)
  const edit = (change: Parameters<typeof store.edit>[1]) => store.edit(saved.id, change)
  return (
    <div className={classes.column}>
      <div className={classes.tools}>
        <ScheduleLine post={post} />
        <span className={classes.space} />
        {canWrite && (
          <TypeSelect
            id={fieldIds.type}
            network={saved.social_network}
            value={draft.type}
            onChange={type => edit(before => ({ ...before, type }))}
          />
        )}
      </div>
      <PublishProgress post={post} timezone={project.timezone} />
      <KeptOffer
        entry={entry}
        timezone={project.timezone}
        onAnswer={isRestoring => store.answerKept(saved.id, isRestoring)}
      />
      <div className={classes.tools}>
        <SegmentedControl
          size="xs"
          aria-label="View"
          value={view}
          onChange={value => setView(value as PreviewView)}
          data={[
            { value: 'desktop', label: 'Desktop' },
            { value: 'mobile', label: 'Mobile' },
          ]}
        />
        {canWrite && (
          <SegmentedControl
            size="xs"
            aria-label="Mode"
            value={mode}
            onChange={value => setMode(value as 'edit' | 'preview')}
            data={[
              { value: 'edit', label: 'Edit' },
              { value: 'preview', label: 'Preview' },
            ]}
          />
        )}
        <span className={classes.space} />
        {canWrite && (
          <CopyContent
            store={store}
            source={entry}
            targets={entries.filter(other => isWritable(other, post))}
          />
        )}
      </div>
      <ProblemList
        network={saved.social_network}
        problems={canWrite ? work.problemsOf(entry) : []}
        onJump={problem => {
          setMode('edit')
          // The field may only be there after the next paint.
          requestAnimationFrame(() => focusField(problem))
        }}
      />
      <div className={classes.stage}>
        {canWrite && mode === 'edit' ? (
          <PostEditor
            entry={entry}
            account={account}
            date={date}
            view={view}
            judge={work.judge}
            uploads={work.uploads}
            onChange={edit}
          />
        ) : (
          <PostPreview content={contentOf(entry)} account={account} date={date} view={view} />
        )}
      </div>
    </div>
  )
}

const contentOf = ({ saved, draft }: Entry): PreviewContent => ({
  network: saved.social_network,
  type: draft.type,
  message: draft.message,
  firstComment: draft.firstComment,
  media: draft.media.flatMap(({ key, data, extraFields }) => {
    const shown = data && toShownMedia(key, data, extraFields.alt_text)
    return shown ? [shown] : []
  }),
})

const focusField = ({ field }: Problem): void => {
  const element = document.getElementById(fieldIds[field])
  element?.scrollIntoView({ block: 'center' })
  element?.focus()
}
