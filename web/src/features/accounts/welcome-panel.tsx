import type { StatusTone } from '#domain/posts/status.ts'
import classes from './welcome-panel.module.css'

type Sample = {
  readonly day: number
  readonly time: string
  readonly text: string
  readonly tone: StatusTone
}

/** A month with one post in each state. */
const samples: readonly Sample[] = [
  { day: 3, time: '9:00', text: 'Live', tone: 'navy' },
  { day: 4, time: '12:30', text: 'Live', tone: 'navy' },
  { day: 9, time: '8:15', text: 'Scheduled', tone: 'blue' },
  { day: 11, time: '17:00', text: 'Approved', tone: 'green' },
  { day: 12, time: '10:00', text: 'Approved', tone: 'green' },
  { day: 17, time: '9:00', text: 'In approval', tone: 'violet' },
  { day: 19, time: '14:00', text: 'Fixes', tone: 'amber' },
  { day: 24, time: '11:00', text: 'Draft', tone: 'grey' },
]
const days = Array.from({ length: 28 }, (_, index) => index + 1)
const weekdays = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']

/** The welcome panel of the public pages with a sample calendar, drawn in CSS (docs/product/accounts.md "Public pages"). */
export function WelcomePanel() {
  return (
    <aside className={classes.panel} aria-label="Welcome">
      <p className={classes.line}>
        The preferred social media management platform for social media specialists
      </p>
      <div className={classes.calendar} aria-hidden="true">
        <div className={classes.weekdays}>
          {weekdays.map(name => (
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
          <strong>{sample.text}</strong>
        </div>
      )}
    </div>
  )
}
