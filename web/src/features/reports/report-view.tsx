import type { CSSProperties, ReactNode } from 'react'
import type { ClientLanguage } from '#domain/kernel/languages/languages.ts'
import { shortened } from '#domain/kernel/shortened.ts'
import { isEmptyText } from '#domain/kernel/text.ts'
import { networkNames } from '#domain/networks/names.ts'
import type { ReportContent, ReportText } from '#domain/reports/model.ts'
import { notOutWords } from '#domain/reports/not-out.ts'
import {
  campaignCells,
  NOTHING_PUBLISHED,
  POSTS_NOTE,
  postName,
  type ReportWords,
  rankNames,
  reportColumns,
  reportLists,
  reportParts,
  reportSides,
  UNSEEN_POST,
} from '#domain/reports/words.ts'
import classes from './report.module.css'
import { ReportFigures } from './report-figures.tsx'
import { Table } from './report-table.tsx'

/** By the id of a version. */
type Pictures = ReadonlyMap<number, string>

type Props = {
  readonly report: ReportText
  readonly words: ReportWords
  /** In which the words are. */
  readonly language: ClientLanguage
  /** The addresses of small pictures, by the posts' versions; they come after the report. */
  readonly pictures?: Pictures | undefined
  /** What can be done with it, below its title. */
  readonly actions?: ReactNode
  /** What is written instead of the text, while it is edited. */
  readonly goal?: ReactNode
  readonly reasons?: ReactNode
}

/** A report as its reader sees it: on the screen, by a link, and printed (docs/product/reports.md "Reports"). */
export function ReportView({ report, words, language, pictures, actions, goal, reasons }: Props) {
  const { content, from, to } = report
  return (
    <article className={classes.report} lang={language} style={accentOf(content)}>
      <Head content={content} words={words} days={words.days(from, to)} />
      {actions}
      <Written title={words.say(reportParts.goal)} text={report.goal}>
        {goal}
      </Written>
      <section>
        <h2>{words.say(reportParts.figures)}</h2>
        {content.networks.map(network => (
          <ReportFigures key={network.social_network} network={network} words={words} />
        ))}
      </section>
      <Written title={words.say(reportParts.reasons)} text={report.reasons}>
        {reasons}
      </Written>
      <Posts content={content} words={words} pictures={pictures} />
      <Approvals content={content} words={words} />
      <Coming content={content} words={words} />
    </article>
  )
}

/** The color of the agency, for what no text stands on. */
const accentOf = ({ look }: ReportContent): CSSProperties | undefined =>
  look?.accent ? ({ '--report-accent': look.accent } as CSSProperties) : undefined

function Head({ content, words, days }: SectionProps & { days: string }) {
  const { agency_name, project_name, look } = content
  return (
    <div className={classes.head}>
      <div>
        <p className={classes.agency}>
          {look?.agency_logo && <img src={look.agency_logo} alt="" width={28} height={28} />}
          {agency_name}
        </p>
        <h1>{project_name}</h1>
        <p>{days}</p>
      </div>
      {look?.project_logo && (
        <img
          src={look.project_logo}
          alt={words.say('Logo of {name}', { name: project_name })}
          width={64}
          height={64}
        />
      )}
    </div>
  )
}

/** A text that nobody wrote is left out. */
function Written({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  if (!children && isEmptyText(text)) return null
  return (
    <section>
      <h2>{title}</h2>
      {children ?? <p className={classes.text}>{text}</p>}
    </section>
  )
}

type SectionProps = { content: ReportContent; words: ReportWords }

function Posts({ content, words, pictures }: SectionProps & Pick<Props, 'pictures'>) {
  const { posts, timezone } = content
  const hasPictures = pictures !== undefined && pictures.size > 0
  return (
    <section>
      <h2>{words.say(reportParts.posts)}</h2>
      <p className={classes.note}>{words.say(POSTS_NOTE)}</p>
      {posts.length === 0 ? (
        <p>{words.say(NOTHING_PUBLISHED)}</p>
      ) : (
        <Table
          name={words.say('{count} published', { count: posts.length })}
          columns={reportColumns.posts}
          words={words}
          rows={posts.map(post => ({
            key: post.post_social_id,
            title: (
              <div className={classes.post}>
                {hasPictures && <Picture src={pictures.get(post.post_social_id)} />}
                <div>
                  {post.rank && <strong className={classes.rank}>{words.say(rankNames[post.rank])}</strong>}
                  <PostLink post={post} words={words} />
                </div>
              </div>
            ),
            cells: [
              networkNames[post.social_network],
              words.shortDay(post.published_at, timezone),
              ...[post.reach, post.likes, post.comments, post.shares].map(words.number),
            ],
          }))}
        />
      )}
      <Campaigns content={content} words={words} />
    </section>
  )
}

/** Only where posts have campaigns, beside those that have none. */
function Campaigns({ content: { campaigns = [] }, words }: SectionProps) {
  if (campaigns.length === 0) return null
  return (
    <Table
      name={words.say(reportLists.campaigns)}
      columns={reportColumns.campaigns}
      words={words}
      // Two campaigns may share a name, and the list never changes its order.
      rows={campaigns.map((each, key) => {
        const [name, ...cells] = campaignCells(each, words)
        return { key, title: <bdi>{name}</bdi>, cells }
      })}
    />
  )
}

/** The text beside it names the post. Not lazy: a printed report has all of them. */
function Picture({ src }: { readonly src: string | undefined }) {
  return <span className={classes.picture}>{src !== undefined && <img src={src} alt="" />}</span>
}

const SHOWN = 90
const short = (text: string, words: ReportWords): string => shortened(postName(text, words), SHOWN)

function PostLink({ post, words }: { post: ReportContent['posts'][number]; words: ReportWords }) {
  const text = <bdi>{short(post.message, words)}</bdi>
  if (!post.permalink) return text
  return (
    <a href={post.permalink} target="_blank" rel="noreferrer">
      {text}
    </a>
  )
}

function Approvals({ content: { approvals, timezone }, words }: SectionProps) {
  return (
    <section>
      <h2>{words.say(reportParts.approvals)}</h2>
      <Table
        name={words.say(reportLists.times)}
        columns={reportColumns.times}
        words={words}
        rows={reportSides.map(([side, label], key) => {
          const { decisions, median_minutes, p90_minutes, rounds_per_post, late } = approvals[side]
          const times = [median_minutes, p90_minutes].map(words.duration)
          return {
            key,
            title: words.say(label),
            cells: [decisions, ...times, words.number(rounds_per_post), late],
          }
        })}
      />
      {approvals.not_out.length > 0 && (
        <Table
          name={words.say(reportLists.not_out)}
          columns={reportColumns.not_out}
          words={words}
          rows={approvals.not_out.map(({ post_social_id: key, message, ...post }) => ({
            key,
            title: <bdi>{message === '' ? words.say(UNSEEN_POST) : short(message, words)}</bdi>,
            cells: [
              networkNames[post.social_network],
              words.shortDay(post.scheduled_at, timezone),
              words.say(notOutWords[post.reason]),
            ],
          }))}
        />
      )}
    </section>
  )
}

function Coming({ content: { approvals, timezone }, words }: SectionProps) {
  if (approvals.coming.length === 0) return null
  return (
    <section>
      <h2>{words.say(reportParts.coming)}</h2>
      <Table
        name={words.say(reportLists.coming)}
        columns={reportColumns.coming}
        words={words}
        rows={approvals.coming.map(post => ({
          key: post.post_social_id,
          title: <bdi>{short(post.message, words)}</bdi>,
          cells: [networkNames[post.social_network], words.shortDay(post.scheduled_at, timezone)],
        }))}
      />
    </section>
  )
}
