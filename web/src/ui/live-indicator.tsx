import classes from './live-indicator.module.css'

/** Whether live updates are on. In words too, since colour never stands alone. */
export function LiveIndicator({ state }: { state: 'connecting' | 'live' | 'reconnecting' | 'refused' }) {
  const isLive = state === 'live'
  const text = isLive
    ? 'Live'
    : state === 'connecting'
      ? 'Connecting'
      : state === 'refused'
        ? 'Not live'
        : 'Reconnecting'
  return (
    <span role="status" className={classes.root} data-state={state} title={hint(isLive)}>
      <span className={classes.dot} aria-hidden />
      <span className={classes.text}>{text}</span>
    </span>
  )
}

const hint = (isLive: boolean) =>
  isLive ? 'Live updates are on' : 'Live updates are interrupted: changes may appear late'
