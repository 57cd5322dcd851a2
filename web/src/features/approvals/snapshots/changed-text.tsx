import { Button, Text, VisuallyHidden } from '@mantine/core'
import { useMemo, useState } from 'react'
import { say } from '#web/platform/words.ts'
import classes from './changed-text.module.css'
import { wordDifference } from './word-difference.ts'

type Props = {
  readonly label: string
  readonly change: { readonly before: string; readonly after: string }
}

/** Longer ones are shown in part until somebody asks for the rest. */
const SHORT = 400

/** The words of a text that an edit changed: the old ones struck through, the new ones after them. */
export function ChangedText({ label, change: { before, after } }: Props) {
  const stretches = useMemo(() => wordDifference(before, after), [before, after])
  const isLong = before.length + after.length > 2 * SHORT
  const [isOpen, setOpen] = useState(false)
  return (
    <div>
      <Text size="xs" c="dimmed">
        {label}
      </Text>
      <Text
        component="div"
        size="sm"
        dir="auto"
        className={classes.text}
        data-part={(isLong && !isOpen) || undefined}
      >
        {stretches.map((stretch, index) => {
          // biome-ignore lint/suspicious/noArrayIndexKey: the stretches of two texts never move.
          if (stretch.kind === 'same') return <span key={index}>{stretch.text}</span>
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: as above.
            <span key={index}>
              {stretch.removed !== '' && (
                <del className={classes.removed}>
                  <VisuallyHidden>{say('removed:')} </VisuallyHidden>
                  {stretch.removed}
                </del>
              )}
              {stretch.added !== '' && (
                <ins className={classes.added}>
                  <VisuallyHidden>{say('added:')} </VisuallyHidden>
                  {stretch.added}
                </ins>
              )}
            </span>
          )
        })}
      </Text>
      {isLong && (
        <Button variant="subtle" size="compact-xs" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {isOpen ? say('Show less') : say('Show more')}
        </Button>
      )}
    </div>
  )
}
