import classes from './status-badge.module.css'

/** On a post that a pause keeps back, beside its status (docs/product/publishing.md "Pause"). */
export const PausedMark = () => (
  <span className={classes.badge} data-size="xs" data-tone="amber" style={{ flex: 'none' }}>
    Paused
  </span>
)
