import { lazy, Suspense, useState } from 'react'
import { isStory } from '#domain/networks/model.ts'
import { networks, takesMessage } from '#domain/networks/network.ts'
import { MediaDrop } from '#web/features/media/media-drop.tsx'
import type { useUploads } from '#web/features/media/use-uploads.ts'
import { PostFrame, type PreviewView } from '#web/features/posts/previews/post-frame.tsx'
import { PreviewMedia } from '#web/features/posts/previews/post-preview.tsx'
import type { PreviewAccount } from '#web/features/posts/previews/preview-content.ts'
import { StoryFrame, StoryPicture } from '#web/features/posts/previews/story-frame.tsx'
import { PostDetails } from './details/post-details.tsx'
import { type Draft, sameParts } from './draft/draft.ts'
import { useDrafts, useEntry } from './draft/draft-context.tsx'
import { partsOf, shownLink } from './draft/shown-draft.ts'
import { MediaArea } from './media/media-area.tsx'
import { useMediaEditing } from './media/use-media-editing.ts'
import { AddToPost } from './message/add-to-post.tsx'
import { FirstCommentEditor } from './message/first-comment-editor.tsx'
import { MessageCounter } from './message/message-counter.tsx'
import { MessageField } from './message/message-field.tsx'
import classes from './post-editor.module.css'
import { fieldIds } from './validation/jump-to-field.ts'
import type { ContentValidator } from './validation/use-content-validator.ts'

const MediaLightbox = lazy(() =>
  import('./media/media-lightbox.tsx').then(module => ({ default: module.MediaLightbox })),
)

type Props = {
  readonly projectId: number
  /** The version. */
  readonly id: number
  readonly account: PreviewAccount
  readonly date: string
  readonly view: PreviewView
  readonly validator: ContentValidator | null
  readonly uploads: ReturnType<typeof useUploads>
}

/**
 * Edits the version for one network, inside that network's frame. Mount one for each post social. It renders again for
 * everything but the message, which its field and its counter follow themselves (decision 36).
 */
export function PostEditor(props: Props) {
  const { projectId, id, account, date, view, validator, uploads } = props
  const store = useDrafts()
  const network = useEntry(id, ({ saved }) => saved.social_network)
  const draft = useEntry(id, entry => entry.draft, sameParts)
  const link = useEntry(id, entry => shownLink(entry.saved.social_network, entry.draft))
  const linked = useEntry(id, ({ saved }) => saved.linked_page)
  const change = (how: (draft: Draft) => Draft) => store.edit(id, how)
  const [open, setOpen] = useState<number | null>(null)
  const own = uploads.uploads.filter(({ target }) => target === id)
  const files = own.filter(({ slot }) => slot.place === 'media')
  const editing = useMediaEditing({
    network,
    draft,
    uploading: files.filter(({ failure }) => failure === null).length,
    change,
    start: chosen => uploads.start(id, chosen),
  })
  const { media, cards } = partsOf(network, draft, link, linked)
  const rules = networks[network].types[draft.type]
  const hasText = takesMessage(network, draft.type)
  const isCards = rules?.cards !== undefined
  const isLinked = isCards || rules?.needsLink === true
  // If the post needs an image, it is added where the network shows images.
  const isInFrame = media.length === 0 && (rules?.minFiles ?? 0) > 0
  const area = (!isCards || media.length > 0) && (
    <MediaArea
      projectId={projectId}
      id={fieldIds.media}
      network={network}
      type={draft.type}
      media={media}
      uploads={files}
      editing={editing}
      onOpen={setOpen}
      onDismiss={uploads.dismiss}
      onRetry={uploads.retry}
    />
  )
  const place = isInFrame && <div className={classes.place}>{area}</div>
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
            message={hasText && <MessageField projectId={projectId} id={id} validator={validator} />}
            media={
              media.length > 0 || cards.length > 0 ? (
                <PreviewMedia
                  projectId={projectId}
                  content={{ network, type: draft.type, media, cards }}
                  onOpen={setOpen}
                />
              ) : (
                place
              )
            }
            comment={false}
          />
        )}
        {hasText && (
          <div className={classes.under}>
            <AddToPost target={fieldIds.message} />
            <MessageCounter id={id} network={network} validator={validator} />
          </div>
        )}
        {!isInFrame && !isLinked && area}
        <PostDetails
          projectId={projectId}
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
        />
        {!isInFrame && isLinked && area}
        {hasText && (
          <FirstCommentEditor
            projectId={projectId}
            id={fieldIds.first_comment}
            network={network}
            value={draft.firstComment}
            length={validator?.firstCommentLength(network, draft.firstComment) ?? null}
            onChange={firstComment => change(before => ({ ...before, firstComment }))}
            onMention={mention => change(before => ({ ...before, mentions: [...before.mentions, mention] }))}
          />
        )}
        {open !== null && (
          <Suspense fallback={null}>
            <MediaLightbox
              {...{ projectId, network, media, editing }}
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
