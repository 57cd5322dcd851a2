import { Title } from '@mantine/core'
import { type ReactNode, useLayoutEffect, useRef } from 'react'
import { GalleyMark } from './galley-mark.tsx'
import classes from './onboarding-layout.module.css'

type Props = {
  /** The number of the step and of all steps; without them it is a page by itself. */
  readonly step?: number
  readonly steps?: number
  readonly title: string
  readonly lead?: ReactNode
  /** Back, or another way out. */
  readonly back: ReactNode
  readonly children: ReactNode
}

function Progress({ step, steps }: { step: number; steps: number }) {
  return (
    <>
      <div className={classes.progress} aria-hidden>
        {Array.from({ length: steps }, (_, index) => index + 1).map(each => (
          <span key={each} className={classes.dot} data-done={each <= step || undefined} />
        ))}
      </div>
      <p className={classes.step}>
        Step {step} of {steps}
      </p>
    </>
  )
}

/** The onboarding layout: the logo, Back, and one step of a wizard (docs/product/projects.md "Layouts"). */
export function OnboardingLayout({ step, steps, title, lead, back, children }: Props) {
  const main = useRef<HTMLElement>(null)
  // A step is a page of its own: keyboard and screen readers start at its top. Set before paint: a field that already has the
  // focus keeps it.
  useLayoutEffect(() => {
    if (!main.current?.contains(document.activeElement)) main.current?.focus({ preventScroll: true })
  }, [])
  return (
    <div className={classes.layout}>
      <title>{`${title} · Galley`}</title>
      <header className={classes.header}>
        <span className={classes.brand}>
          <GalleyMark size={32} />
          <span className={classes.name}>Galley</span>
        </span>
        {back}
      </header>
      <main ref={main} className={classes.main} tabIndex={-1}>
        {step && steps && <Progress step={step} steps={steps} />}
        <Title order={1} size={26}>
          {title}
        </Title>
        {lead && <p className={classes.lead}>{lead}</p>}
        <div className={classes.panel}>{children}</div>
      </main>
    </div>
  )
}
