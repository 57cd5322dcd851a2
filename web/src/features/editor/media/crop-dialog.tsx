import { Alert, Button, Group, Modal, Stack, Text } from '@mantine/core'
import { IconRotateClockwise } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { type PercentCrop, ReactCrop } from 'react-image-crop'
import 'react-image-crop/dist/ReactCrop.css'
import { rotatedSize } from '#domain/media/crop.ts'
import type { Crop, Media } from '#domain/media/model.ts'
import type { PostType, Size, SocialNetwork } from '#domain/networks/model.ts'
import { useCropMedia, useListMedias } from '#web/features/media/api.ts'
import { useProjectId } from '#web/platform/shown-project.ts'
import { useFocusBack } from '#web/ui/dialog/use-focus-back.ts'
import type { DraftMedia } from '../draft/draft-media.ts'
import classes from './crop-dialog.module.css'
import { cropPresets, cropWarning } from './crop-sizes.ts'
import { useCrop } from './use-crop.ts'

type RotatedPictureProps = { readonly image: HTMLImageElement; readonly rotation: Crop['rotation'] }

/** A loaded picture, rotated clockwise, as the crop is laid on it. */
function RotatedPicture({ image, rotation }: RotatedPictureProps) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const natural = { width: image.naturalWidth, height: image.naturalHeight }
  const { width, height } = rotatedSize(natural, rotation)
  useEffect(() => {
    const context = canvas.current?.getContext('2d')
    if (!context) return
    context.setTransform(1, 0, 0, 1, 0, 0)
    context.clearRect(0, 0, width, height)
    context.translate(width / 2, height / 2)
    context.rotate((rotation * Math.PI) / 180)
    context.drawImage(image, -image.naturalWidth / 2, -image.naturalHeight / 2)
  }, [image, rotation, width, height])
  return <canvas ref={canvas} width={width} height={height} className={classes.picture} aria-hidden />
}

type Props = {
  readonly network: SocialNetwork
  readonly type: PostType
  /** The photo: an original or a crop of one. */
  readonly item: DraftMedia
  readonly onClose: () => void
  readonly onCropped: (media: Media) => void
}

const percentOf = ({ x, y, width, height }: Crop): PercentCrop => ({
  unit: '%',
  x: x * 100,
  y: y * 100,
  width: width * 100,
  height: height * 100,
})

/** What the pointer drew may leave the picture by a rounding. */
const areaOf = ({ x, y, width, height }: PercentCrop) => ({
  x: Math.min(1, x / 100),
  y: Math.min(1, y / 100),
  width: Math.min(1 - x / 100, width / 100),
  height: Math.min(1 - y / 100, height / 100),
})

const handle = (side: string) => `Use the arrow keys to move the ${side} of the part`
const ariaLabels = {
  cropArea: 'Use the arrow keys to move the part',
  nwDragHandle: handle('upper left corner'),
  nDragHandle: handle('upper side'),
  neDragHandle: handle('upper right corner'),
  eDragHandle: handle('right side'),
  seDragHandle: handle('lower right corner'),
  sDragHandle: handle('lower side'),
  swDragHandle: handle('lower left corner'),
  wDragHandle: handle('left side'),
}

/** Crops and rotates a photo of the post. It is always cut from the original, so a crop can be widened or undone. */
export function CropDialog(props: Props) {
  const projectId = useProjectId()
  const { item, onClose } = props
  useFocusBack()
  const originalId = item.data?.parent_media_id ?? item.objectId
  const found = useListMedias(projectId, originalId === null ? [] : [originalId])
  const original = found.data?.[0]
  const [image, setImage] = useState<HTMLImageElement | null>(null)
  const address = original?.object_data.previews?.medium ?? original?.object_data.public_url
  const isGone = found.isError || found.data?.length === 0
  return (
    <Modal
      opened
      onClose={onClose}
      title="Crop photo"
      size={720}
      closeOnClickOutside={false}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      {isGone ? (
        <Text role="alert">
          The original of this photo can’t be loaded. Upload the photo again to crop it.
        </Text>
      ) : (
        image === null && (
          <div className={classes.stage}>
            {address === undefined ? null : (
              <img
                src={address}
                alt=""
                className={classes.picture}
                onLoad={event => setImage(event.currentTarget)}
              />
            )}
          </div>
        )
      )}
      {image && original && <CropForm {...props} image={image} original={original} />}
    </Modal>
  )
}

/** The size of the result; a part that is smaller than the chosen size is not enlarged. */
const sizeText = ({ width, height }: Size, chosen: Size | null | undefined): string =>
  `${width}×${height} px${chosen && width < chosen.width ? ', smaller than recommended' : ''}`

type FormProps = Props & { readonly image: HTMLImageElement; readonly original: Media }

function CropForm({ network, type, item, onClose, onCropped, image, original }: FormProps) {
  const projectId = useProjectId()
  const { width, height } = original.object_data.options
  const picture: Size = { width: width ?? image.naturalWidth, height: height ?? image.naturalHeight }
  const presets = cropPresets(network, type)
  const { crop, preset, output, isWhole, ...change } = useCrop(picture, presets, item.data?.crop ?? null)
  const { mutate, isPending } = useCropMedia(projectId, original.id)
  const warning = cropWarning(network, type, output)
  const size = preset?.size
  const apply = () => (isWhole ? onCropped(original) : mutate(crop, { onSuccess: onCropped }))
  return (
    <Stack>
      <div className={classes.stage}>
        <ReactCrop
          crop={percentOf(crop)}
          onChange={(_, percent) => change.select(areaOf(percent))}
          {...(size ? { aspect: size.width / size.height } : {})}
          minWidth={24}
          minHeight={24}
          keepSelection
          disabled={isPending}
          ariaLabels={ariaLabels}
        >
          <RotatedPicture image={image} rotation={crop.rotation} />
        </ReactCrop>
      </div>
      <fieldset className={classes.sizes}>
        <legend>
          Size <output>{sizeText(output, size)}</output>
        </legend>
        {presets.map(each => (
          <Button
            key={each.key}
            size="xs"
            variant={each.key === preset?.key ? 'filled' : 'default'}
            aria-pressed={each.key === preset?.key}
            onClick={() => change.choose(each)}
          >
            {each.size ? `${each.name} ${each.size.width}×${each.size.height}` : each.name}
          </Button>
        ))}
      </fieldset>
      {warning ? (
        <Alert color="yellow" variant="light" role="status">
          {warning}
        </Alert>
      ) : null}
      <div className={classes.foot}>
        <Group gap="xs">
          <Button
            variant="default"
            leftSection={<IconRotateClockwise size={16} aria-hidden />}
            onClick={change.rotate}
          >
            Rotate
          </Button>
          <Button variant="default" onClick={change.reset} disabled={isWhole}>
            Whole photo
          </Button>
        </Group>
        <Group gap="xs" ml="auto">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button onClick={apply} loading={isPending}>
            {isWhole && item.data?.crop ? 'Undo crop' : 'Apply'}
          </Button>
        </Group>
      </div>
    </Stack>
  )
}
