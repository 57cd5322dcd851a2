import { UnstyledButton } from '@mantine/core'
import { useState } from 'react'
import type { SocialNetwork } from '#domain/networks/model.ts'
import { typedMentionOn } from '#domain/networks/public-text.ts'
import classes from './preview-text.module.css'
import { partsOf } from './text-marks.ts'

/** Longer texts collapse (docs/product/previews.md "Long texts"). */
export const collapseAt = 150

type Props = {
  readonly network: SocialNetwork
  readonly text: string
  /** The names of mentioned pages, which are links too. */
  readonly names: readonly string[]
  /** Facebook and LinkedIn collapse long texts; the others show them whole. */
  readonly isCollapsible?: boolean
}

/** A message as the public sees it: links, hashtags and mentions coloured, long texts collapsed. */
export function PreviewText({ network, text, names, isCollapsible = false }: Props) {
  const [isOpen, setOpen] = useState(false)
  const isLong = isCollapsible && text.length > collapseAt
  const shown = isLong && !isOpen ? `${cut(text)}… ` : text
  return (
    <span className={classes.text}>
      {partsOf(shown, typedMentionOn(network), names).map(part =>
        part.kind === null ? (
          part.text
        ) : (
          <span key={part.start} className={classes.mark}>
            {part.text}
          </span>
        ),
      )}
      {isLong && (
        <UnstyledButton className={classes.toggle} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {/* Fixed wording (docs/product/previews.md "Long texts"). */}
          {isOpen ? ' Hide more' : 'See more'}
        </UnstyledButton>
      )}
    </span>
  )
}

/** Not in the middle of an emoji, and without a space before the dots. */
const cut = (text: string): string => {
  let length = 0
  for (const character of text) {
    if (length + character.length > collapseAt) break
    length += character.length
  }
  return text.slice(0, length).trimEnd()
}
