import { Checkbox, Group } from '@mantine/core'
import { PopupPanel } from '#web/ui/popup/popup-panel.tsx'
import type { PopupState } from '#web/ui/popup/use-popup.ts'
import { type ContentColumn, columnNames } from './content-search.ts'

const all = Object.entries(columnNames) as [ContentColumn, string][]

type Props = PopupState & {
  readonly columns: readonly ContentColumn[]
  readonly onColumns: (columns: readonly ContentColumn[]) => void
}

/** Which columns the list shows beside the content. Flat, so that it does not cover their headings. */
export function ColumnsPanel({ columns, onColumns, ...popup }: Props) {
  return (
    <PopupPanel {...popup} label="Columns" position="bottom-end" padding="6px 12px" offset={2}>
      <Checkbox.Group
        value={[...columns]}
        onChange={checked => onColumns(all.map(([name]) => name).filter(name => checked.includes(name)))}
        aria-label="Columns"
      >
        <Group gap="md">
          {all.map(([name, text]) => (
            <Checkbox key={name} size="xs" value={name} label={text} />
          ))}
        </Group>
      </Checkbox.Group>
    </PopupPanel>
  )
}
