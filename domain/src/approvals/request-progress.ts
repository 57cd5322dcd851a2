import type { Mark } from '#domain/marks/model.ts'
import type { ChecklistItem } from './model.ts'

type Requested = {
  readonly checkboxes?: readonly Pick<ChecklistItem, 'is_checked'>[]
  readonly marks?: readonly Pick<Mark, 'is_done'>[] | undefined
}

/** How much of what was asked for is ticked off: items of the checklist and marks together (docs/product/marks.md "Ticking off"). */
export const requestProgress = ({ checkboxes = [], marks = [] }: Requested) => ({
  done: checkboxes.filter(item => item.is_checked).length + marks.filter(mark => mark.is_done).length,
  all: checkboxes.length + marks.length,
})
