import classes from './layout.module.css'

/** The first Tab stop: skips the menus. */
export function SkipLink() {
  return (
    <a href="#content" className={classes.skip}>
      Skip to content
    </a>
  )
}
