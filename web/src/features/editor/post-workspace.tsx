import { SegmentedControl } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { useSearch } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import type { SocialNetwork } from '#domain/networks/model.ts'
import type { Post } from '#domain/posts/model.ts'
import type { WritingField } from '#domain/posts/writing-fields.ts'
import type { Project } from '#domain/projects/model.ts'
import { ConversationPanel } from '#web/features/approvals/conversation/conversation-panel.tsx'
import { LatePresence } from '#web/features/posts/late-presence.tsx'
import { HeaderSlot } from '#web/ui/page/header-slot.tsx'
import { useShortcut } from '#web/ui/shortcuts.tsx'
import { ActionBar } from './actions/action-bar.tsx'
import { DraftProvider, useDraftState, useDrafts } from './draft/draft-context.tsx'
import { useDraftStore } from './draft/use-draft-store.ts'
import { EditorColumn } from './editor-column.tsx'
import classes from './post-workspace.module.css'
import { SaveIndicator } from './save-indicator.tsx'
import { useWorkspace } from './use-workspace.ts'
import { CopyContent } from './versions/copy-content.tsx'
import { NetworkStrip } from './versions/network-strip.tsx'

const ReturnedDesign = lazy(async () => ({
  default: (await import('./media/returned-design.tsx')).ReturnedDesign,
}))

// Two people seldom change the same text; the save that finds it out has reached the server, so the file can be loaded too.
const ConflictDialog = lazy(async () => ({
  default: (await import('./versions/conflict-dialog.tsx')).ConflictDialog,
}))

type Props = {
  readonly post: Post
  readonly project: Project
  readonly network: SocialNetwork
  readonly date: string | undefined
  readonly onSelect: (network: SocialNetwork) => void
  readonly onGone: () => void
}

/** The manage-post page: networks on the left, the editor, the conversation on the right (docs/product/posts.md "Editor page"). */
export function PostWorkspace(props: Props) {
  const store = useDraftStore(props.post)
  return (
    <DraftProvider store={store}>
      <WorkspaceColumns {...props} />
    </DraftProvider>
  )
}

function WorkspaceColumns({ post, project, network, date, onSelect, onGone }: Props) {
  const work = useWorkspace({ post, project, network, date, onGone })
  const { ids, problemsOf, selected, actions } = work
  const store = useDrafts()
  const hasConflict = useDraftState(({ entries }) =>
    [...entries.values()].some(({ theirs }) => theirs !== null),
  )
  const isNarrow = useMediaQuery('(max-width: 62em)', undefined, { getInitialValueInEffect: false })
  const [pane, setPane] = useState('post')

  const returned = Number(useSearch({ strict: false, select: ({ design }) => design }))
  useShortcut({ keys: 'mod+s', label: 'Save now', group: 'Post' }, () => void store.saveNow())
  if (selected === undefined) return null
  // A phone's bar has room for two buttons, enabled ones first; the others are behind the dots.
  const inOrder = isNarrow
    ? actions.main.toSorted((a, b) => Number(a.blockedBy !== null) - Number(b.blockedBy !== null))
    : actions.main
  const room = isNarrow ? 2 : inOrder.length
  const bar = <ActionBar main={inOrder.slice(0, room)} more={[...inOrder.slice(room), ...actions.more]} />
  const saving = <Saving />
  return (
    <div className={classes.workspace}>
      <HeaderSlot>
        <LatePresence postId={post.id} network={selected.social_network} />
        {!isNarrow && saving}
        {!isNarrow && bar}
      </HeaderSlot>
      <div className={classes.left}>
        <NetworkStrip ids={ids} selected={selected.id} problemsOf={problemsOf} onSelect={onSelect} />
        {!isNarrow && work.writable.includes(selected.id) && (
          <div className={classes.copy}>
            <CopyContent
              source={selected.id}
              targets={work.writable}
              whenUploaded={work.uploadWait.whenUploaded}
            />
          </div>
        )}
      </div>
      {isNarrow && (
        <SegmentedControl
          className={classes.panes}
          fullWidth
          aria-label="Part of the page"
          value={pane}
          onChange={setPane}
          data={[
            { value: 'post', label: 'Post' },
            { value: 'conversation', label: 'Conversation' },
          ]}
        />
      )}
      {(!isNarrow || pane === 'post') && (
        <div className={classes.centre} data-writing={'other' satisfies WritingField}>
          <EditorColumn
            key={selected.id}
            post={post}
            project={project}
            id={selected.id}
            work={work}
            isNarrow={isNarrow ?? false}
            onSelect={onSelect}
          />
        </div>
      )}
      {(!isNarrow || pane === 'conversation') && (
        <aside className={classes.right} aria-label="Conversation">
          <ConversationPanel post={post} postSocial={selected} />
        </aside>
      )}
      {isNarrow && (
        <div className={classes.bottom}>
          {saving}
          {bar}
        </div>
      )}
      {hasConflict && (
        <Suspense fallback={null}>
          <ConflictDialog />
        </Suspense>
      )}
      {returned > 0 && work.mayEdit && (
        <Suspense fallback={null}>
          <ReturnedDesign key={returned} design={returned} target={selected.id} uploads={work.uploads} />
        </Suspense>
      )}
      {actions.dialogs}
      {work.uploadWait.dialog}
      {work.guardDialog}
    </div>
  )
}

function Saving() {
  const store = useDrafts()
  const save = useDraftState(state => state.save)
  return <SaveIndicator save={save} onRetry={() => void store.saveNow()} />
}
