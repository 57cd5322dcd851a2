import { Alert, Text } from '@mantine/core'
import { useSearch } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import type { PostType, SocialNetwork } from '#domain/networks/model.ts'
import { AddMediaButton } from '#web/features/media/media-drop.tsx'
import { acceptOf, kindsTaken, limitsOf } from '#web/features/media/media-limits.ts'
import type { ShownMedia } from '#web/features/media/shown-media.ts'
import { UploadList } from '#web/features/media/upload-list.tsx'
import type { Upload } from '#web/features/media/use-uploads.ts'
import { ShownShapes } from '#web/features/posts/previews/shown-shapes.tsx'
import { useDrafts } from '../draft/draft-context.tsx'
import { FromLibrary } from './from-library.tsx'
import classes from './media-area.module.css'
import { MediaStrip } from './media-strip.tsx'
import type { useMediaEditing } from './use-media-editing.ts'

const DesignButton = lazy(async () => ({
  default: (await import('#web/features/designs/design-button.tsx')).DesignButton,
}))

type FromDesignToolProps = {
  readonly size: 'xs' | 'sm'
  /** The version. */
  readonly target: number
  readonly isUploading: boolean
  readonly blockedBy: string | null
}

/** Makes a picture in the design tool. What is written is saved first, because the tool opens in this tab. */
function FromDesignTool({ size, target, isUploading, blockedBy }: FromDesignToolProps) {
  const store = useDrafts()
  const isWanted = useSearch({ strict: false, select: ({ design }) => design === 'new' })
  return (
    <Suspense fallback={null}>
      <DesignButton
        size={size}
        postSocialId={target}
        blockedBy={blockedBy ?? (isUploading ? 'A file is still being uploaded' : null)}
        isOpenAtFirst={isWanted}
        save={() => store.saveNow()}
      />
    </Suspense>
  )
}

type Props = {
  readonly id: string
  /** The version. */
  readonly target: number
  readonly network: SocialNetwork
  readonly type: PostType
  readonly media: readonly ShownMedia[]
  readonly uploads: readonly Upload[]
  readonly editing: ReturnType<typeof useMediaEditing>
  readonly onOpen: (index: number) => void
  readonly onDismiss: (id: string) => void
  readonly onRetry: (upload: Upload) => void
  /** The files are shown below, as the network will show them; a single one with its tools. */
  readonly isAbovePictures: boolean
}

/** The post's files in order, what may be added, and uploads in progress. */
export function MediaArea(props: Props) {
  const { id, target, network, type, media, uploads, editing, onOpen, onDismiss, onRetry, isAbovePictures } =
    props
  const size = isAbovePictures ? 'xs' : 'sm'
  return (
    <section className={classes.area} data-above={isAbovePictures} id={id} tabIndex={-1} aria-label="Media">
      {media.length > (isAbovePictures ? 1 : 0) && (
        <MediaStrip media={media} onMove={editing.move} onRemove={editing.remove} onOpen={onOpen} />
      )}
      <ShownShapes network={network} type={type} media={media} />
      <UploadList uploads={uploads} onDismiss={onDismiss} onRetry={onRetry} />
      {editing.refusals.length > 0 && (
        <Alert
          color="red"
          variant="light"
          role="alert"
          withCloseButton
          closeButtonLabel="Close"
          onClose={editing.clearRefusals}
        >
          {editing.refusals.map(reason => (
            <Text size="sm" key={reason}>
              {reason}
            </Text>
          ))}
        </Alert>
      )}
      <div className={classes.add}>
        <AddMediaButton
          size={size}
          accept={acceptOf(network, type)}
          blockedBy={editing.blockedBy}
          onFiles={files => void editing.add(files)}
        >
          {media.length === 0 ? `Add ${wordsFor(network, type)}` : 'Add more'}
        </AddMediaButton>
        <FromLibrary size={size} editing={editing} />
        {kindsTaken(network, type).includes('image') && (
          <FromDesignTool
            size={size}
            target={target}
            isUploading={uploads.some(({ failure }) => failure === null)}
            blockedBy={editing.blockedBy}
          />
        )}
        <Text size="xs" c="dimmed" component="div" className={classes.limits}>
          {editing.blockedBy ??
            [
              `Or drop files here. Up to ${editing.most}.`,
              // Said before the first file; then there is less to read beside the text.
              ...(media.length === 0 ? limitsOf(network, type) : []),
            ].map(text => <div key={text}>{text}</div>)}
        </Text>
      </div>
    </section>
  )
}

const wordsFor = (network: SocialNetwork, type: PostType): string => {
  const kinds = kindsTaken(network, type)
  return kinds.includes('video') && kinds.includes('image') ? 'photo or video' : 'a file'
}
