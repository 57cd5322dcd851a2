import {
  Bar,
  type BarRectangleItem,
  CartesianGrid,
  ComposedChart,
  Line,
  Rectangle,
  ReferenceLine,
  ResponsiveContainer,
  Scatter,
  ScatterChart,
  Tooltip,
  XAxis,
  YAxis,
} from 'recharts'
import { bubbleRadius } from '#domain/analytics/bubbles.ts'
import { countText } from '#domain/kernel/count-text.ts'
import classes from './analytics.module.css'
import { axisTicks, barSpan, isOuterLayer, lineSpan, writeTick } from './chart-axis.ts'
import { type Unit, writeFigure } from './numbers.ts'

/** Blue and amber differ for every kind of colour blindness. */
const colours = ['blue', 'amber', 'teal', 'violet'].map(tone => `var(--g-tone-${tone}-line)`)
const colourOf = (index: number): string => colours[index % colours.length] ?? 'currentColor'

/** Fixed sizes (docs/product/analytics.md "Charts"). */
const HEIGHT = 230
const BAR = 15
const ROUND = BAR / 2
/** The radius of the largest bubble. */
const LARGEST = bubbleRadius(1, 1)

/** `label`: how the axis calls it, `name`: how its words do. `before`: what stood there in the previous period. `posts`: how many went out, `named`: the beginnings of the first ones' texts. */
type Point = {
  readonly label: string
  readonly name: string
  readonly values: readonly (number | null)[]
  readonly before?: { readonly label: string; readonly value: number | null }
  readonly posts: number
  readonly named: readonly string[]
}
export type FigureChartProps = {
  readonly title: string
  readonly shape: 'bar' | 'line' | 'stacked'
  readonly unit: Unit
  readonly names: readonly string[]
  readonly points: readonly Point[]
}

const wordsOf = (posts: number): string => `${countText(posts, 'post')} went out`

type Hovered = { readonly active?: boolean; readonly payload?: readonly { readonly payload?: unknown }[] }

/** All figures of the point under the pointer, or reached by the arrow keys. */
function PointWords({ active, payload, names, unit }: Hovered & Pick<FigureChartProps, 'names' | 'unit'>) {
  const point = payload?.[0]?.payload as Point | undefined
  if (!active || !point) return null
  return (
    <div className={classes.tooltip}>
      <strong>{point.name}</strong>
      {names.map((name, index) => (
        <span key={name} className={classes.hovered}>
          <i style={{ background: colourOf(index) }} />
          {name}: {writeFigure(point.values[index] ?? null, unit)}
        </span>
      ))}
      {point.before && point.before.label !== '' && (
        <span className={classes.former}>
          {point.before.label}: {writeFigure(point.before.value, unit)}
        </span>
      )}
      {point.posts > 0 && (
        <span className={classes.out}>
          {wordsOf(point.posts)}
          {point.named.map((text, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: texts may be the same, and their order stays
            <span key={index}>{text}</span>
          ))}
        </span>
      )}
    </div>
  )
}

const ink = { fill: 'var(--g-text-muted)', fontSize: 12 }
const margin = { top: 10, right: 12, bottom: 0, left: 0 }

/** Bars, stacked bars or a line; dotted lines stand where posts went out, and a dashed one is the period before. */
export function FigureChart({ title, shape, unit, names, points }: FigureChartProps) {
  const hasBefore = points.some(({ before }) => before)
  const columns = points.map(({ values, before }) => [...values, before?.value ?? null])
  const ticks = axisTicks(
    shape === 'line' ? lineSpan(columns.flat()) : barSpan(columns, shape === 'stacked'),
    unit,
  )
  return (
    <ResponsiveContainer width="100%" height={HEIGHT}>
      <ComposedChart
        data={[...points]}
        margin={margin}
        stackOffset="sign"
        title={`${title}: chart, explore it with the arrow keys`}
      >
        <CartesianGrid vertical={false} stroke="var(--g-border)" />
        <XAxis dataKey="label" tick={ink} tickLine={false} axisLine={false} minTickGap={24} />
        <YAxis
          tick={ink}
          width={64}
          tickLine={false}
          axisLine={false}
          ticks={[...ticks]}
          domain={[ticks[0] ?? 0, ticks.at(-1) ?? 0]}
          interval={0}
          tickFormatter={(value: number) => writeTick(value, ticks, unit)}
        />
        <Tooltip
          content={<PointWords names={names} unit={unit} />}
          cursor={{ fill: 'var(--g-surface-hover)' }}
        />
        {points
          .filter(({ posts }) => posts > 0)
          .map(({ label }) => (
            <ReferenceLine key={label} x={label} stroke="var(--g-border-strong)" strokeDasharray="2 3" />
          ))}
        {hasBefore && (
          <Line
            name="Before"
            dataKey={(point: Point) => point.before?.value}
            stroke="var(--g-text-muted)"
            strokeWidth={1.5}
            strokeDasharray="5 4"
            dot={false}
            isAnimationActive={false}
          />
        )}
        {names.map((name, index) =>
          shape === 'line' ? (
            <Line
              key={name}
              name={name}
              dataKey={(point: Point) => point.values[index]}
              stroke={colourOf(index)}
              strokeWidth={2}
              dot={points.length < 40 && { r: 3, fill: colourOf(index) }}
              isAnimationActive={false}
            />
          ) : (
            <Bar
              key={name}
              name={name}
              dataKey={(point: Point) => point.values[index]}
              fill={colourOf(index)}
              maxBarSize={BAR}
              shape={(bar: BarRectangleItem) => {
                const values = (bar.payload as Point).values
                const isEnd = shape !== 'stacked' || isOuterLayer(values, index)
                return <Rectangle {...bar} radius={isEnd ? [ROUND, ROUND, 0, 0] : 0} />
              }}
              isAnimationActive={false}
              {...(shape === 'stacked' && { stackId: 'all' })}
            />
          ),
        )}
      </ComposedChart>
    </ResponsiveContainer>
  )
}

/** Narrower, the bubbles of neighbouring hours hide each other; a phone scrolls. */
const HOURS_WIDTH = 900

type Bubble = { readonly hour: number; readonly weekday: number; readonly value: number }
export type BubbleChartProps = {
  readonly title: string
  readonly weekdays: readonly string[]
  readonly bubbles: readonly Bubble[]
}

function BubbleWords({ active, payload, weekdays }: Hovered & Pick<BubbleChartProps, 'weekdays'>) {
  const bubble = payload?.[0]?.payload as Bubble | undefined
  if (!active || !bubble) return null
  return (
    <div className={classes.tooltip}>
      <strong>
        {weekdays[bubble.weekday]}, {bubble.hour}:00
      </strong>
      <span>{writeFigure(bubble.value)} followers online</span>
    </div>
  )
}

/** Hours of the day by weekdays; the larger, the more followers are online. */
export function BubbleChart({ title, weekdays, bubbles }: BubbleChartProps) {
  const max = Math.max(0, ...bubbles.map(({ value }) => value))
  return (
    <div className={classes.wide}>
      <ResponsiveContainer width="100%" minWidth={HOURS_WIDTH} height={HEIGHT * 2}>
        <ScatterChart
          margin={{ ...margin, top: 24, right: 24 }}
          title={`${title}: chart, explore it with the arrow keys`}
        >
          <XAxis
            type="number"
            dataKey="hour"
            domain={[0, 23]}
            tickCount={12}
            tick={ink}
            // The bubbles at the edges are as large as the others.
            padding={{ left: LARGEST, right: LARGEST }}
            tickLine={false}
            axisLine={false}
          />
          <YAxis
            type="number"
            dataKey="weekday"
            domain={[0, 6]}
            tickCount={7}
            tick={ink}
            width={56}
            padding={{ top: LARGEST, bottom: LARGEST }}
            reversed
            interval={0}
            tickLine={false}
            axisLine={false}
            tickFormatter={(day: number) => weekdays[day]?.slice(0, 3) ?? ''}
          />
          <Tooltip content={<BubbleWords weekdays={weekdays} />} cursor={false} />
          <Scatter
            data={[...bubbles]}
            isAnimationActive={false}
            shape={({ cx, cy, value }: { cx?: number; cy?: number; value?: unknown; payload?: Bubble }) => {
              const amount = Array.isArray(value) ? 0 : Number(value ?? 0)
              return <circle cx={cx} cy={cy} r={bubbleRadius(amount, max)} className={classes.bubble} />
            }}
          />
        </ScatterChart>
      </ResponsiveContainer>
    </div>
  )
}
