import { sql } from 'kysely'
import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import { oneLine } from '#domain/kernel/text.ts'
import type { SocialNetwork } from '#domain/networks/model.ts'
import type * as contract from '#domain/notifications/contract.ts'
import { type AgencyKind, isAgencyKind, type ProjectKind } from '#domain/notifications/kinds.ts'
import type { AgencyNotification, ProjectNotification } from '#domain/notifications/model.ts'
import type { Role } from '#domain/permissions/table.ts'
import type { PostSocialStatus } from '#domain/posts/status.ts'
import type { OutlookCode } from '#domain/publishing/outlook-codes.ts'
import type { Services, SignedInPoolCall } from '#server/platform/http/route.ts'
import { roleIn } from '#server/platform/session/scope.ts'
import { pictureUrl } from '#server/platform/storage/storage.ts'
import { findLateWaitingFor, isLate } from './late-posts.ts'
import { isShown, messageOf, reasonOf } from './shown.ts'

const PAGE = 30
/** As much of a post's text as a line shows. */
const TEXT_MAX = 120

type Dates = { id: number; created_at: Date; read_at: Date | null }
type ProjectRow = Dates & {
  kind: ProjectKind
  project_id: number
  project_name: string
  post_id: number | null
  role: Role
  versions: { social_network: SocialNetwork; status: PostSocialStatus }[] | null
  post_text: string | null
  actor: { name: string; avatar_key: string | null } | null
  message: string | null
  reason: OutlookCode | null
}
type AgencyRow = Dates & {
  kind: AgencyKind
  agency_id: number
  agency_name: string
  offer: AgencyNotification['offer'] | null
}
type Row = ProjectRow | AgencyRow

const isOfAgency = (row: Row): row is AgencyRow => isAgencyKind(row.kind)

export const listNotifications = async (
  { query: { is_unread, after } }: Input<typeof contract.listNotifications>,
  { db, person, services }: SignedInPoolCall,
): Promise<Answer<typeof contract.listNotifications>> => {
  const { rows } = await sql<Row>`
    select n.id, n.kind, n.project_id, p.name as project_name, n.post_id, n.created_at, n.read_at,
      n.agency_id, (select a.name from agencies a where a.id = n.agency_id) as agency_name,
      (select json_build_object('project_name', o.project_name, 'agency_name', a.name) from project_hand_overs o
        join agencies a on a.id = o.from_agency_id where o.id = n.hand_over_id) as offer,
      ${roleIn('p', person)} as role,
      (select json_agg(json_build_object('social_network', x.social_network, 'status', x.status) order by x.id)
        from post_socials x where x.post_id = n.post_id and (n.post_social_id is null or x.id = n.post_social_id)) as versions,
      (select left(x.message, ${TEXT_MAX * 2}) from post_socials x
        where x.post_id = n.post_id and (n.post_social_id is null or x.id = n.post_social_id) order by x.id limit 1) as post_text,
      (select json_build_object('name', trim(u.name || ' ' || u.last_name), 'avatar_key', u.avatar_key)
        from users u where u.id = n.actor_id) as actor, ${messageOf} as message, ${reasonOf} as reason
    from notifications n left join projects p on p.id = n.project_id
    where ${isShown(person)} and n.id < ${after ?? Number.MAX_SAFE_INTEGER}
      and (${is_unread === 'false'} or n.read_at is null)
    order by n.id desc limit ${PAGE + 1}`.execute(db)
  const page = rows.slice(0, PAGE)
  const ofProjects = page.filter(row => !isOfAgency(row))
  const waitingFor = await findLateWaitingFor(db, ofProjects, services)
  return {
    notifications: page.map(row => (isOfAgency(row) ? ofAgency(row) : ofProject(row, waitingFor, services))),
    next: rows.length > PAGE ? (page.at(-1)?.id ?? null) : null,
  }
}

const datesOf = ({ id, created_at, read_at }: Dates) => ({
  id,
  created_at: created_at.toISOString(),
  read_at: read_at?.toISOString() ?? null,
})

const ofAgency = (row: AgencyRow): AgencyNotification => ({
  ...datesOf(row),
  kind: row.kind,
  agency_id: row.agency_id,
  agency_name: row.agency_name,
  ...(row.offer && { offer: row.offer }),
})

const ofProject = (
  row: ProjectRow,
  waitingFor: ReadonlyMap<number, readonly string[]>,
  { config }: Services,
): ProjectNotification => {
  const { kind, project_id, project_name, post_id, role, actor, message, reason } = row
  return {
    ...datesOf(row),
    kind,
    project_id,
    project_name,
    post_id,
    role,
    versions: row.versions ?? [],
    post_text: oneLine(row.post_text ?? '').slice(0, TEXT_MAX),
    actor: actor && {
      name: actor.name,
      avatar_image_link: pictureUrl(config.publicUrl, actor.avatar_key, 'small'),
    },
    ...(message === null ? {} : { message }),
    ...(reason === null ? {} : { reason }),
    waiting_for: isLate(kind) ? [...(waitingFor.get(post_id ?? 0) ?? [])] : [],
  }
}
