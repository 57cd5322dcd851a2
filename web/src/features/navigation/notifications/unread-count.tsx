import classes from './notification-bell.module.css'

/** More than 99 is not counted out. */
export const countText = (count: number): string => (count > 99 ? '99+' : String(count))

/** The number of unread notifications, at the corner of what it belongs to. `isNamed`: the name of that says it already. */
export function UnreadCount({
  count,
  isNamed = false,
}: {
  readonly count: number
  readonly isNamed?: boolean
}) {
  if (count === 0) return null
  const text = countText(count)
  return isNamed ? (
    <span className={classes.count} aria-hidden>
      {text}
    </span>
  ) : (
    <span className={classes.count} role="img" aria-label={`${text} unread`}>
      {text}
    </span>
  )
}
