import { lazy, Suspense } from 'react'
import type { SocialNetwork } from '#domain/networks/model.ts'
import { networks } from '#domain/networks/network.ts'
import { hasVideoExtras } from '#domain/networks/video-extras.ts'
import type { LinkedPage } from '#domain/posts/model.ts'
import type { Upload, UploadSlot } from '#web/features/media/use-uploads.ts'
import type { Draft, DraftParts } from '../draft/draft.ts'
import type { useMediaEditing } from '../media/use-media-editing.ts'

// Most posts have neither a video nor a link of their own.
const VideoDetails = lazy(async () => ({ default: (await import('./video-details.tsx')).VideoDetails }))
const VideoConversion = lazy(async () => ({
  default: (await import('./video-conversion.tsx')).VideoConversion,
}))
const LinkEditor = lazy(async () => ({
  default: (await import('#web/features/editor/cards/link-editor.tsx')).LinkEditor,
}))
const CardEditor = lazy(async () => ({ default: (await import('../cards/card-editor.tsx')).CardEditor }))

type Props = {
  readonly network: SocialNetwork
  readonly draft: DraftParts
  readonly uploads: readonly Upload[]
  readonly editing: ReturnType<typeof useMediaEditing>
  readonly linkId: string
  /** The link of the message, for a link post that has none of its own. */
  readonly textLink: string
  /** What the card of the saved link is made of since the version was sent. */
  readonly linked: LinkedPage | null
  readonly onChange: (change: (draft: Draft) => Draft) => void
  readonly onPicture: (slot: UploadSlot, file: File) => void
  readonly onDismiss: (uploadId: string) => void
  /** Saves again, if the last save was refused. */
  readonly onRetry: (() => void) | undefined
}

/** What a type has besides its text and files: a link, cards, a video's thumbnail, title and keywords. */
export function PostDetails(props: Props) {
  const {
    network,
    draft,
    uploads,
    editing,
    linkId,
    textLink,
    linked,
    onChange,
    onPicture,
    onDismiss,
    onRetry,
  } = props
  const rules = networks[network].types[draft.type]
  const files = draft.media.filter(({ description }) => description === 'media')
  return (
    <Suspense fallback={null}>
      {rules?.needsLink && !rules.cards && (
        <LinkEditor
          id={linkId}
          network={network}
          draft={draft}
          textLink={textLink}
          linked={linked}
          onChange={onChange}
        />
      )}
      {rules?.cards && (
        <CardEditor
          id={linkId}
          network={network}
          draft={draft}
          uploads={uploads}
          onChange={onChange}
          onPicture={(key, file) => onPicture({ place: 'thumbnail', key }, file)}
          onDismiss={onDismiss}
        />
      )}
      {files
        .filter(({ data }) => data?.options.type === 'video')
        .map(video => (
          <VideoConversion
            key={video.key}
            network={network}
            type={draft.type}
            video={video}
            onRetry={onRetry}
          />
        ))}
      {hasVideoExtras(network) &&
        files.map(
          (file, index) =>
            file.data?.options.type === 'video' && (
              <VideoDetails
                key={file.key}
                network={network}
                video={file}
                upload={
                  uploads.find(({ slot }) => slot.place === 'thumbnail' && slot.key === file.key) ?? null
                }
                onChange={part => editing.describe(index, part)}
                onThumbnail={picture => onPicture({ place: 'thumbnail', key: file.key }, picture)}
                onDismiss={onDismiss}
              />
            ),
        )}
    </Suspense>
  )
}
