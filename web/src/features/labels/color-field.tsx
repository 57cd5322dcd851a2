import { TextInput, type TextInputProps } from '@mantine/core'
import { hexColor, labelPalette } from '#domain/labels/colors.ts'
import { LabelChip } from './label-chip.tsx'
import classes from './label-modal.module.css'

type Props = {
  /** The label's text, for the preview. */
  readonly text: string
  readonly value: string
  /** Props for the input of the colour code. */
  readonly field: TextInputProps
  readonly onPick: (color: string) => void
}

/** The colour of a label: one of a few, or any other by its code or the browser's picker, with a preview of the label. */
export function ColorField({ text, value, field, onPick }: Props) {
  const color = hexColor(value)
  return (
    <fieldset className={classes.colors}>
      <legend className={classes.legend}>Color</legend>
      <div className={classes.swatches}>
        {labelPalette.map(each => (
          <label key={each.name} className={classes.swatch} style={{ background: each.color }}>
            <input
              type="radio"
              name="swatch"
              aria-label={each.name}
              title={each.name}
              checked={color === each.color}
              onChange={() => onPick(each.color)}
            />
          </label>
        ))}
      </div>
      <TextInput
        {...field}
        aria-label="Color code"
        placeholder="#rrggbb"
        maxLength={24}
        spellCheck={false}
        autoComplete="off"
        leftSection={
          <input
            type="color"
            className={classes.picker}
            aria-label="Pick another color"
            title="Pick another color"
            value={color ?? '#ffffff'}
            onChange={event => onPick(event.currentTarget.value)}
          />
        }
      />
      {color !== null && text.trim() !== '' && (
        <div className={classes.preview}>
          <span className={classes.caption}>In the calendar</span>
          <span className={classes.sample}>
            <LabelChip label={{ text, color }} />
          </span>
        </div>
      )}
    </fieldset>
  )
}
