import { type ComponentType, lazy, type ReactNode, Suspense, useState } from 'react'
import { GalleyMark } from '#web/ui/page/galley-mark.tsx'
import classes from './auth-layout.module.css'
import { pageLanguage, say } from './page-words.ts'
import { WelcomePanel } from './welcome-panel.tsx'

// Most people never need it.
const LanguageField = lazy(
  (): Promise<{ default: ComponentType }> =>
    import('./language-field.tsx').then(
      module => ({ default: module.LanguageField }),
      () => ({ default: () => null }),
    ),
)

const newTab = { target: '_blank', rel: 'noopener' } as const

/** Next to the form. The server redirects to the operator's pages, or says that there are none. */
const PolicyLinks = () => (
  <p className={classes.links}>
    <a href="/terms" {...newTab}>
      {say('Terms of use')}
    </a>
    <a href="/privacy" {...newTab}>
      {say('Privacy policy')}
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
  const [isChoosing, setChoosing] = useState(pageLanguage() !== 'en')
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
          {isChoosing ? (
            <Suspense>
              <LanguageField />
            </Suspense>
          ) : (
            <button type="button" className={classes.language} onClick={() => setChoosing(true)}>
              Language: English
            </button>
          )}
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
