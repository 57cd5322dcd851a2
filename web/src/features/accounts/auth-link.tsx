import type { ComponentPropsWithRef, MouseEvent } from 'react'
import classes from './auth-link.module.css'

type Props = Omit<ComponentPropsWithRef<'a'>, 'href'> & {
  readonly href: string
  /** What has been typed so far, for the next page to begin with. Kept out of the address. */
  readonly email?: string | undefined
  readonly look?: 'link' | 'button'
}

/** Goes to another public page without loading the document anew. The public pages have no router. */
export function AuthLink({ href, email, look = 'link', ...others }: Props) {
  const go = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    window.history.pushState({ email }, '', href)
    window.dispatchEvent(new PopStateEvent('popstate'))
  }
  return <a {...others} href={href} className={classes[look]} onClick={go} />
}

/** The email address that the former page was given, if any: of its link, or of its field. */
export const emailSoFar = (): string => {
  const given = (window.history.state as { email?: unknown } | null)?.email
  return typeof given === 'string' ? given : (queryOf().get('email') ?? '').trim()
}

/** What the address of the page carries. */
export const queryOf = (): URLSearchParams => new URLSearchParams(window.location.search)
