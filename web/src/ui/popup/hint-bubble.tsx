import { Tooltip, type TooltipProps } from '@mantine/core'

export type HintBubbleProps = Pick<TooltipProps, 'position' | 'multiline' | 'maw'> & {
  readonly label: string
  /** Id of the text, so that the element can be described by it. */
  readonly id: string
  readonly target: HTMLElement
  readonly isShown: boolean
}

/** A label may have several lines, and words as long as an address. */
const lines = { whiteSpace: 'pre-line', overflowWrap: 'anywhere' } as const

const noEvents = { hover: false, focus: false, touch: false }

/** The bubble next to an element that is already on the page. */
export function HintBubble({ label, id, isShown, ...others }: HintBubbleProps) {
  return (
    <Tooltip
      {...others}
      label={
        <span id={id} style={lines}>
          {label}
        </span>
      }
      opened={isShown}
      events={noEvents}
    />
  )
}
