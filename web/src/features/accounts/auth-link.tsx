import type { ComponentPropsWithRef, MouseEvent } from 'react'
import classes from './auth-link.module.css'

type Props = Omit<ComponentPropsWithRef<'a'>, 'href'> & {
  readonly href: string
  /** What has been typed so far, for the next page to start with. Kept out of the address. */
  readonly email?: string | undefined
  readonly look?: 'link' | 'button'
}

/** Goes to another public page without reloading the document. The public pages have no router. */
export function AuthLink({ href, email, look = 'link', ...others }: Props) {
  const go = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    window.history.pushState({ email }, '', href)
    window.dispatchEvent(new PopStateEvent('popstate'))
  }
  return <a {...others} href={href} className={classes[look]} onClick={go} />
}

/** The email address from the previous page, if any: from its link or its field. */
export const emailSoFar = (): string => {
  const given = (window.history.state as { email?: unknown } | null)?.email
  return typeof given === 'string' ? given : (queryOf().get('email') ?? '').trim()
}

/** The query of the page's address. */
export const queryOf = (): URLSearchParams => new URLSearchParams(window.location.search)
