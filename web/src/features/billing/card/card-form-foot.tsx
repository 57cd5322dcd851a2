import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './card-form.module.css'

type Props = {
  /** Where number and CVC go. */
  readonly secrecy: string
  readonly isReplaced: boolean
  readonly isSending: boolean
  readonly other: ReactNode
}

/** What a person who enters a card agrees to, and the button. */
export function CardFormFoot({ secrecy, isReplaced, isSending, other }: Props) {
  return (
    <div className={classes.send}>
      <p className={classes.note}>
        {secrecy} By entering your payment details you agree to the{' '}
        <a href="/terms" target="_blank" rel="noopener">
          terms of use
        </a>
        .
      </p>
      {other}
      <Button type="submit" loading={isSending}>
        {isReplaced ? 'Save card' : 'Add card'}
      </Button>
    </div>
  )
}
