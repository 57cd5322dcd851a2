import { Checkbox, Text } from '@mantine/core'
import { useState } from 'react'
import type { Mark } from '#domain/marks/model.ts'
import { placeWords } from '#domain/marks/place.ts'
import { say } from '#web/platform/words.ts'
import classes from './marks.module.css'
import { fileOf, type MarkedVersion, momentUrl } from './places.ts'
import { ShownPlace } from './shown-place.tsx'

type Props = {
  readonly version: MarkedVersion
  readonly marks: readonly Mark[]
  /** Ends once `marks` say what came of it, and never rejects. Null: the person only sees what is done. */
  readonly onTick: ((id: number, isDone: boolean) => Promise<unknown>) | null
}

/** What was marked, in words; each leads to its place in the post, and those who make the post tick it off. */
export function MarkedPlaces({ version, marks: saved, onTick }: Props) {
  const [shown, setShown] = useState<number | null>(null)
  // At once on the click: the answer comes a moment later.
  const [wanted, setWanted] = useState<ReadonlyMap<number, boolean>>(new Map())
  const marks = saved.map(mark => ({ ...mark, is_done: wanted.get(mark.id) ?? mark.is_done }))
  const tick = async (id: number, isDone: boolean) => {
    setWanted(before => new Map(before).set(id, isDone))
    await onTick?.(id, isDone)
    setWanted(before => new Map([...before].filter(([other]) => other !== id)))
  }
  return (
    <>
      <ol className={classes.list} aria-label={say('Marked places')}>
        {marks.map((mark, index) => {
          const { id, place, comment, is_done, done_by_user } = mark
          const words = placeWords(say, place, version)
          const film = fileOf(mark, version)?.media
          const moment = film && place.kind === 'time' ? momentUrl(film, place) : null
          return (
            <li key={id} className={classes.row}>
              <Checkbox
                size="sm"
                aria-label={say('Mark {number} is done: {what}', {
                  number: index + 1,
                  what: comment || words,
                })}
                checked={is_done}
                readOnly={onTick === null}
                aria-readonly={onTick === null || undefined}
                title={done_by_user ? say('Ticked off by {name}', { name: done_by_user.name }) : undefined}
                onChange={event => onTick && void tick(id, event.currentTarget.checked)}
              />
              <span className={`${classes.number} ${classes.badge}`} aria-hidden="true">
                {index + 1}
              </span>
              {moment && (
                <video
                  className={classes.still}
                  src={moment}
                  preload="metadata"
                  muted
                  playsInline
                  tabIndex={-1}
                  aria-hidden="true"
                />
              )}
              <div className={classes.words}>
                {comment !== '' && (
                  <Text size="sm" {...(is_done && { c: 'var(--g-text-muted)' })}>
                    {comment}
                  </Text>
                )}
                <button
                  type="button"
                  className={classes.where}
                  aria-label={say('Show mark {number}: {place}', { number: index + 1, place: words })}
                  onClick={() => setShown(index + 1)}
                >
                  {words}
                </button>
              </div>
            </li>
          )
        })}
      </ol>
      {shown !== null && (
        <ShownPlace
          version={version}
          marks={marks}
          number={shown}
          onNumber={setShown}
          onClose={() => setShown(null)}
        />
      )}
    </>
  )
}
