import { networkNames } from '#domain/networks/names.ts'
import { curveOf } from '#domain/reports/curve.ts'
import { isLoss } from '#domain/reports/figures.ts'
import type { ReportContent } from '#domain/reports/model.ts'
import { type ReportWords, usualText } from '#domain/reports/words.ts'
import classes from './report.module.css'

type Network = ReportContent['networks'][number]
type Figure = Network['figures'][number]
type Props = { readonly network: Network; readonly words: ReportWords }

/** The figures of a network, each with its curve, as the PDF has them (docs/product/reports.md "What happened"). */
export function ReportFigures({ network, words }: Props) {
  const known = network.figures.filter(({ value }) => value !== null)
  const name = networkNames[network.social_network]
  if (known.length === 0)
    return <p>{words.say('No figures of {network} in this period.', { network: name })}</p>
  return (
    <section>
      <h3>{name}</h3>
      <ul className={classes.figures} aria-label={words.say('Figures of {network}', { network: name })}>
        {known.map(figure => (
          <FigureCard key={figure.label} figure={figure} words={words} />
        ))}
      </ul>
    </section>
  )
}

/** Whether it is good news: more of what is lost is not. */
const toneOf = ({ change, label }: Figure): 'rise' | 'fall' | undefined => {
  if (change === null || change === 0) return undefined
  return change > 0 === !isLoss(label) ? 'rise' : 'fall'
}

function FigureCard({ figure, words }: { readonly figure: Figure; readonly words: ReportWords }) {
  const { label, value, change } = figure
  return (
    <li>
      <p className={classes.small}>{words.say(label)}</p>
      <p className={classes.value}>
        <strong>{words.number(value)}</strong>
        {change !== null && <span data-tone={toneOf(figure)}>{words.change(change)}</span>}
      </p>
      <Curve figure={figure} words={words} />
      <p className={classes.small}>{usualText(figure, words)}</p>
    </li>
  )
}

const [WIDTH, HEIGHT] = [200, 36]

/** The values by day. Reports that were sent before there were curves have none. */
function Curve({ figure: { label, daily = [] }, words }: { figure: Figure; words: ReportWords }) {
  const known = daily.filter(value => value !== null)
  if (known.length < 2) return null
  const [least, most] = [Math.min(...known), Math.max(...known)]
  return (
    <svg
      className={classes.curve}
      viewBox={`0 -2 ${WIDTH} ${HEIGHT + 4}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={words.say('{figure} by day: from {least} to {most}', {
        figure: words.say(label),
        least: words.number(least),
        most: words.number(most),
      })}
    >
      {curveOf(daily).map(points => {
        const line = points.map(({ x, y }) => `${x * WIDTH},${y * HEIGHT}`)
        const [start, end] = [points[0]?.x ?? 0, points.at(-1)?.x ?? 0]
        // A day by itself is a dot: a line of no length with round ends.
        return (
          <g key={start}>
            <polygon points={`${start * WIDTH},${HEIGHT} ${line.join(' ')} ${end * WIDTH},${HEIGHT}`} />
            <polyline points={points.length > 1 ? line.join(' ') : `${line[0]} ${line[0]}`} />
          </g>
        )
      })}
    </svg>
  )
}
