import { SegmentedControl, Text, Title } from '@mantine/core'
import { type CSSProperties, useState } from 'react'
import { accentTones } from '#domain/agencies/accent.ts'
import { instantIn } from '#domain/kernel/languages/dates.ts'
import type { ClientLanguage } from '#domain/kernel/languages/languages.ts'
import { timezoneLabel } from '#domain/kernel/time.ts'
import type { SharedProof } from '#domain/proofs/model.ts'
import { say } from '#web/platform/words.ts'
import { LanguageChoice } from '#web/ui/language-choice.tsx'
import { Empty } from '#web/ui/states.tsx'
import classes from './proof.module.css'
import { anchorOf, ProofCard } from './proof-card.tsx'
import { ProofGrid } from './proof-grid.tsx'
import { ProofPdf } from './proof-pdf.tsx'

type Props = {
  readonly proof: SharedProof
  readonly language: ClientLanguage
  readonly onLanguage: (language: ClientLanguage) => void
  readonly onPrint: () => Promise<Blob>
}

/** The posts as a list and as a calendar, with the look of the agency. */
export function ProofPage({ proof, language, onLanguage, onPrint }: Props) {
  const [view, setView] = useState<'list' | 'grid'>('list')
  const { look, title, project_name, agency_name, timezone } = proof
  const logo = look.project_logo ?? look.agency_logo
  const { surface } = accentTones(look.accent)
  /** From a day of the calendar to the post in the list. */
  const showPost = (id: number) => {
    setView('list')
    requestAnimationFrame(() => document.getElementById(anchorOf(id))?.scrollIntoView())
  }
  return (
    <div className={classes.page} style={{ '--proof-accent': surface } as CSSProperties}>
      <title>{`${title} · ${project_name}`}</title>
      <header className={classes.header}>
        {logo && <img className={classes.logo} src={logo} alt="" width={40} height={40} />}
        <div className={classes.heading}>
          <Title order={1} size="h4" lineClamp={2}>
            {title}
          </Title>
          <Text size="sm" c="dimmed">
            {project_name} · {agency_name}
          </Text>
        </div>
        <LanguageChoice className={classes.language} language={language} onChoose={onLanguage} />
      </header>
      <main className={classes.main}>
        <div className={classes.tools}>
          <Text size="sm" c="dimmed">
            {standOf(proof, language)}
          </Text>
          <SegmentedControl
            aria-label={say('View')}
            value={view}
            onChange={next => setView(next === 'grid' ? 'grid' : 'list')}
            data={[
              { value: 'list', label: say('List') },
              { value: 'grid', label: say('Calendar') },
            ]}
          />
          <ProofPdf name={title} onPrint={onPrint} />
        </div>
        {proof.posts.length === 0 && (
          <Empty
            title={say('Nothing is planned here yet')}
            text={say('Posts appear here once they are ready to be shown.')}
          />
        )}
        {view === 'list' ? (
          <ul className={classes.cards} aria-label={say('Posts')}>
            {proof.posts.map(post => (
              <li key={post.id}>
                <ProofCard proof={proof} post={post} language={language} />
              </li>
            ))}
          </ul>
        ) : (
          <ProofGrid proof={proof} language={language} onPost={showPost} />
        )}
        {proof.has_more && (
          <Text size="sm">
            {say('There are more posts. The first {count} are shown.', { count: proof.posts.length })}
          </Text>
        )}
      </main>
      <footer className={classes.footer}>
        <Text size="xs" c="dimmed">
          {say(
            'Only to look at: nothing can be changed here. This link works until {day}. Times are in {timezone}.',
            {
              day: instantIn(language, new Date(proof.expires_at), timezone, 'day'),
              timezone: timezoneLabel(timezone),
            },
          )}
        </Text>
      </footer>
    </div>
  )
}

const standOf = ({ frozen_at, timezone }: SharedProof, language: ClientLanguage): string =>
  frozen_at === null
    ? say('What is planned now')
    : say('What was planned on {day}', { day: instantIn(language, new Date(frozen_at), timezone, 'day') })
