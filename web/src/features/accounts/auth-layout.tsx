import type { ReactNode } from 'react'
import { GalleyMark } from '#web/ui/page/galley-mark.tsx'
import classes from './auth-layout.module.css'
import { WelcomePanel } from './welcome-panel.tsx'

const newTab = { target: '_blank', rel: 'noopener' } as const

/** Next to the form. The server redirects to the operator's pages, or says that there are none. */
const PolicyLinks = () => (
  <p className={classes.links}>
    <a href="/terms" {...newTab}>
      Terms of use
    </a>
    <a href="/privacy" {...newTab}>
      Privacy policy
    </a>
  </p>
)

type Props = {
  readonly title: string
  readonly lead?: ReactNode
  readonly children: ReactNode
}

/** The frame of the public pages: the form beside the welcome panel (docs/product/accounts.md "Public pages"). */
export function AuthLayout({ title, lead, children }: Props) {
  return (
    <div className={classes.layout}>
      <title>{`${title} · Galley`}</title>
      <main className={classes.formSide}>
        <div className={classes.column}>
          <div className={classes.brand}>
            <GalleyMark size={36} />
            <span className={classes.name}>Galley</span>
          </div>
          <h1 className={classes.title}>{title}</h1>
          {lead && <p className={classes.lead}>{lead}</p>}
          {children}
          <PolicyLinks />
        </div>
      </main>
      <WelcomePanel />
    </div>
  )
}

type TextProps = { readonly children: ReactNode; readonly role?: 'status' }

/** A paragraph on a public page. Mantine's `Text` is no part of these pages: it would load the code of the whole app with it. */
export function AuthText({ children, role }: TextProps) {
  return (
    <p className={classes.text} role={role}>
      {children}
    </p>
  )
}
