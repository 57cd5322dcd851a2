import { Button, Group, Modal, Slider, Text } from '@mantine/core'
import { useRef, useState } from 'react'
import { useFocusBack } from '#web/ui/dialog/use-focus-back.ts'

type Props = {
  readonly address: string
  readonly name: string
  readonly onFrame: (picture: File) => void
  readonly onClose: () => void
}

const quality = 0.92
const failed = 'This browser cannot show a frame of this video. Choose a picture instead.'

/** The frame that a video shows now, as a JPEG; null if the browser cannot draw it. */
const drawFrame = (video: HTMLVideoElement, name: string): Promise<File | null> =>
  new Promise(resolve => {
    const canvas = document.createElement('canvas')
    canvas.width = video.videoWidth
    canvas.height = video.videoHeight
    const context = canvas.getContext('2d')
    if (!context || canvas.width === 0) return resolve(null)
    context.drawImage(video, 0, 0)
    const file = `${name.replace(/\.[^.]*$/, '')} thumbnail.jpg`
    canvas.toBlob(
      blob => resolve(blob && new File([blob], file, { type: 'image/jpeg' })),
      'image/jpeg',
      quality,
    )
  })

const timeText = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${(seconds % 60).toFixed(1).padStart(4, '0')}`

/** Chooses a frame of a video as its thumbnail. */
export function FrameChooser({ address, name, onFrame, onClose }: Props) {
  useFocusBack()
  const video = useRef<HTMLVideoElement>(null)
  const [length, setLength] = useState(0)
  const [at, setAt] = useState(0)
  const [hasFailed, setFailed] = useState(false)
  const seek = (seconds: number) => {
    setAt(seconds)
    if (video.current) video.current.currentTime = seconds
  }
  const use = async () => {
    const picture = video.current && (await drawFrame(video.current, name))
    if (!picture) return setFailed(true)
    onFrame(picture)
    onClose()
  }
  return (
    <Modal opened onClose={onClose} title="Choose a frame" closeButtonProps={{ 'aria-label': 'Close' }}>
      <video
        ref={video}
        src={address}
        preload="auto"
        muted
        playsInline
        aria-label={`Frame of ${name}`}
        style={{ display: 'block', width: '100%', maxHeight: '50vh' }}
        onLoadedMetadata={event => setLength(event.currentTarget.duration)}
        onError={() => setFailed(true)}
      />
      <Slider
        mt="md"
        min={0}
        max={Math.max(length, 0.1)}
        step={0.1}
        value={at}
        onChange={seek}
        label={timeText}
        disabled={length === 0}
        thumbLabel="Place in the video"
      />
      {hasFailed && (
        <Text size="sm" mt="sm" c="var(--g-danger-text)" role="alert">
          {failed}
        </Text>
      )}
      <Group justify="flex-end" mt="md">
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button disabled={length === 0} onClick={() => void use()}>
          Use this frame
        </Button>
      </Group>
    </Modal>
  )
}
