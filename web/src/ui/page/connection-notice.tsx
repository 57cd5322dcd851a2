import classes from './connection-notice.module.css'

/**
 * Says when live updates do not arrive; silent while all is well, since "Live" beside posts that are "Live" reads as theirs. The element
 * stays, so that screen readers announce the change.
 */
export function ConnectionNotice({ state }: { state: 'connecting' | 'live' | 'reconnecting' | 'refused' }) {
  const text = state === 'reconnecting' ? 'Reconnecting' : state === 'refused' ? 'No live updates' : null
  return (
    <span role="status" className={classes.root}>
      {text !== null && (
        <span className={classes.notice} title="Live updates are interrupted: changes may appear late">
          <span className={classes.dot} aria-hidden />
          <span className={classes.words}>{text}</span>
        </span>
      )}
    </span>
  )
}
