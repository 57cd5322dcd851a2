import { Button } from '@mantine/core'
import { filterCount } from '#domain/calendar/filters.ts'
import classes from './empty-note.module.css'
import { titleOf, type ViewState } from './grid-state/view-state.ts'

type Props = {
  readonly isEmpty: boolean
  /** There are posts, but the filter hides them. */
  readonly isFilteredOut: boolean
  readonly state: ViewState
  readonly isPlanning: boolean
  readonly onClear: () => void
  readonly onCreate: (() => void) | null
}

/** Says why no posts are shown, above days that can still be used. */
export function EmptyNote({ isEmpty, isFilteredOut, state, isPlanning, onClear, onCreate }: Props) {
  if (!isEmpty) return null
  const isFiltered = isFilteredOut && (filterCount(state.filter) > 0 || state.cardState !== undefined)
  return (
    <div className={classes.note} role="status">
      <p className={classes.text}>
        <strong>
          {isFiltered ? 'No posts match the filters' : `Nothing is planned for ${titleOf(state)}`}
        </strong>
        {isFiltered ? (
          <span>The posts on these days are hidden.</span>
        ) : (
          <span>
            {isPlanning
              ? 'Posts appear here on the day they are scheduled for. Start with a day in the future.'
              : 'Posts appear here once they are sent for approval.'}
          </span>
        )}
      </p>
      {isFiltered ? (
        <Button size="xs" variant="default" onClick={onClear}>
          Clear all filters
        </Button>
      ) : (
        onCreate && (
          <Button size="xs" variant="light" onClick={onCreate}>
            {/* Fixed wording (docs/product/calendar.md "Texts"). */}
            Create content
          </Button>
        )
      )}
    </div>
  )
}
