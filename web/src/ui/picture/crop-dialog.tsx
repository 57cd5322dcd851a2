import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { centerCrop, makeAspectCrop, type PercentCrop, ReactCrop } from 'react-image-crop'
import 'react-image-crop/dist/ReactCrop.css'
import { useFocusBack } from '../dialog/use-focus-back.ts'
import classes from './picture-field.module.css'
import { drawCrop, PREVIEW_PX, pngOf } from './picture-png.ts'
import { useObjectUrl } from './use-object-url.ts'

/** The crop is square and starts with 30 percent of the width (docs/product/projects.md "Logos"). */
const INITIAL_PERCENT = 30

const firstCrop = ({ width, height }: HTMLImageElement): PercentCrop =>
  centerCrop(makeAspectCrop({ unit: '%', width: INITIAL_PERCENT }, 1, width, height), width, height)

type Props = {
  readonly file: File
  readonly title: string
  readonly shape: 'circle' | 'rounded'
  readonly onClose: () => void
  /** The browser cannot show it: it is no image, whatever its name says. */
  readonly onUnreadable: () => void
  readonly onCropped: (png: File) => void
}

/** Crops an image to the square for a logo or an avatar. By mouse, finger or arrow keys. */
export function CropDialog({ file, title, shape, onClose, onUnreadable, onCropped }: Props) {
  useFocusBack()
  const address = useObjectUrl(file)
  const image = useRef<HTMLImageElement>(null)
  const preview = useRef<HTMLCanvasElement>(null)
  const [crop, setCrop] = useState<PercentCrop>()
  useEffect(() => {
    if (crop && image.current && preview.current) drawCrop(image.current, crop, preview.current)
  }, [crop])
  const finish = async () => {
    if (crop && image.current) onCropped(await pngOf(image.current, crop))
  }
  return (
    <Modal opened onClose={onClose} title={title} size={560} closeOnClickOutside={false}>
      <Stack>
        <div className={classes.stage}>
          {address && (
            <ReactCrop
              crop={crop as PercentCrop}
              onChange={(_, percent) => setCrop(percent)}
              aspect={1}
              minWidth={24}
              circularCrop={shape === 'circle'}
              keepSelection
            >
              <img
                ref={image}
                src={address}
                alt=""
                className={classes.source}
                onLoad={event => setCrop(firstCrop(event.currentTarget))}
                onError={onUnreadable}
              />
            </ReactCrop>
          )}
        </div>
        <Group wrap="nowrap" align="center">
          <canvas
            ref={preview}
            width={PREVIEW_PX}
            height={PREVIEW_PX}
            className={classes.preview}
            data-shape={shape}
            aria-label="Preview"
            role="img"
          />
          <Text size="sm" c="dimmed">
            Drag the square or its corners to choose what is shown.{' '}
            <span className={classes.keys}>
              With the keyboard: Tab to the square or a corner, then the arrow keys.
            </span>
          </Text>
        </Group>
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button onClick={() => void finish()} disabled={!crop}>
            Use picture
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}
