import { Skeleton } from '@mantine/core'
import classes from './calendar-skeleton.module.css'

const cells = Array.from({ length: 35 }, (_, index) => index)

/** The shape of what is loading: a grid of days, or on a phone a list. */
export function CalendarSkeleton({ view, isPhone }: { view: 'month' | 'week'; isPhone: boolean }) {
  if (isPhone)
    return (
      <div className={classes.list}>
        {cells.slice(0, 5).map(index => (
          <Skeleton key={index} height={120} />
        ))}
      </div>
    )
  return (
    <div className={classes.grid} data-view={view}>
      {cells.slice(0, view === 'week' ? 7 : 35).map(index => (
        <div key={index} className={classes.cell}>
          <Skeleton height={16} width={20} />
          {index % 3 !== 1 && <Skeleton height={42} />}
          {index % 2 === 0 && <Skeleton height={42} />}
        </div>
      ))}
    </div>
  )
}
