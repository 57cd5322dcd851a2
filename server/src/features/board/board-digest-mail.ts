import { countText } from '#domain/kernel/count-text.ts'
import { harmlessNames } from '#domain/kernel/public-names.ts'
import { oneLine } from '#domain/kernel/text.ts'
import { timezoneLabel } from '#domain/kernel/time.ts'
import { formatInstant, formats } from '#domain/kernel/time-format.ts'
import { networkNames } from '#domain/networks/names.ts'
import type { BoardRow } from '#domain/publishing/board-contract.ts'
import { reasonWords, riskWords } from '#domain/publishing/outlook-words.ts'
import { linkTo } from '#server/platform/mail/page.ts'
import type { RenderedMail } from '#server/platform/mail/queue.ts'
import { type MailSection, renderMail } from '#server/platform/mail/render-mail.ts'
import type { MadeBoard } from './board-rows.ts'

/** A mail is a summons, not a report: the rest is on the board. */
const POSTS_MAX = 20
/** As much of a post's text as says which one it is. */
const TEXT_MAX = 80

type Reader = { readonly publicUrl: string; readonly timezone: string }

/** What of a board is red or amber, the red first, as one mail; null: all of it goes out. */
export const boardDigestMail = (board: MadeBoard, { publicUrl, timezone }: Reader): RenderedMail | null => {
  const red = board.rows.filter(({ risk }) => risk === 'red')
  const amber = board.rows.filter(({ risk }) => risk === 'amber')
  const rows = [...red, ...amber]
  if (rows.length === 0) return null
  const names = new Map(board.clients.map(({ id, name }) => [id, harmlessNames(name)]))
  const left = rows.length - POSTS_MAX
  const subject = [
    ...(red.length > 0 ? [`${countText(red.length, 'post')} will not go out`] : []),
    ...(amber.length > 0 ? [`${countText(amber.length, 'post needs', 'posts need')} somebody`] : []),
  ].join(', ')
  return renderMail({
    kind: 'board',
    subject,
    title: subject,
    paragraphs: [
      `Of the next 14 days of all your clients. Times are those of ${timezoneLabel(timezone)}.`,
      ...(left > 0 ? [`These are the first ${POSTS_MAX}; ${left} more are on the board.`] : []),
    ],
    sections: rows.slice(0, POSTS_MAX).map(row => sectionOf(row, names, { publicUrl, timezone })),
    link: { label: 'Open the board', url: linkTo(publicUrl, '/board') },
    note: 'You asked for this mail on the board, where you can change its time or stop it.',
  })
}

const sectionOf = (
  row: BoardRow,
  names: ReadonlyMap<number, string>,
  { publicUrl, timezone }: Reader,
): MailSection => {
  const { project_id, post_id, social_network, datetime, risk, reasons, acts } = row
  const text = oneLine(row.text)
  const when = `${formatInstant(new Date(datetime), timezone, formats.weekday)}, ${formatInstant(new Date(datetime), timezone, formats.time)}`
  const who = acts.map(({ name }) => harmlessNames(name)).join(', ')
  const why = reasons.map(reasonWords).join('. ')
  return {
    group: riskWords[risk].text,
    title: text === '' ? 'Empty message' : [...text].slice(0, TEXT_MAX).join(''),
    text: `${names.get(project_id) ?? ''}, ${networkNames[social_network]}, ${when}\n${why}${who === '' ? '' : `. Waits for ${who}`}`,
    link: linkTo(publicUrl, `/${project_id}/manage-post/${social_network}`, { postId: String(post_id) }),
  }
}
