import { TextInput, type TextInputProps } from '@mantine/core'
import { type ChangeEvent, useLayoutEffect, useRef } from 'react'
import { formatCardNumber } from './card-number-spacing.ts'

type Props = Omit<TextInputProps, 'value' | 'onChange'> & {
  readonly value: string
  readonly onType: (value: string) => void
}

const deletions: Readonly<Record<string, 'back' | 'ahead'>> = {
  deleteContentBackward: 'back',
  deleteContentForward: 'ahead',
}

/** A card number with a space after every 4 digits (docs/product/billing.md "Card fields"). The caret stays at its digit. */
export function CardNumberField({ value, onType, ...input }: Props) {
  const ref = useRef<HTMLInputElement>(null)
  const caret = useRef<number | null>(null)
  // After every key, even one that changed only spaces: the browser moves the caret to the end when the value is set.
  useLayoutEffect(() => {
    if (caret.current === null) return
    ref.current?.setSelectionRange(caret.current, caret.current)
    caret.current = null
  })
  const change = ({ currentTarget, nativeEvent }: ChangeEvent<HTMLInputElement>) => {
    const typed = {
      value: currentTarget.value,
      caret: currentTarget.selectionStart ?? currentTarget.value.length,
    }
    const kind = (nativeEvent as InputEvent).inputType ?? ''
    const next = formatCardNumber(value, typed, deletions[kind] ?? null)
    caret.current = next.caret
    // React skips a value that is equal to the last one, so what the browser shows is corrected here.
    currentTarget.value = next.value
    currentTarget.setSelectionRange(next.caret, next.caret)
    onType(next.value)
  }
  return (
    <TextInput
      {...input}
      ref={ref}
      value={value}
      onChange={change}
      label="Card number"
      autoComplete="cc-number"
      inputMode="numeric"
      spellCheck={false}
    />
  )
}
