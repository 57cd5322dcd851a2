import { useState } from 'react'
import { networks, takesMessage } from '#domain/networks/network.ts'
import { MediaDrop } from '#web/features/media/components/media-drop.tsx'
import { toShownMedia } from '#web/features/media/components/shown-media.ts'
import type { useUploads } from '#web/features/media/components/use-uploads.ts'
import { PostFrame, type PreviewView } from '#web/features/posts/preview/components/post-frame.tsx'
import { PreviewMedia } from '#web/features/posts/preview/components/post-preview.tsx'
import type { PreviewAccount } from '#web/features/posts/preview/components/preview-content.ts'
import { networkNames } from '#web/ui/network-badge.tsx'
import { CharacterCounter } from './character-counter.tsx'
import type { Draft } from './draft.ts'
import type { Entry } from './draft-store.ts'
import { FirstCommentEditor } from './first-comment-editor.tsx'
import { MediaArea } from './media-area.tsx'
import { MediaLightbox } from './media-lightbox.tsx'
import { MessageEditor } from './message-editor.tsx'
import classes from './post-editor.module.css'
import type { Judge } from './use-judge.ts'
import { useMediaEditing } from './use-media-editing.ts'

/** The places that the list of problems jumps to. */
export const fieldIds = {
  type: 'post-type',
  message: 'post-message',
  first_comment: 'post-first-comment',
  media: 'post-media',
  link: 'post-message',
} as const

type Props = {
  readonly entry: Entry
  readonly account: PreviewAccount
  readonly date: string
  readonly view: PreviewView
  readonly judge: Judge | null
  readonly uploads: ReturnType<typeof useUploads>
  readonly onChange: (change: (draft: Draft) => Draft) => void
}

/** Writes the version for one network, inside what the network puts round it. Mount one for each post social. */
export function PostEditor({ entry, account, date, view, judge, uploads, onChange }: Props) {
  const { draft, saved, revision } = entry
  const network = saved.social_network
  const [open, setOpen] = useState<number | null>(null)
  const own = uploads.uploads.filter(({ target }) => target === saved.id)
  const editing = useMediaEditing({
    network,
    draft,
    uploading: own.filter(({ failure }) => failure === null).length,
    change: onChange,
    start: files => uploads.start(saved.id, files),
  })
  const shown = draft.media.flatMap(({ key, data, extraFields }) => {
    const item = data && toShownMedia(key, data, extraFields.alt_text)
    return item ? [item] : []
  })
  const hasText = takesMessage(network, draft.type)
  const { max } = networks[network].message
  const length = judge?.messageLength(network, draft.message) ?? null
  // Where the network shows pictures is where the first one is added, if the post needs one.
  const isInFrame = shown.length === 0 && (networks[network].types[draft.type]?.minFiles ?? 0) > 0
  const area = (
    <MediaArea
      id={fieldIds.media}
      network={network}
      media={shown}
      uploads={own}
      editing={editing}
      onOpen={setOpen}
      onDismiss={uploads.dismiss}
      onRetry={uploads.retry}
    />
  )
  return (
    <MediaDrop blockedBy={editing.blockedBy} onFiles={files => void editing.add(files)}>
      <div className={classes.editor}>
        <PostFrame
          network={network}
          account={account}
          date={date}
          view={view}
          message={
            hasText && (
              <MessageEditor
                id={fieldIds.message}
                label={`Message on ${networkNames[network]}`}
                message={draft.message}
                revision={revision}
                isInvalid={length !== null && length > max}
                describedBy="post-message-count"
                onChange={(message, editorState) =>
                  onChange(before =>
                    before.message === message ? before : { ...before, message, editorState },
                  )
                }
              />
            )
          }
          media={
            shown.length > 0 ? (
              <PreviewMedia network={network} media={shown} onOpen={setOpen} />
            ) : (
              isInFrame && <div className={classes.place}>{area}</div>
            )
          }
          comment={false}
        />
        {hasText && (
          <div className={classes.under}>
            <CharacterCounter id="post-message-count" length={length} max={max} />
          </div>
        )}
        {!isInFrame && area}
        {hasText && (
          <FirstCommentEditor
            id={fieldIds.first_comment}
            network={network}
            value={draft.firstComment}
            length={judge?.firstCommentLength(network, draft.firstComment) ?? null}
            onChange={firstComment => onChange(before => ({ ...before, firstComment }))}
          />
        )}
        {open !== null && (
          <MediaLightbox
            media={shown}
            start={open}
            onClose={() => setOpen(null)}
            onAltText={editing.describe}
            onRemove={editing.remove}
          />
        )}
      </div>
    </MediaDrop>
  )
}
