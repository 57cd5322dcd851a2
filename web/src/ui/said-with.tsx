import { Fragment, type ReactNode } from 'react'

/** Stands for the element at this index in a phrase, as a value of it. */
export const placeOf = (index: number): string => String.fromCharCode(0xe000 + index)

/** A phrase with elements in its places, whose order is that of its language. */
export const saidWith = (text: string, elements: readonly ReactNode[]): ReactNode =>
  text.split(/([\ue000-\ue0ff])/).map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a phrase never move
    <Fragment key={index}>
      {/^[\ue000-\ue0ff]$/.test(part) ? elements[part.charCodeAt(0) - 0xe000] : part}
    </Fragment>
  ))
