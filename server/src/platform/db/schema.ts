import type { ColumnType, Generated, Selectable } from 'kysely'
import type { Provider } from '#domain/accounts/providers.ts'
import type { AuditAction, AuditValues } from '#domain/agencies/model.ts'
import type { ApprovalActionType } from '#domain/approvals/status.ts'
import type { EventType } from '#domain/kernel/live-events.ts'
import type { PostType, SocialNetwork } from '#domain/networks/model.ts'
import type {
  ApprovalStatus,
  ApprovalType,
  FirstCommentStatus,
  PostSocialStatus,
} from '#domain/posts/status.ts'
import type { FailureReason, PublicationStatus } from '#domain/publishing/status.ts'
import type { ReconnectReason } from '#domain/social-accounts/model.ts'
import type { InvitationRole } from '#domain/team/model.ts'

/** Rows as the migrations make them. Instants are `Date`, days are `yyyy-MM-dd` text, ids are numbers. */
type Instant = ColumnType<Date, Date | undefined, Date>
type NullableInstant = ColumnType<Date | null, Date | null | undefined, Date | null>
type Id = Generated<number>
type Json<T> = ColumnType<T, string | undefined, string>
type Optional<T> = ColumnType<T | null, T | null | undefined, T | null>

/** What a post social was before it was put on its way. */
export type StartedFrom = {
  readonly status: PostSocialStatus
  readonly failure_reason: string | null
  readonly last_social_api_response: string | null
}

export type Database = {
  users: {
    id: Id
    email: string
    name: string
    last_name: Generated<string>
    phone_number: Optional<string>
    company: Optional<string>
    password_hash: Optional<string>
    is_blocked: Generated<boolean>
    is_super_admin: Generated<boolean>
    avatar_key: Optional<string>
    is_confirmed: Generated<boolean>
    came_by_invitation: Generated<boolean>
    created_at: Instant
  }
  sessions: {
    id: Id
    user_id: number
    user_agent: Optional<string>
    address: Optional<string>
    created_at: Instant
    last_used_at: Instant
    ended_at: NullableInstant
  }
  account_links: {
    token_hash: Buffer
    user_id: number
    purpose: 'confirm' | 'reset'
    expires_at: Date
    used_at: NullableInstant
    created_at: Instant
  }
  outgoing_mails: {
    id: Id
    recipient: string
    kind: string
    subject: string
    sealed: Optional<Buffer>
    key_id: Optional<string>
    status: 'queued' | 'sent' | 'failed'
    attempts: Generated<number>
    run_at: Instant
    lease_until: NullableInstant
    last_error: Optional<string>
    created_at: Instant
    sent_at: NullableInstant
  }
  identities: {
    id: Id
    provider: Provider
    issuer: string
    subject: string
    user_id: number
    email: string
    created_at: Instant
    last_used_at: Instant
  }
  sign_in_attempts: {
    state_hash: Buffer
    browser_hash: Optional<Buffer>
    session_id: Optional<number>
    provider: Provider
    nonce: string
    verifier: string
    given_name: Optional<string>
    family_name: Optional<string>
    expires_at: Date
  }
  attempts: { subject_hash: Buffer; times: number; ends_at: Date }
  waiting_identities: {
    browser_hash: Buffer
    provider: Provider
    issuer: string
    subject: string
    email: string
    expires_at: Date
  }
  session_tokens: { token_hash: Buffer; session_id: number; expires_at: Date; refreshable_until: Date }
  agencies: { id: Id; name: string; logo_key: Optional<string>; created_at: Instant }
  payment_cards: {
    id: Id
    user_id: number
    agency_id: Optional<number>
    gateway_token: string
    brand: string
    last_four: string
    expiry_month: number
    expiry_year: number
    name: string
    country: Optional<'AU'>
    trial_started_at: Date
    updated_at: Date
  }
  card_attempts: { user_id: number; key: string; busy_until: Date }
  agency_admins: { agency_id: number; user_id: number; created_at: Instant }
  agency_members: {
    agency_id: number
    user_id: number
    role: 'content-creator' | 'internal-approver'
    created_at: Instant
  }
  invitations: {
    id: Id
    agency_id: number
    project_id: Optional<number>
    email: string
    name: string
    role: InvitationRole
    token_hash: Buffer
    invited_by: Optional<number>
    sent_at: Instant
    expires_at: Date
    accepted_at: NullableInstant
    accepted_by: Optional<number>
    revoked_at: NullableInstant
    created_at: Instant
  }
  audit_log: {
    id: Id
    agency_id: number
    project_id: Optional<number>
    actor_id: Optional<number>
    action: AuditAction
    subject: string
    old: Json<AuditValues | null>
    new: Json<AuditValues | null>
    address: Optional<string>
    created_at: Instant
  }
  projects: {
    id: Id
    agency_id: number
    owner_id: Optional<number>
    name: string
    logo_key: Optional<string>
    timezone: string
    created_at: Instant
    deleted_at: NullableInstant
  }
  project_members: {
    project_id: number
    user_id: number
    role: 'content-creator' | 'internal-approver' | 'external-approver'
    created_at: Instant
  }
  project_settings: { project_id: number; name: string; value: string }
  member_settings: { project_id: number; user_id: number; name: string; value: string }
  social_accounts: {
    id: Id
    project_id: number
    social_network: SocialNetwork
    external_id: string
    name: string
    account_details: Json<Record<string, string>>
    logo_url: Optional<string>
    sealed_token: Optional<Buffer>
    token_key_id: Optional<string>
    needs_reconnecting: Generated<boolean>
    connected_at: Instant
    removed_at: NullableInstant
    connected_by: Optional<number>
    expires_at: NullableInstant
    scopes: Generated<string[]>
    is_renewable: Generated<boolean>
    reconnect_reason: Optional<ReconnectReason>
    checked_at: NullableInstant
    check_due_at: Instant
    check_lease_until: NullableInstant
    check_failures: Generated<number>
    warned_days: Optional<number>
  }
  pending_connections: {
    id: Id
    project_id: number
    session_id: number
    social_network: SocialNetwork
    stage: 'begun' | 'choosing'
    secret_hash: Optional<Buffer>
    is_reconnecting: Generated<boolean>
    callback_url: Optional<string>
    choices: Json<unknown>
    sealed: Optional<Buffer>
    token_key_id: Optional<string>
    expires_at: Date
    used_at: NullableInstant
    created_at: Instant
  }
  medias: {
    id: Id
    project_id: number
    user_id: Optional<number>
    storage_key: string
    object_type: 'image' | 'video' | 'gif'
    content_type: string
    original_name: string
    file_size: number
    sha256: string
    width: Optional<number>
    height: Optional<number>
    duration_seconds: Optional<number>
    has_previews: Generated<boolean>
    created_at: Instant
    deleted_at: NullableInstant
  }
  posts: {
    id: Id
    project_id: number
    type: PostType
    created_by: Optional<number>
    parent_post_id: Optional<number>
    skipped_approvals: Generated<ApprovalType[]>
    concrete_internal_approver: Generated<number[]>
    concrete_external_approver: Generated<number[]>
    created_at: Instant
    updated_at: Instant
    deleted_at: NullableInstant
    deleted_by: Optional<number>
  }
  post_socials: {
    id: Id
    post_id: number
    project_id: number
    social_network: SocialNetwork
    type: PostType
    message: Generated<string>
    first_comment: Generated<string>
    message_editor_state: Optional<string>
    extra_fields: Json<PostSocialExtraFields>
    status: PostSocialStatus
    is_approved: Generated<boolean>
    is_unapproved: Generated<boolean>
    cleared_digest: Optional<string>
    version: Generated<number>
    failure_reason: Optional<string>
    last_social_api_response: Optional<string>
    external_id: Optional<string>
    permalink: Optional<string>
    published_at: NullableInstant
    first_comment_status: Generated<FirstCommentStatus>
    first_comment_response: Optional<string>
    sent_version: Optional<number>
    created_at: Instant
    updated_at: Instant
    deleted_at: NullableInstant
  }
  attachments: {
    id: Id
    post_social_id: number
    media_id: Optional<number>
    thumbnail_media_id: Optional<number>
    description: Generated<'media' | 'link' | 'child-link'>
    extra_fields: Json<AttachmentExtraFields>
    position: number
    created_at: Instant
    updated_at: Instant
  }
  schedules: {
    id: Id
    post_id: number
    project_id: number
    date: string
    time: string
    timezone: string
    datetime: Date
    is_autoposting: boolean
    released_at: NullableInstant
    created_at: Instant
    updated_at: Instant
    deleted_at: NullableInstant
  }
  approvals: {
    id: Id
    post_social_id: number
    project_id: number
    type: ApprovalType
    status: ApprovalStatus
    round: number
    opened_by: Optional<number>
    opened_at: Instant
    closed_at: NullableInstant
  }
  approval_approvers: {
    approval_id: number
    user_id: number
    is_chosen: boolean
    decided_at: NullableInstant
    content_digest: Optional<string>
  }
  approval_actions: {
    id: Id
    approval_id: Optional<number>
    post_social_id: number
    project_id: number
    round: ApprovalType
    type: ApprovalActionType
    message: Optional<string>
    created_by: Optional<number>
    created_at: Instant
  }
  approval_checkboxes: {
    id: Id
    approval_action_id: number
    label: string
    is_checked: Generated<boolean>
    position: number
  }
  approval_action_attachments: { id: Id; approval_action_id: number; media_id: number; position: number }
  publications: {
    id: Id
    post_social_id: number
    project_id: number
    social_account_id: Optional<number>
    social_network: SocialNetwork
    status: PublicationStatus
    content_digest: string
    due_at: Date
    run_at: Date
    attempts: Generated<number>
    resends: Generated<number>
    lease_token: Generated<number>
    lease_until: NullableInstant
    prepared: Json<Record<string, unknown>>
    sending_at: NullableInstant
    looked_at: NullableInstant
    absent_looks: Generated<number>
    external_id: Optional<string>
    permalink: Optional<string>
    failure_reason: Optional<string>
    response: Optional<string>
    started_by: Optional<number>
    first_comment: Generated<FirstCommentStatus>
    first_comment_id: Optional<string>
    first_comment_response: Optional<string>
    first_comment_sent_at: NullableInstant
    first_comment_attempts: Generated<number>
    first_comment_resends: Generated<number>
    first_comment_absent_looks: Generated<number>
    permalink_attempts: Generated<number>
    follow_up_at: NullableInstant
    follow_up_since: NullableInstant
    late_reason: Optional<FailureReason>
    likeness: Optional<string>
    started_from: Json<Partial<StartedFrom>>
    created_at: Instant
    closed_at: NullableInstant
  }
  network_limits: {
    scope: 'account' | 'app'
    subject: string
    not_before: Date
    percent: number
    told_at: Date
  }
  day_labels: {
    id: Id
    project_id: number
    text: string
    color: string
    start_at: string
    end_at: string
    created_at: Instant
    deleted_at: NullableInstant
  }
  events: {
    id: Id
    project_id: number
    post_id: Optional<number>
    post_social_id: Optional<number>
    type: EventType
    actor_id: Optional<number>
    detail: Json<Record<string, unknown>>
    created_at: Instant
  }
}

type PostSocialExtraFields = import('zod').output<
  typeof import('#domain/posts/model.ts').postSocialExtraFields
>
type AttachmentExtraFields = import('zod').output<
  typeof import('#domain/posts/model.ts').attachmentExtraFields
>

/** A row as it is read. */
export type Row<T extends keyof Database> = Selectable<Database[T]>
