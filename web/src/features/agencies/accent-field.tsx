import { TextInput, type TextInputProps } from '@mantine/core'
import { USUAL_ACCENT } from '#domain/agencies/accent.ts'
import classes from './agency.module.css'

type Props = {
  readonly field: TextInputProps
  readonly value: string
  readonly onPick: (color: string) => void
}

/** The accent color of reports, by its code or the browser's picker (docs/product/reports.md "Looks"). */
export function AccentField({ field, value, onPick }: Props) {
  return (
    <TextInput
      {...field}
      label="Accent color of reports"
      description="Colors the charts in your clients' reports. Text uses a darker shade where needed."
      placeholder="#rrggbb"
      maxLength={7}
      spellCheck={false}
      autoComplete="off"
      leftSection={
        <input
          type="color"
          className={classes.picker}
          aria-label="Pick an accent color"
          value={/^#[0-9a-f]{6}$/i.test(value) ? value : USUAL_ACCENT}
          onChange={event => onPick(event.currentTarget.value)}
        />
      }
    />
  )
}
