import classes from './layout.module.css'

/** The first stop of the keyboard: past the menus, to the page. */
export function SkipLink() {
  return (
    <a href="#content" className={classes.skip}>
      Skip to content
    </a>
  )
}
