import { Title } from '@mantine/core'
import { monthGrid } from '#domain/kernel/days.ts'
import { instantIn } from '#domain/kernel/languages/dates.ts'
import type { ClientLanguage } from '#domain/kernel/languages/languages.ts'
import { localeOf } from '#domain/kernel/languages/words.ts'
import { readInstant, wallClock } from '#domain/kernel/time.ts'
import { networkNames } from '#domain/networks/names.ts'
import type { ProofPost, ProofVersion, SharedProof } from '#domain/proofs/model.ts'
import { standingWords } from '#domain/proofs/standing.ts'
import { say } from '#web/platform/words.ts'
import classes from './proof.module.css'

type Props = {
  readonly proof: SharedProof
  readonly language: ClientLanguage
  readonly onPost: (id: number) => void
}

const inWords = (day: string, language: ClientLanguage, options: Intl.DateTimeFormatOptions): string =>
  new Intl.DateTimeFormat(localeOf(language), { ...options, timeZone: 'UTC' }).format(
    new Date(`${day}T00:00:00Z`),
  )

/** The months that have posts, or the one that the proof is about. */
const monthsOf = ({ from }: SharedProof, days: readonly string[]): string[] => {
  const months = new Set(days.map(day => `${day.slice(0, 7)}-01`))
  if (months.size === 0 && from !== null) months.add(`${from.slice(0, 7)}-01`)
  return [...months]
}

/** The posts in the months' calendars; each leads to its preview. */
export function ProofGrid({ proof, language, onPost }: Props) {
  const clock = wallClock(proof.timezone)
  const dated = proof.posts.flatMap(post =>
    post.scheduled_at === null ? [] : [{ post, day: clock(readInstant(post.scheduled_at)).date }],
  )
  const byDay = Map.groupBy(dated, ({ day }) => day)
  return monthsOf(proof, [...byDay.keys()]).map(month => {
    const weeks = monthGrid(month)
    const name = inWords(month, language, { month: 'long', year: 'numeric' })
    return (
      <section key={month} className={classes.month}>
        <Title order={2} size="h6" className={classes.dayTitle}>
          {name}
        </Title>
        <table className={classes.grid} aria-label={name}>
          <thead>
            <tr>
              {weeks[0]?.map(day => (
                <th key={day} scope="col" abbr={inWords(day, language, { weekday: 'long' })}>
                  {inWords(day, language, { weekday: 'short' })}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {weeks.map(week => (
              <tr key={week[0]}>
                {week.map(day => (
                  <td key={day} data-outside={!day.startsWith(month.slice(0, 7)) || undefined}>
                    {day.startsWith(month.slice(0, 7)) && (
                      <>
                        <span className={classes.number}>{Number(day.slice(8))}</span>
                        {byDay.get(day)?.map(({ post }) => (
                          <Entry
                            key={post.id}
                            post={post}
                            proof={proof}
                            language={language}
                            onPost={onPost}
                          />
                        ))}
                      </>
                    )}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    )
  })
}

/** The first picture of a version; of a video its cover. */
const pictureOf = (versions: readonly ProofVersion[]): string | null => {
  const shown = versions
    .flatMap(({ attachments }) => attachments)
    .map(({ thumbnail_object_data: cover, object_data: file }) => (cover?.previews ?? file?.previews)?.small)
  return shown.find(address => address !== undefined) ?? null
}

function Entry({ post, proof, language, onPost }: Props & { readonly post: ProofPost }) {
  const [first] = post.versions
  if (!first) return null
  const time = post.scheduled_at
    ? instantIn(language, new Date(post.scheduled_at), proof.timezone, 'time')
    : ''
  const names = post.versions.map(({ social_network }) => networkNames[social_network]).join(', ')
  const picture = pictureOf(post.versions)
  const text = first.message.trim().split('\n')[0] ?? ''
  const label = [time, names, say(standingWords[first.standing]), text.slice(0, 80)]
    .filter(Boolean)
    .join(', ')
  return (
    <button
      type="button"
      className={classes.entry}
      data-standing={first.standing}
      aria-label={label}
      onClick={() => onPost(post.id)}
    >
      {picture && <img src={picture} alt="" loading="lazy" />}
      <span className={classes.entryWords} aria-hidden>
        <b>{time}</b> {text || names}
      </span>
    </button>
  )
}
