import { sql } from 'kysely'
import {
  type ChatGroup,
  type ChatMessage,
  type ChatPost,
  chatMessage,
  chatPostText,
} from '#domain/chat/message.ts'
import { type ChatEventType, chatSentence, isChatEvent } from '#domain/chat/topics.ts'
import { networkNames } from '#domain/networks/names.ts'
import {
  type ApprovalType,
  badgeStatus,
  badges,
  isVisibleTo,
  type PostSocialStatus,
} from '#domain/posts/status.ts'
import type { Reader } from '#server/platform/db/database.ts'
import { linkTo } from '#server/platform/mail/page.ts'
import type { ChannelRow } from './channels.ts'

/** So much is in one message at most; what is left is in the next one. */
const AT_ONCE = 200

type Version = {
  readonly status: PostSocialStatus
  readonly sent_back_in: ApprovalType | null
  readonly social_network: keyof typeof networkNames
  readonly text: string
}

/** An event that waits to be told, with what it is about as it is now. */
type EntryRow = {
  readonly id: number
  /** Null: the event, its project, its post or its note is gone, or the project is another agency's by now. */
  readonly type: ChatEventType | null
  readonly project_id: number
  readonly project_name: string
  readonly post_id: number | null
  readonly round: ApprovalType | null
  readonly next_round: ApprovalType | null
  readonly is_note: boolean
  readonly is_note_for_client: boolean | null
  readonly actor_id: number | null
  readonly actor_name: string | null
  readonly versions: readonly Version[]
}

type TopicEntry = EntryRow & { readonly type: ChatEventType }

/** What waits for a channel, oldest first. */
const readEntries = async (db: Reader, channelId: number): Promise<readonly EntryRow[]> => {
  const { rows } = await sql<EntryRow>`
    select n.id, case when p.id is not null and (e.post_id is null or t.id is not null) then e.type end as type,
      e.project_id, p.name as project_name, e.post_id, e.detail->>'round' as round, e.detail->>'next_round' as next_round,
      e.detail ? 'note_id' as is_note,
      (select o.is_for_client from notes o where o.id = (e.detail->>'note_id')::bigint) as is_note_for_client,
      e.actor_id, nullif(trim(u.name || ' ' || u.last_name), '') as actor_name,
      coalesce((select json_agg(json_build_object('status', v.status, 'sent_back_in', v.sent_back_in,
          'social_network', v.social_network, 'text', left(v.message, 400)) order by v.id)
        from post_socials v where v.post_id = e.post_id and (e.post_social_id is null or v.id = e.post_social_id)), '[]') as versions
    from chat_entries n join chat_channels c on c.id = n.channel_id
      left join events e on e.id = n.event_id
      left join projects p on p.id = e.project_id and p.deleted_at is null and p.archived_at is null
        and p.agency_id = c.agency_id
      left join posts t on t.id = e.post_id and t.deleted_at is null
      left join users u on u.id = e.actor_id
    where n.channel_id = ${channelId} order by n.id limit ${AT_ONCE}`.execute(db)
  return rows
}

/** As a client's own calls would show it: nothing of an internal round, an internal note or a version that they do not see. */
const asClientsSee = (entry: TopicEntry): TopicEntry[] => {
  if (entry.post_id === null || (entry.next_round ?? entry.round) === 'internal') return []
  if (entry.is_note && entry.is_note_for_client !== true) return []
  const versions = entry.versions.filter(version => isVisibleTo(version, 'external-approver'))
  if (versions.length === 0) return []
  // Who approves internally is not theirs to know.
  const isHidden = entry.type === 'approval.round_approved'
  return [{ ...entry, versions, ...(isHidden ? { actor_id: null, actor_name: null } : {}) }]
}

/** Without what is gone since. */
const stillThere = (entry: EntryRow): TopicEntry[] => {
  const { type } = entry
  if (type === null || !isChatEvent(type) || (entry.is_note && entry.is_note_for_client === null)) return []
  return [{ ...entry, type }]
}

type Reading = Pick<ChannelRow, 'id' | 'is_for_client'> & { readonly publicUrl: string }

/** The next message of a channel, null if nothing of it is left to tell; and the entries that it is about. */
export const composeMessage = async (
  db: Reader,
  channel: Reading,
): Promise<{ readonly entryIds: readonly number[]; readonly message: ChatMessage | null }> => {
  const entries = await readEntries(db, channel.id)
  const readable = entries
    .flatMap(stillThere)
    .flatMap(entry => (channel.is_for_client ? asClientsSee(entry) : [entry]))
  // A client is told in the way of those who wait, not of those who have done it.
  const groups = [
    ...Map.groupBy(
      readable,
      ({ project_id, type, actor_id }) => `${project_id} ${type} ${actor_id}`,
    ).values(),
  ]
  return {
    entryIds: entries.map(({ id }) => id),
    message:
      groups.length === 0
        ? null
        : chatMessage(
            groups.flatMap(group => groupOf(group, channel)),
            channel.publicUrl,
          ),
  }
}

const groupOf = (entries: readonly TopicEntry[], channel: Reading): Omit<ChatGroup, 'left'>[] => {
  const [first] = entries
  if (!first) return []
  const byPost = Map.groupBy(
    entries.filter(({ post_id }) => post_id !== null),
    ({ post_id }) => post_id,
  )
  const posts = [...byPost.values()].flatMap(same => postOf(same, channel))
  const count = posts.length > 0 ? posts.length : entries.length
  return [{ project: first.project_name, sentence: chatSentence(first.type, first.actor_name, count), posts }]
}

const postOf = (entries: readonly TopicEntry[], channel: Reading): ChatPost[] => {
  const [first] = entries
  const versions = entries.flatMap(entry => entry.versions)
  const [version] = versions
  if (!first || !version) return []
  const networks = [...new Set(versions.map(({ social_network }) => social_network))]
  return [
    {
      text: chatPostText(version.text),
      networks: networks.map(network => networkNames[network]),
      state: badges[badgeStatus(versions.map(({ status }) => status))].text,
      url: addressOf(first, version, channel),
    },
  ]
}

const toDecide: readonly ChatEventType[] = ['approval.started', 'approval.round_approved']

/** The page on which its readers act. It asks them to sign in: nothing in a channel opens without that. */
const addressOf = (
  { type, project_id, post_id }: TopicEntry,
  { social_network }: Version,
  { is_for_client, publicUrl }: Reading,
): string => {
  const at = (page: string) =>
    linkTo(publicUrl, `/${project_id}/${page}/${social_network}`, { postId: String(post_id) })
  if (toDecide.includes(type) || (is_for_client && type === 'approval.question_asked')) return at('approval')
  return is_for_client ? linkTo(publicUrl, `/${project_id}/calendar-approval`) : at('manage-post')
}
