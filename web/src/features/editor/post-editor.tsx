import { lazy, Suspense, useState } from 'react'
import { isStory, type SocialNetwork } from '#domain/networks/model.ts'
import { networks, takesMessage } from '#domain/networks/network.ts'
import type { PreviewAccount } from '#domain/social-accounts/shown-account.ts'
import { MediaDrop } from '#web/features/media/media-drop.tsx'
import type { useUploads } from '#web/features/media/use-uploads.ts'
import { LatePresence } from '#web/features/posts/late-presence.tsx'
import { PostFrame, type PreviewView } from '#web/features/posts/previews/post-frame.tsx'
import { PreviewMedia } from '#web/features/posts/previews/post-preview.tsx'
import { StoryFrame, StoryPicture } from '#web/features/posts/previews/story-frame.tsx'
import { PostDetails } from './details/post-details.tsx'
import { type Draft, sameParts } from './draft/draft.ts'
import { useDraftState, useDrafts, useEntry } from './draft/draft-context.tsx'
import { isRefusedForGood } from './draft/draft-store.ts'
import { partsOf, shownLink } from './draft/shown-draft.ts'
import { useChanged } from './draft/use-changed.ts'
import { MediaArea } from './media/media-area.tsx'
import { MediaStrip } from './media/media-strip.tsx'
import { useMediaEditing } from './media/use-media-editing.ts'
import { isUploadOf } from './media/use-post-uploads.ts'
import { AddToPost } from './message/add-to-post.tsx'
import { CopyFromPool } from './message/copy-from-pool.tsx'
import { FirstCommentEditor } from './message/first-comment-editor.tsx'
import { MessageCounter } from './message/message-counter.tsx'
import { MessageField } from './message/message-field.tsx'
import { NetworkCounts } from './message/network-counts.tsx'
import classes from './post-editor.module.css'
import type { ProblemsOf } from './validation/entry-problems.ts'
import { fieldIds } from './validation/jump-to-field.ts'
import type { ContentValidator } from './validation/use-content-validator.ts'

const MediaLightbox = lazy(() =>
  import('./media/media-lightbox.tsx').then(module => ({ default: module.MediaLightbox })),
)

type Props = {
  /** The version. */
  readonly id: number
  readonly account: PreviewAccount
  readonly date: string
  readonly view: PreviewView
  readonly validator: ContentValidator | null
  readonly uploads: ReturnType<typeof useUploads>
  readonly problemsOf: ProblemsOf
  /** Shows another network's version. */
  readonly onSelect: (network: SocialNetwork) => void
}

/**
 * Edits the version for one network, inside that network's frame. Mount one for each post social. It renders again for
 * everything but the message, which its field and its counter follow themselves (decision 36).
 */
export function PostEditor(props: Props) {
  const { id, account, date, view, validator, uploads, problemsOf, onSelect } = props
  const store = useDrafts()
  const network = useEntry(id, ({ saved }) => saved.social_network)
  const draft = useEntry(id, entry => entry.draft, sameParts)
  const link = useEntry(id, entry => shownLink(entry.saved.social_network, entry.draft))
  const linked = useEntry(id, ({ saved }) => saved.linked_page)
  const isRefused = useDraftState(({ save }) => isRefusedForGood(save))
  const change = (how: (draft: Draft) => Draft) => store.edit(id, how)
  const [open, setOpen] = useState<number | null>(null)
  const changed = useChanged(id)
  const own = uploads.uploads.filter(upload => isUploadOf(upload, id, draft))
  const files = own.filter(({ slot }) => slot.place !== 'thumbnail')
  const editing = useMediaEditing({
    network,
    draft,
    uploading: files.filter(({ failure, slot }) => failure === null && slot.place === 'media').length,
    change,
    start: (chosen, slot) => uploads.start(id, chosen, slot),
  })
  const { media, cards } = partsOf(network, draft, link, linked)
  const rules = networks[network].types[draft.type]
  const hasText = takesMessage(network, draft.type)
  const isCards = rules?.cards !== undefined
  const isLinked = isCards || rules?.needsLink === true
  // Files are where and as the network shows them.
  const isFilled = media.length > 0 && !isStory(draft.type)
  const isInFrame = !isLinked && (isFilled || (media.length === 0 && (rules?.minFiles ?? 0) > 0))
  const area = (!isCards || media.length > 0) && (
    <MediaArea
      id={fieldIds.media}
      target={id}
      network={network}
      type={draft.type}
      media={media}
      uploads={files}
      editing={editing}
      onOpen={setOpen}
      onDismiss={uploads.dismiss}
      onRetry={uploads.retry}
      isAbovePictures={isInFrame && isFilled}
    />
  )
  const place = isInFrame && (
    <div className={classes.place} data-filled={isFilled}>
      {area}
      {isFilled && (
        <div className={classes.pictures}>
          <PreviewMedia content={{ network, type: draft.type, media, cards }} onOpen={setOpen} />
          {media.length === 1 && (
            <MediaStrip
              isOverPicture
              media={media}
              onMove={editing.move}
              onRemove={editing.remove}
              onOpen={setOpen}
            />
          )}
        </div>
      )}
    </div>
  )
  return (
    <MediaDrop
      blockedBy={isCards ? 'A link carousel takes only cards' : editing.blockedBy}
      onFiles={chosen => void editing.add(chosen)}
    >
      <div className={classes.editor}>
        {isStory(draft.type) ? (
          <StoryFrame network={network} account={account} view={view}>
            {media[0] ? <StoryPicture media={media[0]} /> : <div className={classes.inStory}>{place}</div>}
          </StoryFrame>
        ) : (
          <PostFrame
            network={network}
            account={account}
            date={date}
            view={view}
            isEdited
            message={
              hasText && (
                <>
                  <MessageField id={id} validator={validator} />
                  <div className={classes.counters}>
                    <div className={classes.insert}>
                      <AddToPost target={fieldIds.message} />
                      <CopyFromPool id={id} />
                    </div>
                    <LatePresence field="message" networks={changed.networks} />
                    <NetworkCounts
                      ids={changed.ids}
                      validator={validator}
                      problemsOf={problemsOf}
                      onSelect={onSelect}
                    />
                    <MessageCounter id={id} network={network} validator={validator} />
                  </div>
                </>
              )
            }
            media={
              !isInFrame && (media.length > 0 || cards.length > 0) ? (
                <PreviewMedia content={{ network, type: draft.type, media, cards }} onOpen={setOpen} />
              ) : (
                place
              )
            }
            comment={false}
          />
        )}
        {hasText && (
          <FirstCommentEditor
            id={fieldIds.first_comment}
            network={network}
            value={draft.firstComment}
            length={validator?.firstCommentLength(network, draft.firstComment) ?? null}
            onChange={firstComment => change(before => ({ ...before, firstComment }))}
            onMention={mention => change(before => ({ ...before, mentions: [...before.mentions, mention] }))}
          />
        )}
        {!isInFrame && !isLinked && area}
        <PostDetails
          network={network}
          draft={draft}
          uploads={own}
          editing={editing}
          linkId={fieldIds.link}
          textLink={link}
          linked={linked}
          onChange={change}
          onPicture={(slot, file) => uploads.start(id, [file], slot)}
          onDismiss={uploads.dismiss}
          onRetry={isRefused ? () => void store.saveNow() : undefined}
        />
        {!isInFrame && isLinked && area}
        {open !== null && (
          <Suspense fallback={null}>
            <MediaLightbox
              network={network}
              media={media}
              editing={editing}
              uploads={files}
              target={id}
              type={draft.type}
              start={open}
              onClose={() => setOpen(null)}
            />
          </Suspense>
        )}
      </div>
    </MediaDrop>
  )
}
