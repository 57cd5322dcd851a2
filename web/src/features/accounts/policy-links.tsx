import classes from './policy-links.module.css'

const newTab = { target: '_blank', rel: 'noopener' } as const

/** Next to the form. The server redirects to the operator's pages, or says that there are none. */
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
