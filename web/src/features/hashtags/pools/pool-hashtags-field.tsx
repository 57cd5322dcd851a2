import { Button, Text, Textarea } from '@mantine/core'
import { type ClipboardEvent, type FocusEvent, useState } from 'react'
import { pastedHashtags, readHashtags } from '#domain/hashtags/pools.ts'
import { countWords } from './count-words.ts'
import { LimitLines } from './limit-lines.tsx'
import classes from './pools.module.css'

type Props = {
  readonly value: string
  readonly error: string | undefined
  readonly onBlur: (event: FocusEvent) => void
  readonly onChange: (value: string) => void
}

/** What a paste left out, to take it in after all. */
type LeftOut = { readonly count: number; readonly withAll: string }

/** A pool's hashtags as a text, with their number while it is written (docs/product/hashtags.md "Hashtags of a pool"). */
export function PoolHashtagsField({ value, error, onBlur, onChange }: Props) {
  const [leftOut, setLeftOut] = useState<LeftOut | null>(null)
  const { tags, repeated } = readHashtags(value)
  const change = (text: string) => {
    setLeftOut(null)
    onChange(text)
  }
  const paste = (event: ClipboardEvent<HTMLTextAreaElement>) => {
    const pasted = event.clipboardData.getData('text')
    const taken = pastedHashtags(pasted)
    if (taken === null) return
    event.preventDefault()
    const { selectionStart, selectionEnd } = event.currentTarget
    const around = (text: string) => `${value.slice(0, selectionStart)}${text}${value.slice(selectionEnd)}`
    onChange(around(`${taken.text} `))
    setLeftOut({ count: taken.count, withAll: around(pasted) })
  }
  return (
    <div>
      <Textarea
        name="hashtags"
        label="Hashtags"
        description="Separated by spaces, commas or lines. You can leave out the #."
        // The fewest rows (docs/product/hashtags.md "Pool form").
        minRows={8}
        maxRows={14}
        autosize
        spellCheck={false}
        autoCapitalize="none"
        dir="auto"
        value={value}
        error={error}
        onBlur={onBlur}
        onChange={event => change(event.currentTarget.value)}
        onPaste={paste}
      />
      <div className={classes.under} role="status">
        <Text size="xs" c="dimmed">
          {countWords(tags.length)}
          {repeated > 0 &&
            ` · ${repeated === 1 ? '1 repeated one is' : `${repeated} repeated ones are`} left out`}
        </Text>
        <LimitLines count={tags.length} onlyOver />
        {leftOut && (
          <Text size="xs">
            Took {countWords(leftOut.count)} from the pasted text and left its other words out.{' '}
            <Button variant="subtle" size="compact-xs" onClick={() => change(leftOut.withAll)}>
              Paste all of it
            </Button>
          </Text>
        )}
      </div>
    </div>
  )
}
