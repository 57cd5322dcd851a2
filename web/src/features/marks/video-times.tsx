import { Button, Group, Stack } from '@mantine/core'
import { IconPlayerSkipBack, IconPlayerSkipForward } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import type { ShownMedia } from '#web/features/media/shown-media.ts'
import { say } from '#web/platform/words.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import classes from './marks.module.css'

type Props = {
  readonly media: ShownMedia
  /** Pictures in a second; null if unknown. */
  readonly frameRate: number | null
  /** `to` null: a moment. In seconds. */
  readonly onMark: (from: number, to: number | null) => void
}

const USUAL_FRAME_RATE = 25
const toMilliseconds = (seconds: number): number => Math.round(seconds * 1000) / 1000

/** A video in which a moment or a stretch is marked, to the frame. */
export function VideoTimes({ media, frameRate, onMark }: Props) {
  const video = useRef<HTMLVideoElement>(null)
  const [start, setStart] = useState<number | null>(null)
  const now = () => toMilliseconds(video.current?.currentTime ?? 0)
  const step = (frames: number) => {
    const { current } = video
    if (!current) return
    current.pause()
    current.currentTime = Math.max(0, current.currentTime + frames / (frameRate ?? USUAL_FRAME_RATE))
  }
  const endStretch = () => {
    const end = now()
    if (start === null) return
    if (end > start) onMark(start, end)
    else onMark(end, null)
    setStart(null)
  }
  return (
    <Stack gap="xs">
      <video
        ref={video}
        className={classes.video}
        src={media.original}
        {...(media.poster === null ? {} : { poster: media.poster })}
        controls
        playsInline
        preload="metadata"
        aria-label={media.name}
      />
      <Group gap="xs">
        <IconButton size={44} label={say('Previous frame')} onClick={() => step(-1)}>
          <IconPlayerSkipBack size={18} />
        </IconButton>
        <IconButton size={44} label={say('Next frame')} onClick={() => step(1)}>
          <IconPlayerSkipForward size={18} />
        </IconButton>
        <Button variant="default" onClick={() => onMark(now(), null)}>
          {say('Mark this moment')}
        </Button>
        {start === null ? (
          <Button variant="default" onClick={() => setStart(now())}>
            {say('Mark from here')}
          </Button>
        ) : (
          <Button variant="default" onClick={endStretch}>
            {say('To here')}
          </Button>
        )}
      </Group>
    </Stack>
  )
}
