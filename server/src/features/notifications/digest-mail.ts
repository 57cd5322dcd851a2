import { silenceTexts } from '#domain/approvals/deadline-words.ts'
import { instantIn } from '#domain/kernel/languages/dates.ts'
import { phrase, type Say, type Words } from '#domain/kernel/languages/words.ts'
import { harmlessNames } from '#domain/kernel/public-names.ts'
import { shortened } from '#domain/kernel/shortened.ts'
import { oneLine } from '#domain/kernel/text.ts'
import { timezoneLabel } from '#domain/kernel/time.ts'
import { asksToDecide, kindDetails, reminderKinds } from '#domain/notifications/kinds.ts'
import { notificationTextIn } from '#domain/notifications/texts.ts'
import { type ChaseTask, tasksText } from '#domain/publishing/chase-words.ts'
import { outlookWords } from '#domain/publishing/outlook-words.ts'
import { linkTo } from '#server/platform/mail/page.ts'
import type { RenderedMail } from '#server/platform/mail/queue.ts'
import {
  type MailContent,
  type MailSection,
  type MailSender,
  renderMail,
} from '#server/platform/mail/render-mail.ts'
import { sizeKey } from '#server/platform/storage/storage.ts'
import type { DueRow } from './due-rows.ts'

/** As much of a post's text as says which one it is. */
const TEXT_MAX = 80
/** A mail is a summons, not a report: the rest is in the app. */
const POSTS_MAX = 20

/** What a mail or a push message is made of. */
export type Digest = {
  readonly publicUrl: string
  /** In the language of the reader: English for people of the agency. */
  readonly words: Words
  readonly sender: MailSender
  readonly rows: readonly DueRow[]
  /** The deadlines of the rounds that the mail asks about, by version. */
  readonly deadlines: ReadonlyMap<number, Date>
  /** What happens to the posts that the mail asks about if nobody decides. */
  readonly onSilence: ReadonlyMap<number, keyof typeof silenceTexts>
  /** Whom the late posts in the mail are waiting for: sentences, by post. */
  readonly waitingFor: ReadonlyMap<number, readonly string[]>
  /** The personal link of an external approver, who has no need to sign in; null for others. */
  readonly link: string | null
  /** Where the person stops these mails without signing in. */
  readonly stopUrl: string
}

type OfPost = { readonly rows: readonly DueRow[]; readonly first: DueRow }

/** The rows by post, with the posts of a project next to each other. */
export const byPost = (rows: readonly DueRow[]): OfPost[] =>
  [...Map.groupBy(rows, ({ project_id }) => project_id).values()].flatMap(byPostOfProject)

const byPostOfProject = (rows: readonly DueRow[]): OfPost[] =>
  [...Map.groupBy(rows, ({ post_id, id }) => post_id ?? `row ${id}`).values()].flatMap(group =>
    group[0] ? [{ rows: group, first: group[0] }] : [],
  )

export const shortText = ({ post_text }: DueRow, say: Say): string => {
  return shortened(oneLine(post_text ?? ''), TEXT_MAX) || say('Empty message')
}

/**
 * A post with what happened to it, each thing once, and not again what the title of the mail says already. Something without a post has no
 * picture and no text.
 */
const sectionOf = ({ rows, first }: OfPost, digest: Digest): MailSection => {
  const { say } = digest.words
  const deadline = firstDeadline(rows, digest)
  const lines = [
    ...(isInTitle(digest) ? [] : rows.map(row => harmlessNames(happenedTo(row, say)))),
    ...(deadline === null ? [] : [deadlineLine(deadline, first, digest)]),
    ...rows.flatMap(({ reason }) => (reason === null ? [] : outlookWords[reason].text)),
    ...saidLines(rows, isApproved, say),
    ...(rows.some(isLate) ? lateLines(first.post_id, digest) : []),
  ]
  const happened = [...new Set(lines)].join('\n')
  const isOfSeveral = new Set(digest.rows.map(({ project_id }) => project_id)).size > 1
  const group = isOfSeveral ? { group: harmlessNames(first.project_name) } : {}
  if (first.post_id === null) return { ...group, title: happened, text: '' }
  const { picture_key: key } = first
  return {
    ...group,
    title: shortText(first, say),
    text: happened,
    ...(isByLink(digest) || !hasAddress(first) ? {} : { link: postAddress(first, digest) }),
    ...(key === null ? {} : { picture: { key: sizeKey(key, 'small'), alt: '' } }),
  }
}

const happenedTo = ({ kind, actor_name: name }: DueRow, say: Say): string =>
  notificationTextIn(say, kind, name)

const isToDecide = ({ kind }: DueRow): boolean => asksToDecide(kind)

/** Whether the mail is there to decide by link. A question or a note is answered in Galley, and the link is beside it. */
const isByLink = ({ link, rows }: Digest): boolean => link !== null && rows.some(isToDecide)

const decideLabel = phrase('Decide without a password')

/** The first deadline among the posts that the mail asks to decide about; null if there is none. */
const firstDeadline = (rows: readonly DueRow[], { deadlines }: Digest): Date | null => {
  const toDecide = rows.filter(isToDecide).flatMap(({ post_social_id: id }) => deadlines.get(id ?? 0) ?? [])
  return toDecide.toSorted((one, other) => one.getTime() - other.getTime())[0] ?? null
}

const deadlineLine = (
  deadline: Date,
  { post_id, timezone }: DueRow,
  { onSilence, words }: Digest,
): string => {
  const outcome = onSilence.get(post_id ?? 0)
  const until = words.say('Decide by {moment} ({timezone})', {
    moment: instantIn(words.language, deadline, timezone, 'weekdayTime'),
    timezone: timezoneLabel(timezone),
  })
  return outcome === undefined ? until : `${until}. ${words.say(silenceTexts[outcome])}`
}

const isMissed = ({ kind }: DueRow): boolean => kind === 'approval_late'

const isLate = (row: DueRow): boolean => isMissed(row) || row.kind === 'overdue'

/** For people of the agency alone, as clients are not told of late posts: who has not decided, and what happens to the post if they never do. */
const lateLines = (postId: number | null, { waitingFor, onSilence }: Digest): string[] => {
  const outcome = onSilence.get(postId ?? 0)
  const waiting = waitingFor.get(postId ?? 0) ?? []
  return [...waiting.map(harmlessNames), ...(outcome === undefined ? [] : [silenceTexts[outcome]])]
}

/** How many things have happened; the same thing on several versions of a post counts once. */
const countUpdates = ({ rows, words: { say } }: Digest): number =>
  new Set(rows.map(row => `${row.post_id ?? `row ${row.id}`} ${happenedTo(row, say)}`)).size

/** One thing that asks for no decision, or the same that happened to all: the subject, which is the title too, says it. */
const isInTitle = (digest: Digest): boolean =>
  !digest.rows.some(isToDecide) && (countUpdates(digest) === 1 || digest.rows.every(isMissed))

/** `Harbor Coffee`, `Harbor Coffee and Northwind`, `Harbor Coffee and 3 others`. A client's mail is about one, so that no other language joins them. */
const projectsText = (rows: readonly DueRow[]): string => {
  const [first = '', ...others] = new Map(rows.map(row => [row.project_id, row.project_name])).values()
  if (others.length === 0) return first
  return `${first} and ${others.length === 1 ? others[0] : `${others.length} others`}`
}

/** What the mail asks to decide about, the earliest deadline first. */
const toDecideFirst = (digest: Digest): DueRow[] => {
  const momentOf = (row: DueRow) => firstDeadline([row], digest)?.getTime() ?? Number.POSITIVE_INFINITY
  return digest.rows.filter(isToDecide).toSorted((one, other) => momentOf(one) - momentOf(other) || 0)
}

const missedSubject = (rows: readonly DueRow[]): string => {
  const count = byPost(rows).length
  const posts = count === 1 ? 'A post' : `${count} posts`
  return `${posts} for ${projectsText(rows)} ${count === 1 ? 'was' : 'were'} not approved in time`
}

const decideSubject = (toDecide: readonly DueRow[], first: DueRow, digest: Digest): string => {
  const { language, say } = digest.words
  const deadline = firstDeadline(toDecide, digest)
  const about = { count: byPost(toDecide).length, projects: projectsText(toDecide) }
  if (!deadline) return say('Approve {count, plural, one {a post} other {# posts}} for {projects}', about)
  const moment = instantIn(language, deadline, first.timezone, 'weekdayTime')
  return say('Approve {count, plural, one {a post} other {# posts}} for {projects} by {moment}', {
    ...about,
    moment,
  })
}

/** Of how many posts the mail reminds by task, and how many wait for a decision. */
const tasksOf = ({ rows }: Digest): Readonly<Record<ChaseTask, number>> => {
  const count = (isIt: (row: DueRow) => boolean) => byPost(rows.filter(isIt)).length
  return {
    decide: count(isToDecide),
    correct: count(({ kind }) => kind === reminderKinds.correct),
    send: count(({ kind }) => kind === reminderKinds.send),
  }
}

/** What is to do, or what has happened: `Approve 4 posts for Harbor Coffee by Thu 4 Jun, 5:00 PM`. */
export const subjectOf = (digest: Digest): string => {
  const { rows } = digest
  const { say } = digest.words
  const toDecide = toDecideFirst(digest)
  const tasks = tasksOf(digest)
  // To people of the agency alone.
  if (tasks.correct + tasks.send > 0 && !isInTitle(digest))
    return `${tasksText(tasks)} for ${projectsText(rows)}`
  if (toDecide[0]) return decideSubject(toDecide, toDecide[0], digest)
  if (rows.every(isMissed)) return missedSubject(rows)
  const [only] = rows
  if (isInTitle(digest) && only)
    return say('{project}: {event}', { project: only.project_name, event: happenedTo(only, say) })
  return say('{count, plural, one {# update} other {# updates}} for {projects}', {
    count: countUpdates(digest),
    projects: projectsText(rows),
  })
}

const isApprover = ({ role }: DueRow): boolean => role === 'internal-approver' || role === 'external-approver'

/** An approver's list has a page for what waits for them only. */
const hasAddress = (row: DueRow): boolean =>
  row.post_id !== null && (!isApprover(row) || isToDecide(row) || row.kind === 'question')

/** Where the person works on a post: those who make posts in the editor, approvers in their list. */
const postAddress = (row: DueRow, { publicUrl }: Digest): string => {
  const page = isApprover(row) || isToDecide(row) ? 'approval' : 'manage-post'
  return linkTo(publicUrl, `/${row.project_id}/${page}/${row.social_network ?? 'facebook'}`, {
    postId: String(row.post_id),
  })
}

/** The page on which the person acts: their approvals, the one post, or the calendar. */
export const addressOf = (digest: Digest, posts: readonly OfPost[]): string => {
  const { publicUrl, rows, link } = digest
  const [first] = [...toDecideFirst(digest), ...rows]
  if (link !== null && isByLink(digest)) return link
  if (!first) return publicUrl
  const at = (page: string) => linkTo(publicUrl, `/${first.project_id}/${page}`)
  if (rows.every(({ kind }) => kindDetails[kind].type === 'account')) return at('settings/social-accounts')
  if (isToDecide(first)) return at('approval')
  if (hasAddress(first) && posts.length === 1) return postAddress(first, digest)
  return at(isApprover(first) ? 'calendar-approval' : 'calendar')
}

/** What the button is for. On the page of a late post its approvers are reminded, or the project's rule is applied. */
const buttonLabel = ({ rows, onSilence, words: { say } }: Digest): string => {
  if (rows.some(isToDecide)) return say('Review and decide')
  if (byPost(rows).length > 1 || !rows.every(isMissed)) return say('Open Galley')
  const isRuled = rows.some(({ post_id }) => onSilence.get(post_id ?? 0) === 'goes_out')
  return isRuled ? 'Remind, or go on without them' : 'Remind them'
}

/** What was written with reminders, or with approvals, each once: `Ada Moreau: “The printer needs it by noon.”` */
export const saidLines = (
  rows: readonly DueRow[],
  isAbout: (row: DueRow) => boolean,
  say: Say,
): readonly string[] => [
  ...new Set(
    rows.filter(isAbout).flatMap(({ message, actor_name: actor }) => {
      if (message === null) return []
      const name = actor === null ? say('Your agency') : harmlessNames(actor)
      return [say('{name}: “{message}”', { name, message: oneLine(message) })]
    }),
  ),
]

/** A comment with an approval is about its post; the words of a reminder are about all that it reminds of. */
const isApproved = ({ kind }: DueRow): boolean => kind === 'approved'

/** In small print: what the link does, and where the mails are chosen and stopped. */
const smallPrint = (digest: Digest): Pick<MailContent, 'note' | 'noteLinks'> => {
  const { link, publicUrl, rows, stopUrl } = digest
  const { say } = digest.words
  const stop = { label: say('Stop these mails'), url: stopUrl }
  if (link === null) {
    const url = linkTo(publicUrl, `/${rows[0]?.project_id}/settings/notifications`)
    return { noteLinks: [{ label: say('Choose which mails you get, and when'), url }, stop] }
  }
  if (isByLink(digest)) {
    const note = say(
      'The button opens what is waiting for you without a password, so do not forward this mail.',
    )
    return { note, noteLinks: [stop] }
  }
  const label = say(decideLabel)
  const note = say(
    '“{label}” opens what is waiting for you without a password, so do not forward this mail.',
    { label },
  )
  return { note, noteLinks: [{ label, url: link }, stop] }
}

const leftOut = (left: number, say: Say): readonly string[] =>
  left <= 0
    ? []
    : [
        say(
          'These are the first {shown} posts; {left, plural, one {# more is} other {# more are}} waiting in Galley.',
          { shown: POSTS_MAX, left },
        ),
      ]

/** One mail about all that is due to somebody, project by project (docs/product/notifications.md "Mails"). */
export const digestMail = (digest: Digest): RenderedMail => {
  const { rows, sender, stopUrl, words } = digest
  const posts = byPost(rows)
  const subject = subjectOf(digest)
  const mail = renderMail(
    {
      kind: 'notifications',
      subject,
      title: subject,
      sender,
      preheader: posts.map(({ first }) => shortText(first, words.say)).join(' · '),
      paragraphs: [
        ...saidLines(rows, row => !isApproved(row), words.say),
        ...leftOut(posts.length - POSTS_MAX, words.say),
      ],
      sections: posts
        .slice(0, POSTS_MAX)
        .map(post => sectionOf(post, digest))
        .filter(({ title }) => title !== ''),
      link: { label: buttonLabel(digest), url: addressOf(digest, posts) },
      ...smallPrint(digest),
    },
    words,
  )
  return {
    ...mail,
    headers: {
      ...mail.headers,
      'List-Unsubscribe': `<${stopUrl}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    },
  }
}
