import { Group, NumberInput, Select } from '@mantine/core'
import { useState } from 'react'
import {
  clampLength,
  convertSize,
  type DesignSize,
  type SizeUnit,
  sizeUnits,
  unitRules,
} from '#domain/designs/size.ts'

type Props = { readonly value: DesignSize; readonly onChange: (size: DesignSize) => void }

const isUnit = (text: string | null): text is SizeUnit => sizeUnits.some(unit => unit === text)

/** A custom size. What is out of range is corrected when the field is left or the unit changes (docs/product/design-tool.md "Sizes"). */
export function SizeEditor({ value, onChange }: Props) {
  const rule = unitRules[value.unit]
  const fields = (['width', 'height'] as const).map(side => (
    <LengthInput
      key={side}
      label={side === 'width' ? 'Width' : 'Height'}
      value={value[side]}
      unit={value.unit}
      onChange={length => onChange({ ...value, [side]: length })}
    />
  ))
  return (
    <Group gap="sm" align="flex-start" grow preventGrowOverflow={false}>
      {fields}
      <Select
        label="Unit"
        value={value.unit}
        data={[...sizeUnits]}
        allowDeselect={false}
        description={`${rule.smallest} to ${rule.largest}`}
        inputWrapperOrder={['label', 'input', 'description']}
        onChange={unit => isUnit(unit) && onChange(convertSize(value, unit))}
      />
    </Group>
  )
}

type LengthProps = {
  readonly label: string
  readonly value: number
  readonly unit: SizeUnit
  readonly onChange: (length: number) => void
}

/** Holds what is typed until the field is left. An emptied field gets its length back. */
function LengthInput({ label, value, unit, onChange }: LengthProps) {
  const [typed, setTyped] = useState<string | number | null>(null)
  const leave = () => {
    const length = Number(typed)
    if (typed !== null && typed !== '' && Number.isFinite(length)) onChange(clampLength(length, unit))
    setTyped(null)
  }
  return (
    <NumberInput
      label={label}
      value={typed ?? value}
      decimalScale={unitRules[unit].decimals}
      allowNegative={false}
      onChange={setTyped}
      onBlur={leave}
      onKeyDown={event => event.key === 'Enter' && leave()}
      hideControls
    />
  )
}
