import { deadlineMoment, silenceTexts } from '#domain/approvals/deadline-words.ts'
import { oneLine } from '#domain/kernel/text.ts'
import { timezoneLabel } from '#domain/kernel/time.ts'
import { asksToDecide, kindDetails } from '#domain/notifications/kinds.ts'
import { notificationText } from '#domain/notifications/texts.ts'
import type { Role } from '#domain/permissions/table.ts'
import { linkTo } from '#server/platform/mail/page.ts'
import type { Letter } from '#server/platform/mail/queue.ts'
import { type LetterSection, type LetterSender, renderLetter } from '#server/platform/mail/render-letter.ts'
import { sizeKey } from '#server/platform/storage/storage.ts'
import type { DueRow } from './due-rows.ts'

/** As much of a post's text as says which one it is. */
const TEXT_MAX = 80
/** A mail is a summons, not a report: the rest is in the app. */
const POSTS_MAX = 20

type Digest = {
  readonly publicUrl: string
  readonly projectId: number
  readonly projectName: string
  readonly sender: LetterSender
  readonly rows: readonly DueRow[]
  /** Until when the rounds should be decided that it asks about, by version. */
  readonly deadlines: ReadonlyMap<number, Date>
  /** What becomes of the posts that it asks about if nobody decides. */
  readonly onSilence: ReadonlyMap<number, keyof typeof silenceTexts>
  readonly timezone: string
  /** The personal link of an external approver, who has no need to sign in; null for others. */
  readonly link: string | null
  /** Where the person stops these mails without signing in. */
  readonly stopUrl: string
}

type OfPost = { readonly rows: readonly DueRow[]; readonly first: DueRow }

const byPost = (rows: readonly DueRow[]): OfPost[] =>
  [...Map.groupBy(rows, ({ post_id, id }) => post_id ?? `row ${id}`).values()].flatMap(group =>
    group[0] ? [{ rows: group, first: group[0] }] : [],
  )

const shortText = ({ post_text }: DueRow): string => {
  const text = oneLine(post_text ?? '')
  if (text === '') return 'Empty message'
  return [...text].length > TEXT_MAX ? `${[...text].slice(0, TEXT_MAX).join('')}…` : text
}

/**
 * A post with what happened to it, each thing once, and not again what the title of the mail says already. Something without a post has no
 * picture and no text.
 */
const sectionOf = ({ rows, first }: OfPost, digest: Digest): LetterSection => {
  const deadline = firstDeadline(rows, digest)
  const lines = [
    ...(isInTitle(digest) ? [] : rows.map(row => notificationText(row.kind, row.actor_name))),
    ...(deadline === null ? [] : [deadlineLine(deadline, first.post_id, digest)]),
  ]
  const happened = [...new Set(lines)].join('\n')
  if (first.post_id === null) return { title: happened, text: '' }
  const { picture_key: key } = first
  return {
    ...{ title: shortText(first), text: happened },
    ...(key === null ? {} : { picture: { key: sizeKey(key, 'small'), alt: '' } }),
  }
}

const isAsked = ({ kind }: DueRow): boolean => asksToDecide(kind)

/** The first deadline of what it asks to decide about; null for none. */
const firstDeadline = (rows: readonly DueRow[], { deadlines }: Digest): Date | null => {
  const asked = rows.filter(isAsked).flatMap(({ post_social_id: id }) => deadlines.get(id ?? 0) ?? [])
  return asked.toSorted((one, other) => one.getTime() - other.getTime())[0] ?? null
}

const deadlineLine = (deadline: Date, postId: number | null, { timezone, onSilence }: Digest): string => {
  const outcome = onSilence.get(postId ?? 0)
  const moment = `Decide by ${deadlineMoment(deadline, timezone)} (${timezoneLabel(timezone)})`
  return outcome === undefined ? moment : `${moment}. ${silenceTexts[outcome]}`
}

/** How many things have happened: the same to several versions of a post is one. */
const countUpdates = (rows: readonly DueRow[]): number =>
  new Set(rows.map(row => `${row.post_id ?? `row ${row.id}`} ${notificationText(row.kind, row.actor_name)}`))
    .size

/** One thing that asks for no decision: the subject, which is the title too, says what happened. */
const isInTitle = ({ rows }: Digest): boolean => countUpdates(rows) === 1 && !rows.some(isAsked)

/** What is to do, or what has happened: `Approve 4 posts for Harbor Coffee by Thu 4 Jun, 5:00 PM`. */
const subjectOf = (digest: Digest, posts: readonly OfPost[]): string => {
  const { rows, projectName } = digest
  const asked = posts.filter(post => post.rows.some(isAsked)).length
  if (asked > 0) {
    const deadline = firstDeadline(rows, digest)
    const by = deadline ? ` by ${deadlineMoment(deadline, digest.timezone)}` : ''
    return `Approve ${asked === 1 ? 'a post' : `${asked} posts`} for ${projectName}${by}`
  }
  const [only] = rows
  if (isInTitle(digest) && only) return `${projectName}: ${notificationText(only.kind, only.actor_name)}`
  return `${countUpdates(rows)} updates for ${projectName}`
}

/** The page on which the person acts: their approvals, the one post, or the calendar. */
const addressOf = ({ publicUrl, projectId, rows, link }: Digest, posts: readonly OfPost[]): string => {
  if (link !== null) return link
  const at = (page: string, query?: Record<string, string>) =>
    linkTo(publicUrl, `/${projectId}/${page}`, query)
  if (rows.every(({ kind }) => kindDetails[kind].type === 'account')) return at('settings/social-accounts')
  const role: Role = rows[0]?.role ?? 'external-approver'
  const isApprover = role === 'internal-approver' || role === 'external-approver'
  if (rows.some(isAsked)) return at('approval')
  const [only] = posts
  if (!isApprover && posts.length === 1 && only?.first.post_id)
    return at(`manage-post/${only.first.social_network ?? 'facebook'}`, {
      postId: String(only.first.post_id),
    })
  return at(isApprover ? 'calendar-approval' : 'calendar')
}

/** One mail about all that is due to somebody in a project (docs/product/notifications.md "Mails"). */
export const digestLetter = (digest: Digest): Letter => {
  const posts = byPost(digest.rows)
  const subject = subjectOf(digest, posts)
  const left = posts.length - POSTS_MAX
  const letter = renderLetter({
    ...{ kind: 'notifications', subject, title: subject, sender: digest.sender },
    preheader: posts.map(({ first }) => shortText(first)).join(' · '),
    paragraphs: left > 0 ? [`These are the first ${POSTS_MAX} posts; ${left} more wait in Galley.`] : [],
    sections: posts
      .slice(0, POSTS_MAX)
      .map(post => sectionOf(post, digest))
      .filter(({ title }) => title !== ''),
    link: {
      label: digest.rows.some(isAsked) ? 'Look and decide' : 'Open Galley',
      url: addressOf(digest, posts),
    },
    ...(digest.link !== null && {
      note: 'The button opens what waits for you without a password: do not pass this mail on.',
    }),
    noteLinks: [
      ...(digest.link === null
        ? [
            {
              label: 'Choose what you are mailed, and when',
              url: linkTo(digest.publicUrl, `/${digest.projectId}/settings/notifications`),
            },
          ]
        : []),
      { label: 'Stop these mails', url: digest.stopUrl },
    ],
  })
  return {
    ...letter,
    headers: {
      'List-Unsubscribe': `<${digest.stopUrl}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    },
  }
}
