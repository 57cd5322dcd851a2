import { Button, Group, Text, Textarea } from '@mantine/core'
import { IconCrop, IconReplace, IconTrash } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { altTextLimit } from '#domain/networks/alt-texts.ts'
import { isStory, type PostType, type SocialNetwork } from '#domain/networks/model.ts'
import { networks } from '#domain/networks/network.ts'
import { ALT_TEXT_MAX } from '#domain/posts/field-limits.ts'
import { EditDesignButton } from '#web/features/designs/edit-design-button.tsx'
import { Lightbox } from '#web/features/media/lightbox.tsx'
import { acceptOf } from '#web/features/media/media-limits.ts'
import { mediaWords, placeOf, type ShownMedia } from '#web/features/media/shown-media.ts'
import type { Upload } from '#web/features/media/use-uploads.ts'
import { FileButton } from '#web/ui/form/file-button.tsx'
import { useDrafts } from '../draft/draft-context.tsx'
import type { DraftMedia } from '../draft/draft-media.ts'
import { sameFileIn, type useMediaEditing } from './use-media-editing.ts'

const CropDialog = lazy(() => import('./crop-dialog.tsx').then(module => ({ default: module.CropDialog })))

type Props = {
  /** The version. */
  readonly target: number
  readonly network: SocialNetwork
  readonly type: PostType
  readonly media: readonly ShownMedia[]
  readonly start: number
  readonly editing: Pick<
    ReturnType<typeof useMediaEditing>,
    'files' | 'describe' | 'replace' | 'swap' | 'remove'
  >
  readonly uploads: readonly Upload[]
  readonly onClose: () => void
}

/** A file of the post, large, with its alternative text; a photo can be cropped, and each can be replaced or removed. */
export function MediaLightbox({ target, network, type, media, start, editing, uploads, onClose }: Props) {
  const [first, setFirst] = useState(start)
  const [cropped, setCropped] = useState<DraftMedia | null>(null)
  /** What was replaced last, and where. */
  const [former, setFormer] = useState<{ readonly index: number; readonly key: string } | null>(null)
  const describe = (index: number, text: string) =>
    editing.describe(index, { extraFields: { alt_text: text } })
  // Somebody else may move or remove the photo in the meantime, so it is known by itself and not by its place.
  if (cropped && sameFileIn(editing.files, cropped))
    return (
      <Suspense fallback={null}>
        <CropDialog
          network={network}
          type={type}
          item={cropped}
          onClose={() => setCropped(null)}
          onCropped={made => {
            editing.replace(cropped, made)
            setCropped(null)
          }}
        />
      </Suspense>
    )
  return (
    <Lightbox
      images={media.map(({ kind, original, poster, alt, name }, index) => ({
        src: original,
        alt: mediaWords({ alt, kind }, placeOf(index, media.length)),
        name,
        poster,
        isVideo: kind === 'video',
      }))}
      start={first}
      onClose={onClose}
    >
      {index => (
        <Group mt="md" align="flex-end" gap="md">
          <AltText
            network={network}
            type={type}
            item={media[index]}
            isNew={former?.index === index && former.key !== media[index]?.key}
            onChange={text => describe(index, text)}
          />
          {media[index]?.kind === 'image' && (
            <Button
              variant="default"
              leftSection={<IconCrop size={16} aria-hidden />}
              onClick={() => {
                setFirst(index)
                setCropped(editing.files[index] ?? null)
              }}
            >
              Crop
            </Button>
          )}
          <Replace
            accept={acceptOf(network, type)}
            item={editing.files[index]}
            uploads={uploads}
            swap={(item, file) => {
              setFormer({ index, key: item.key })
              return editing.swap(item, file)
            }}
          />
          <EditAgain target={target} item={editing.files[index]} />
          <Button
            variant="default"
            leftSection={<IconTrash size={16} aria-hidden />}
            onClick={() => {
              if (media.length === 1) onClose()
              editing.remove(index)
            }}
          >
            Remove
          </Button>
        </Group>
      )}
    </Lightbox>
  )
}

type AltTextProps = Pick<Props, 'network' | 'type'> & {
  readonly item: ShownMedia | undefined
  /** It has just taken another's place. */
  readonly isNew: boolean
  readonly onChange: (text: string) => void
}

/** The alternative text of a picture, where the network takes one. */
function AltText({ network, type, item, isNew, onChange }: AltTextProps) {
  if (!item) return null
  const limit = altTextLimit(network, type, item.kind)
  if (limit === null)
    return (
      <Text size="sm" c="dimmed" flex="1 1 320px">
        {networks[network].label} takes no alternative text for {isStory(type) ? 'stories' : 'videos'}.
      </Text>
    )
  return (
    <Textarea
      key={item.key}
      label="Alternative text"
      description={
        isNew
          ? 'The text of the former picture is gone. Describe the new one.'
          : 'Describes the picture to people who cannot see it.'
      }
      autoFocus={isNew}
      autosize
      minRows={1}
      maxRows={6}
      maxLength={Math.min(ALT_TEXT_MAX, limit)}
      flex="1 1 320px"
      defaultValue={item.alt}
      onChange={event => onChange(event.currentTarget.value)}
    />
  )
}

type ReplaceProps = Pick<Props, 'uploads'> & {
  readonly accept: string
  readonly item: DraftMedia | undefined
  /** Says why the file cannot take the place; null if it is on its way. */
  readonly swap: (item: DraftMedia, file: File) => Promise<string | null>
}

/** Another file in the place of this one; its progress is among the uploads. */
function Replace({ accept, item, uploads, swap }: ReplaceProps) {
  const [refusal, setRefusal] = useState<string | null>(null)
  if (!item) return null
  const isOnItsWay = ({ slot, failure }: Upload) =>
    failure === null && slot.place === 'replacement' && slot.key === item.key
  return (
    <>
      <FileButton
        accept={accept}
        onChange={file => {
          if (file) void swap(item, file).then(setRefusal)
        }}
      >
        {button => (
          <Button
            {...button}
            variant="default"
            leftSection={<IconReplace size={16} aria-hidden />}
            loading={uploads.some(isOnItsWay)}
          >
            Replace
          </Button>
        )}
      </FileButton>
      {refusal !== null && (
        <Text size="sm" c="var(--g-danger-text)" role="alert" w="100%">
          {refusal}
        </Text>
      )}
    </>
  )
}

type EditAgainProps = Pick<Props, 'target'> & { readonly item: DraftMedia | undefined }

/** Only for a picture that has a design to go back to. */
function EditAgain({ item, ...place }: EditAgainProps) {
  return item?.data?.canva_design_id === undefined || item.objectId === null ? null : (
    <EditSaved {...place} mediaId={item.objectId} />
  )
}

/** What is written is saved first, because the design tool opens in this tab. */
function EditSaved({ target, mediaId }: Pick<Props, 'target'> & { mediaId: number }) {
  const store = useDrafts()
  return <EditDesignButton mediaId={mediaId} postSocialId={target} save={() => store.saveNow()} />
}
