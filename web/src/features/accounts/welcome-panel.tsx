import { phrase } from '#domain/kernel/languages/words.ts'
import type { StatusTone } from '#domain/posts/status.ts'
import { pageLanguage, say } from './page-words.ts'
import classes from './welcome-panel.module.css'

type Sample = {
  readonly day: number
  readonly time: string
  readonly text: string
  readonly tone: StatusTone
}

/** A month with one post in each state. */
const samples: readonly Sample[] = [
  { day: 3, time: '9:00', text: phrase('Live'), tone: 'navy' },
  { day: 4, time: '12:30', text: phrase('Live'), tone: 'navy' },
  { day: 9, time: '8:15', text: phrase('Scheduled'), tone: 'blue' },
  { day: 11, time: '17:00', text: phrase('Approved'), tone: 'green' },
  { day: 12, time: '10:00', text: phrase('Approved'), tone: 'green' },
  { day: 17, time: '9:00', text: phrase('In approval'), tone: 'violet' },
  { day: 19, time: '14:00', text: phrase('Fixes'), tone: 'amber' },
  { day: 24, time: '11:00', text: phrase('Draft'), tone: 'grey' },
]
const days = Array.from({ length: 28 }, (_, index) => index + 1)
/** Monday first: so began January 2024. */
const weekdays = () =>
  days.slice(0, 7).map(day => new Date(2024, 0, day).toLocaleDateString(pageLanguage(), { weekday: 'short' }))

/** The welcome panel of the public pages with a sample calendar, drawn in CSS (docs/product/accounts.md "Public pages"). */
export function WelcomePanel() {
  return (
    <aside className={classes.panel} aria-label={say('Welcome')}>
      <p className={classes.line}>
        {say('The preferred social media management platform for social media specialists')}
      </p>
      <div className={classes.calendar} aria-hidden="true">
        <div className={classes.weekdays}>
          {weekdays().map(name => (
            <span key={name}>{name}</span>
          ))}
        </div>
        <div className={classes.days}>
          {days.map(day => (
            <Day key={day} day={day} sample={samples.find(each => each.day === day)} />
          ))}
        </div>
      </div>
    </aside>
  )
}

function Day({ day, sample }: { day: number; sample: Sample | undefined }) {
  return (
    <div className={classes.day}>
      <span className={classes.number}>{day}</span>
      {sample && (
        <div
          className={classes.card}
          style={{
            background: `var(--g-tone-${sample.tone}-bg)`,
            borderLeftColor: `var(--g-tone-${sample.tone}-line)`,
            color: `var(--g-tone-${sample.tone}-fg)`,
          }}
        >
          <span>{sample.time}</span>
          <strong>{say(sample.text)}</strong>
        </div>
      )}
    </div>
  )
}
