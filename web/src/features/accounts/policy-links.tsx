import classes from './policy-links.module.css'

const newTab = { target: '_blank', rel: 'noopener' } as const

/** Beside what is being filled in. The server leads on to the operator's pages, or says that there are none. */
export const PolicyLinks = () => (
  <p className={classes.links}>
    <a href="/terms" {...newTab}>
      Terms of use
    </a>
    <a href="/privacy" {...newTab}>
      Privacy policy
    </a>
  </p>
)
