import type { ReactNode } from 'react'
import { GalleyMark } from '#web/ui/galley-mark.tsx'
import classes from './auth-layout.module.css'
import { PolicyLinks } from './policy-links.tsx'
import { WelcomePanel } from './welcome-panel.tsx'

type Props = {
  readonly title: string
  readonly lead?: ReactNode
  readonly children: ReactNode
}

/** The auth layout (document 1 section 2): what is to be filled in, beside the welcome panel. */
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
