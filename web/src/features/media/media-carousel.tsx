import { type CSSProperties, useRef, useState } from 'react'
import { rowRatio } from '#domain/media/files.ts'
import { StepButton } from '#web/ui/step-button.tsx'
import classes from './media-carousel.module.css'
import { AiMark, MediaPicture } from './media-picture.tsx'
import { mediaWords, placeOf, type ShownMedia } from './shown-media.ts'
import { VideoPlayer } from './video-player.tsx'

type Props = { readonly media: readonly ShownMedia[]; readonly onOpen?: (index: number) => void }

/** One image at a time, to swipe through. The first one's shape applies to all, between 4:5 and 1.91:1. */
export function MediaCarousel({ media, onOpen }: Props) {
  const track = useRef<HTMLDivElement>(null)
  const [index, setIndex] = useState(0)
  const [first] = media
  if (first === undefined) return null
  const go = (step: number) => {
    const element = track.current
    element?.scrollTo({ left: (index + step) * element.clientWidth, behavior: 'smooth' })
  }
  const ratio = rowRatio(first.ratio ?? 1)
  return (
    <div className={classes.carousel} style={{ '--ratio': ratio } as CSSProperties}>
      <div
        ref={track}
        className={classes.track}
        onScroll={({ currentTarget: { scrollLeft, clientWidth } }) =>
          setIndex(Math.round(scrollLeft / Math.max(1, clientWidth)))
        }
      >
        {media.map((item, position) =>
          item.kind === 'video' ? (
            <div key={item.key} className={classes.slide}>
              <VideoPlayer media={item} isFilling />
            </div>
          ) : onOpen ? (
            <button
              key={item.key}
              type="button"
              className={classes.slide}
              aria-label={`Open: ${mediaWords(item, placeOf(position, media.length))}`}
              onClick={() => onOpen(position)}
            >
              <MediaPicture
                media={item}
                place={placeOf(position, media.length)}
                className={classes.picture}
              />
              <AiMark media={item} />
            </button>
          ) : (
            <div key={item.key} className={classes.slide}>
              <MediaPicture
                media={item}
                place={placeOf(position, media.length)}
                className={classes.picture}
              />
              <AiMark media={item} />
            </div>
          ),
        )}
      </div>
      {media.length > 1 && (
        <>
          <span className={classes.count}>
            {Math.min(index + 1, media.length)}/{media.length}
          </span>
          {index > 0 && (
            <StepButton
              label="Previous picture"
              to="previous"
              className={classes.previous}
              onClick={() => go(-1)}
            />
          )}
          {index < media.length - 1 && (
            <StepButton label="Next picture" to="next" className={classes.next} onClick={() => go(1)} />
          )}
        </>
      )}
    </div>
  )
}
