// Written by `npm run schema` from the migrations. What they cannot tell is in column-types.ts.
import type { ColumnType, Generated, Selectable } from 'kysely'
import type { ColumnTypes } from './column-types.ts'

/** It is read as a value and written as JSON text. */
type Json<T, Missing = never> = ColumnType<T, string | Missing, string>

/** Rows as the migrations make them. Instants are `Date`, days are `yyyy-MM-dd` text, ids are numbers. */
export type Database = {
  account_links: {
    token_hash: Buffer
    user_id: number
    purpose: 'confirm' | 'reset' | 'sign_in_code' | 'second_factor'
    expires_at: Date
    used_at: Date | null
    created_at: Generated<Date>
  }
  agencies: {
    id: Generated<number>
    name: string
    logo_key: string | null
    created_at: Generated<Date>
    accent_color: string | null
    names_weakest_post: Generated<boolean>
  }
  agency_admins: {
    agency_id: number
    user_id: number
    created_at: Generated<Date>
  }
  agency_events: {
    id: Generated<number>
    agency_id: number
    type: ColumnTypes['agency_events.type']
    user_id: number | null
    hand_over_id: number | null
  }
  agency_members: {
    agency_id: number
    user_id: number
    role: 'content-creator' | 'internal-approver'
    created_at: Generated<Date>
  }
  approval_action_attachments: {
    id: Generated<number>
    approval_action_id: number
    media_id: number
    position: number
    project_id: number
  }
  approval_action_contents: {
    approval_action_id: number
    post_social_id: number
    digest: string
  }
  approval_actions: {
    id: Generated<number>
    approval_id: number | null
    post_social_id: number
    project_id: number
    round: 'internal' | 'external' | null
    type:
      | 'approval_started'
      | 'external_approval_started'
      | 'revision_requested'
      | 'question_pushed'
      | 'answer_pushed'
      | 'approved'
      | 'approved_by_admin'
      | 'approved_by_system'
      | 'approval_skipped'
      | 'unapproved'
      | 'content_changed'
      | 'approval_undone'
      | 'approval_restored'
    message: string | null
    created_by: number | null
    created_at: Generated<Date>
    is_by_link: Generated<boolean>
    link_copied_by: number | null
    edited_at: Date | null
    is_by_proposal: Generated<boolean>
  }
  approval_approvers: {
    approval_id: number
    user_id: number
    is_chosen: boolean
    decided_at: Date | null
    content_digest: string | null
  }
  approval_checkboxes: {
    id: Generated<number>
    approval_action_id: number
    label: string
    is_checked: Generated<boolean>
    position: number
  }
  approval_link_codes: {
    project_id: number
    user_id: number
    signature: string
    expires_at: Date
  }
  approval_link_devices: {
    token_hash: Buffer
    project_id: number
    user_id: number
    confirmed_at: Date
  }
  approval_links: {
    id: Generated<number>
    project_id: number
    user_id: number
    token_hash: Buffer
    is_for_mail: boolean
    created_by: number | null
    created_at: Date
    expires_at: Date
    last_decided_at: Date | null
  }
  approval_reminders: {
    approval_id: number
    project_id: number
    deadline_at: Date
    hours: number
    sent_at: Date
  }
  approval_sends: {
    id: Generated<number>
    project_id: number
    sent_by: number
    sent_at: Date
  }
  approval_sent_posts: {
    send_id: number
    post_id: number
    project_id: number
    record: Json<ColumnTypes['approval_sent_posts.record']>
    undone_at: Date | null
  }
  approvals: {
    id: Generated<number>
    post_social_id: number
    project_id: number
    type: 'internal' | 'external'
    status: 'open' | 'approved' | 'revision_requested' | 'unapproved' | 'superseded'
    round: number
    opened_by: number | null
    opened_at: Generated<Date>
    closed_at: Date | null
    step: Generated<number>
    decide_by: Date | null
  }
  approver_reminders: {
    id: Generated<number>
    agency_id: number
    user_id: number
    reminded_by: number
    message: string | null
    project_ids: number[]
    post_count: number
    sent_at: Date
  }
  attachments: {
    id: Generated<number>
    post_social_id: number
    media_id: number | null
    description: Generated<'media' | 'link' | 'child-link'>
    extra_fields: Json<ColumnTypes['attachments.extra_fields'], undefined>
    position: number
    created_at: Generated<Date>
    updated_at: Generated<Date>
    thumbnail_media_id: number | null
    project_id: number
  }
  attempts: {
    subject_hash: Buffer
    times: number
    ends_at: Date
    open_at: Date | null
  }
  audit_log: {
    id: Generated<number>
    agency_id: number
    project_id: number | null
    actor_id: number | null
    action: ColumnTypes['audit_log.action']
    subject: string
    old: Json<ColumnTypes['audit_log.old'] | null, undefined>
    new: Json<ColumnTypes['audit_log.new'] | null, undefined>
    address: string | null
    created_at: Generated<Date>
  }
  backups: {
    id: Generated<number>
    target: string
    ended_at: Date
    seconds: number
    backup_id: string | null
    problem: string | null
    missing_files: Generated<number>
  }
  billing_addresses: {
    agency_id: number
    first_name: string
    last_name: string
    address: string
    state: string
    city: string
    country: string
    zip: string
    updated_at: Generated<Date>
    vat_number: Generated<string>
    invoice_email: Generated<string>
  }
  board_preferences: {
    user_id: number
    lands_on_board: Generated<boolean>
    digest_days: number[] | null
    digest_time: string | null
    digest_timezone: string | null
    digest_at: Date | null
  }
  calendar_feeds: {
    project_id: number
    user_id: number
    token_hash: Buffer
    created_at: Date
    id: Generated<number>
  }
  campaigns: {
    id: Generated<number>
    project_id: number
    name: string
    color: string
    start_at: string | null
    end_at: string | null
    goal: Generated<string>
    version: Generated<number>
    created_at: Generated<Date>
    deleted_at: Date | null
    deleted_by: number | null
    search_form: Generated<string>
  }
  card_attempts: {
    user_id: number
    key: string
    busy_until: Date
  }
  card_trials: {
    fingerprint: string
    started_at: Date
  }
  chat_channels: {
    id: Generated<number>
    agency_id: number
    project_id: number | null
    service: 'slack' | 'teams'
    name: string
    topics: string[]
    is_for_client: Generated<boolean>
    sealed_address: Buffer
    key_id: string
    address_hint: string
    is_on: Generated<boolean>
    off_reason: 'gone' | 'unreachable' | 'unreadable' | null
    problem: string | null
    next_send_at: Date | null
    sending_until: Date | null
    attempts: Generated<number>
    last_sent_at: Date | null
    created_by: number | null
    created_at: Date
  }
  chat_entries: {
    id: Generated<number>
    channel_id: number
    event_id: number
    created_at: Date
  }
  danger_alerts: {
    post_social_id: number
    project_id: number
    due_at: Date
    told_at: Date
  }
  day_labels: {
    id: Generated<number>
    project_id: number
    text: string
    color: string
    start_at: string
    end_at: string
    created_at: Generated<Date>
    deleted_at: Date | null
    deleted_by: number | null
    search_form: Generated<string>
  }
  design_connections: {
    user_id: number
    sealed_token: Buffer
    token_key_id: string
    expires_at: Date
    created_at: Generated<Date>
    updated_at: Generated<Date>
  }
  designs: {
    id: Generated<number>
    project_id: number
    post_social_id: number
    user_id: number
    state_hash: Buffer
    sealed_verifier: Buffer | null
    token_key_id: string | null
    session_id: number | null
    title: string
    width: number | null
    height: number | null
    canva_design_id: string | null
    replaces_media_id: number | null
    return_hash: Buffer | null
    export_id: string | null
    content_url: string | null
    media_id: number | null
    expires_at: Date
    created_at: Generated<Date>
  }
  events: {
    id: Generated<number>
    project_id: number
    post_id: number | null
    post_social_id: number | null
    type: ColumnTypes['events.type']
    actor_id: number | null
    detail: Json<ColumnTypes['events.detail'], undefined>
    created_at: Generated<Date>
    is_told: Generated<boolean>
    told_from: Date | null
  }
  figure_turns: {
    post_social_id: number
    project_id: number
    due_at: Date
  }
  gateway_events: {
    id: string
    type: string
    gateway_customer_id: string | null
    created_at: Date
    received_at: Date
  }
  hashtag_pools: {
    id: Generated<number>
    project_id: number
    pool_name: string
    hashtags: string
    version: Generated<number>
    created_at: Generated<Date>
    deleted_at: Date | null
    deleted_by: number | null
  }
  identities: {
    issuer: string
    subject: string
    user_id: number
    email: string
    created_at: Generated<Date>
    last_used_at: Generated<Date>
    id: Generated<number>
    provider: 'google' | 'apple'
  }
  import_rows: {
    import_id: number
    project_id: number
    line: number
    cells: Json<ColumnTypes['import_rows.cells']>
    external_id: string | null
    draft: Json<ColumnTypes['import_rows.draft']>
    draft_hash: Buffer
    problems: Json<ColumnTypes['import_rows.problems']>
    notices: Json<ColumnTypes['import_rows.notices']>
    outcome: 'created' | 'updated' | 'unchanged' | 'refused' | 'left_out' | null
    reason: string | null
    post_id: number | null
    attempts: Generated<number>
    links: Json<ColumnTypes['import_rows.links'], undefined>
  }
  imports: {
    id: Generated<number>
    project_id: number
    user_id: number
    file_name: string
    encoding: string
    headers: Json<ColumnTypes['imports.headers']>
    mapping: Json<ColumnTypes['imports.mapping']>
    date_order: 'day' | 'month'
    status: Generated<'checked' | 'running' | 'done' | 'undone'>
    created_at: Generated<Date>
    pictures_key: string | null
    pictures_name: string | null
    pictures: Json<ColumnTypes['imports.pictures'] | null, undefined>
    archive: Json<ColumnTypes['imports.archive'] | null, undefined>
    cleaned_at: Date | null
    header_line: number | null
    lines_above: Json<ColumnTypes['imports.lines_above'], undefined>
    sheet: string | null
    sheets: Json<ColumnTypes['imports.sheets'], undefined>
    networks: Json<ColumnTypes['imports.networks'], undefined>
    profiles: Json<ColumnTypes['imports.profiles'], undefined>
    has_yearless: Generated<boolean>
    year: number | null
    is_from_1904: Generated<boolean>
    hidden: Json<ColumnTypes['imports.hidden'] | null, undefined>
    campaigns: Json<ColumnTypes['imports.campaigns'], undefined>
  }
  invitations: {
    id: Generated<number>
    agency_id: number
    project_id: number | null
    email: string
    name: string
    role: 'content-creator' | 'internal-approver' | 'external-approver' | 'agency-admin'
    token_hash: Buffer
    invited_by: number | null
    sent_at: Generated<Date>
    expires_at: Date
    accepted_at: Date | null
    accepted_by: number | null
    revoked_at: Date | null
    created_at: Generated<Date>
    is_refused: Generated<boolean>
  }
  invoices: {
    id: Generated<number>
    agency_id: number
    gateway_invoice_id: string
    number: string | null
    status: 'draft' | 'open' | 'paid' | 'uncollectible' | 'void'
    total_cents: number
    tax_cents: Generated<number>
    currency: string
    period_start: Date
    period_end: Date
    created_at: Date
    paid_at: Date | null
    lines: Json<ColumnTypes['invoices.lines'], undefined>
    next_attempt_at: Date | null
    action_url: string | null
    billed_to: Json<ColumnTypes['invoices.billed_to'] | null, undefined>
    needs_confirmation: Generated<boolean>
    sold_by: Json<ColumnTypes['invoices.sold_by'] | null, undefined>
    receipt_queued_at: Date | null
  }
  job_workers: {
    id: Generated<number>
    beat_at: Date
  }
  link_previews: {
    project_id: number
    url: string
    title: string
    description: string
    picture_key: string | null
    has_tags: boolean
    problem: string | null
    read_at: Date
    used_at: Generated<Date>
  }
  lost_periods: {
    id: Generated<number>
    lost_from: Date
    lost_until: Date
    last_post_social_id: number
  }
  mail_threads: {
    id: Generated<number>
    user_id: number
    project_id: number
    post_id: number | null
    first_mail_id: number
    first_mail_at: Date
  }
  marks: {
    id: Generated<number>
    project_id: number
    post_social_id: number
    approval_action_id: number | null
    note_id: number | null
    place: Json<ColumnTypes['marks.place']>
    media_id: number | null
    comment: string
    content_digest: string
    created_at: Date
    done_at: Date | null
    done_by: number | null
  }
  media_conversions: {
    id: Generated<number>
    project_id: number
    media_id: number
    social_network: 'facebook' | 'instagram' | 'linkedin' | 'twitter'
    post_type: string
    status: Generated<'queued' | 'running' | 'done' | 'failed' | 'cancelled'>
    progress: Generated<number>
    failure: string | null
    result_media_id: number | null
    result_key: string | null
    attempt: Generated<number>
    created_at: Generated<Date>
    updated_at: Generated<Date>
    start_number: Generated<number>
    note: string | null
  }
  media_copies: {
    media_id: number
    project_id: number
    post_id: number
    source_media_id: number
    status: Generated<'pending-duplication' | 'in-progress' | 'duplicated' | 'failed'>
    failure: string | null
    attempt: Generated<number>
    updated_at: Generated<Date>
  }
  medias: {
    id: Generated<number>
    project_id: number
    user_id: number | null
    storage_key: string
    object_type: 'image' | 'video' | 'gif'
    content_type: string
    original_name: string
    file_size: number
    sha256: string
    width: number | null
    height: number | null
    duration_seconds: number | null
    has_previews: Generated<boolean>
    created_at: Generated<Date>
    deleted_at: Date | null
    source: Generated<'uploaded' | 'imported' | 'conversation' | 'converted'>
    unused_since: Date | null
    clean_after: Date | null
    kept_at: Date | null
    purged_at: Date | null
    parent_media_id: number | null
    crop: Json<ColumnTypes['medias.crop'] | null, undefined>
    canva_design_id: string | null
    deleted_by: number | null
    left_bin_at: Date | null
    stream: Json<ColumnTypes['medias.stream'] | null, undefined>
    frames: number | null
    digital_source_type: string | null
    cleaning_version: Generated<number>
  }
  member_settings: {
    project_id: number
    user_id: number
    name: string
    value: string
  }
  metric_accounts: {
    id: Generated<number>
    project_id: number
    social_network: 'facebook' | 'instagram' | 'linkedin' | 'twitter'
    external_id: string
    created_at: Generated<Date>
    due_at: Generated<Date>
    lease_until: Date | null
    read_to: string | null
    failures: Generated<number>
    stories_due_at: Date | null
    past_asked_at: Date | null
  }
  metric_points: {
    metric_account_id: number
    day: string
    metric: number
    series: number
    value: number
    extended_value: Json<ColumnTypes['metric_points.extended_value'] | null, undefined>
  }
  metric_states: {
    metric_account_id: number
    metric: number
    state: 'read' | 'dropped' | 'failed'
    since: Date
    response: string | null
    last_day: string | null
  }
  muted_people: {
    user_id: number
    muted_at: Date
  }
  network_limits: {
    scope: 'account' | 'app'
    subject: string
    not_before: Date
    percent: Generated<number>
    told_at: Date
  }
  note_attachments: {
    id: Generated<number>
    note_id: number
    project_id: number
    media_id: number
    position: number
  }
  note_mentions: {
    note_id: number
    user_id: number
  }
  notes: {
    id: Generated<number>
    post_social_id: number
    project_id: number
    message: string
    is_for_client: boolean
    created_by: number
    created_at: Date
    updated_at: Date
    is_by_client: Generated<boolean>
  }
  notification_settings: {
    id: Generated<number>
    user_id: number
    project_id: number | null
    kind: ColumnTypes['notification_settings.kind']
    is_on: boolean
    mode: ColumnTypes['notification_settings.mode']
    days: Json<ColumnTypes['notification_settings.days'], undefined>
    timezone: string
    is_pushed: boolean | null
  }
  notifications: {
    id: Generated<number>
    user_id: number
    kind: ColumnTypes['notifications.kind']
    project_id: number | null
    event_id: number | null
    actor_id: number | null
    post_id: number | null
    post_social_id: number | null
    created_at: Date
    read_at: Date | null
    mail_at: Date | null
    agency_id: number | null
    hand_over_id: number | null
  }
  outgoing_mails: {
    id: Generated<number>
    recipient: string
    kind: string
    subject: string
    sealed: Buffer | null
    key_id: string | null
    status: 'queued' | 'sent' | 'failed'
    attempts: Generated<number>
    last_error: string | null
    created_at: Generated<Date>
    sent_at: Date | null
    agency_id: number | null
    queued_at: Generated<Date>
    failed_at: Date | null
    project_ids: number[] | null
    notification_ids: number[] | null
  }
  paid_calls: {
    project_id: number
    social_network: string
    month: string
    posts: Generated<number>
    users: Generated<number>
    alt_texts: Generated<number>
  }
  payment_cards: {
    id: Generated<number>
    user_id: number
    agency_id: number | null
    gateway_token: string
    brand: string
    last_four: string
    expiry_month: number
    expiry_year: number
    name: string
    country: 'AU' | null
    trial_started_at: Date
    updated_at: Date
    fingerprint: string | null
    card_trial_started_at: Date | null
  }
  payment_reminders: {
    agency_id: number
    past_due_since: Date
    day: number
    queued_at: Date
  }
  pending_connections: {
    id: Generated<number>
    project_id: number
    session_id: number
    social_network: 'facebook' | 'instagram' | 'linkedin' | 'twitter'
    stage: 'begun' | 'choosing'
    secret_hash: Buffer | null
    is_reconnecting: Generated<boolean>
    callback_url: string | null
    choices: Json<ColumnTypes['pending_connections.choices'], undefined>
    sealed: Buffer | null
    token_key_id: string | null
    expires_at: Date
    used_at: Date | null
    created_at: Generated<Date>
  }
  post_contents: {
    post_social_id: number
    digest: string
    content: Json<ColumnTypes['post_contents.content']>
    media_ids: number[]
  }
  post_edit_versions: {
    edit_id: number
    social_network: 'facebook' | 'instagram' | 'linkedin' | 'twitter'
    parts: string[]
    message_before: string | null
    message_after: string | null
    first_comment_before: string | null
    first_comment_after: string | null
    media_before: number | null
    media_after: number | null
    post_social_id: number | null
    digest_before: string | null
    digest_after: string | null
  }
  post_edits: {
    id: Generated<number>
    post_id: number
    project_id: number
    edited_by: number | null
    saved_at: Date
    restored_from: Date | null
  }
  post_figures: {
    post_social_id: number
    project_id: number
    read_at: Date
    reach: number | null
    impressions: number | null
    likes: number | null
    comments: number | null
    shares: number | null
    clicks: number | null
    saves: number | null
    video_views: number | null
  }
  post_series: {
    id: Generated<number>
    project_id: number
    user_id: number
    source_post_id: number | null
    rule: Json<ColumnTypes['post_series.rule']>
    time: string
    is_autoposting: boolean
    starts_on: string
    until: string | null
    count: number | null
    problem: 'template_deleted' | 'network_not_connected' | 'no_author' | 'refused' | null
    stopped_at: Date | null
    created_at: Generated<Date>
  }
  post_socials: {
    id: Generated<number>
    post_id: number
    project_id: number
    social_network: 'facebook' | 'instagram' | 'linkedin' | 'twitter'
    type:
      | 'link'
      | 'single_photo'
      | 'multi_photo'
      | 'media_carousel'
      | 'single_video'
      | 'multi_video'
      | 'multi_content'
      | 'animated_gif'
      | 'text'
      | 'link_carousel'
      | 'photo_story'
      | 'video_story'
    message: Generated<string>
    first_comment: Generated<string>
    message_editor_state: string | null
    extra_fields: Json<ColumnTypes['post_socials.extra_fields'], undefined>
    status:
      | 'temporary_draft'
      | 'draft'
      | 'pending_internal_approval'
      | 'pending_external_approval'
      | 'pending_approval'
      | 'approved'
      | 'unapproved'
      | 'requires_revision'
      | 'skip_approved'
      | 'scheduled'
      | 'pending_publish'
      | 'on_publishing'
      | 'live'
      | 'publishing_failed'
    is_approved: Generated<boolean>
    is_unapproved: Generated<boolean>
    cleared_digest: string | null
    version: Generated<number>
    failure_reason: string | null
    last_social_api_response: string | null
    external_id: string | null
    permalink: string | null
    published_at: Date | null
    created_at: Generated<Date>
    updated_at: Generated<Date>
    first_comment_status: Generated<'none' | 'pending' | 'added' | 'failed'>
    first_comment_response: string | null
    sent_version: number | null
    sent_back_in: 'internal' | 'external' | null
    awaited_files: Generated<string[]>
    linked_page: Json<ColumnTypes['post_socials.linked_page'] | null, undefined>
    follows_shared: Generated<boolean>
    skipped_approvals: Generated<ColumnTypes['post_socials.skipped_approvals']>
    approved_account_id: number | null
  }
  posts: {
    id: Generated<number>
    project_id: number
    type:
      | 'link'
      | 'single_photo'
      | 'multi_photo'
      | 'media_carousel'
      | 'single_video'
      | 'multi_video'
      | 'multi_content'
      | 'animated_gif'
      | 'text'
      | 'link_carousel'
      | 'photo_story'
      | 'video_story'
    created_by: number | null
    skipped_approvals: Generated<ColumnTypes['posts.skipped_approvals']>
    concrete_internal_approver: Generated<number[]>
    concrete_external_approver: Generated<number[]>
    created_at: Generated<Date>
    updated_at: Generated<Date>
    deleted_at: Date | null
    deleted_by: number | null
    revision: Generated<number>
    scheduled_at: Date | null
    parent_post_id: number | null
    purged_at: Date | null
    approval_deadline_at: Date | null
    campaign_id: number | null
    external_steps: Json<ColumnTypes['posts.external_steps'], undefined>
  }
  project_archives: {
    id: Generated<number>
    project_id: number
    user_id: number
    status: Generated<'running' | 'ready' | 'failed'>
    done: Generated<number>
    total: Generated<number>
    missing: Generated<number>
    storage_key: string | null
    bytes: number | null
    attempts: Generated<number>
    created_at: Date
    finished_at: Date | null
  }
  project_hand_overs: {
    id: Generated<number>
    project_id: number
    from_agency_id: number
    project_name: string
    offered_by: number
    email: string
    offered_at: Date
    expires_at: Date
    accepted_at: Date | null
    declined_at: Date | null
    withdrawn_at: Date | null
    answered_by: number | null
    to_agency_id: number | null
  }
  project_members: {
    project_id: number
    user_id: number
    role: 'content-creator' | 'internal-approver' | 'external-approver'
    created_at: Generated<Date>
    language: 'en' | 'de' | 'fr' | 'es' | 'it' | 'nl' | 'pt' | 'pl' | null
  }
  project_settings: {
    project_id: number
    name: string
    value: string
  }
  projects: {
    id: Generated<number>
    agency_id: number
    owner_id: number | null
    name: string
    logo_key: string | null
    timezone: string
    created_at: Generated<Date>
    deleted_at: Date | null
    time_slots_version: Generated<number>
    archived_at: Date | null
    archived_by: number | null
  }
  proofs: {
    id: Generated<number>
    project_id: number
    token_hash: Buffer
    title: string
    from_day: string | null
    to_day: string | null
    post_ids: number[] | null
    has_drafts: boolean
    has_comments: boolean
    pin_hash: string | null
    content: Json<ColumnTypes['proofs.content'] | null, undefined>
    media_ids: Generated<number[]>
    created_by: number
    created_at: Date
    expires_at: Date
    opened_at: Date | null
  }
  publication_follow_ups: {
    publication_id: number
    run_at: Date | null
    since: Date
    permalink_attempts: Generated<number>
    comment: 'none' | 'pending' | 'added' | 'failed'
    comment_id: string | null
    comment_response: string | null
    comment_sent_at: Date | null
    comment_attempts: Generated<number>
    comment_resends: Generated<number>
    comment_absent_look_ups: Generated<number>
    held_at: Date | null
  }
  publications: {
    id: Generated<number>
    post_social_id: number
    project_id: number
    social_account_id: number | null
    social_network: ColumnTypes['publications.social_network']
    status: 'queued' | 'preparing' | 'sending' | 'unknown' | 'live' | 'failed' | 'cancelled'
    content_digest: string
    due_at: Date
    run_at: Date
    attempts: Generated<number>
    resends: Generated<number>
    lease_token: Generated<number>
    lease_until: Date | null
    prepared: Json<ColumnTypes['publications.prepared'], undefined>
    sending_at: Date | null
    looked_up_at: Date | null
    absent_look_ups: Generated<number>
    external_id: string | null
    permalink: string | null
    failure_reason: string | null
    response: string | null
    started_by: number | null
    created_at: Generated<Date>
    closed_at: Date | null
    late_reason: ColumnTypes['publications.late_reason'] | null
    started_from: Json<ColumnTypes['publications.started_from'], undefined>
    duplicate_key: string | null
    first_sent_at: Date | null
    look_up_first: 'must' | 'may' | null
    was_sent_elsewhere: Generated<boolean>
    lost_from: Date | null
    lost_until: Date | null
    held_at: Date | null
    hold_waived_at: Date | null
    trace_parent: string | null
  }
  publishing_heartbeat: {
    is_only: Generated<boolean>
    beats: Generated<number>
    beat_at: Date | null
    system_identifier: string | null
    timeline: number | null
    table_oid: number | null
    file_identity: string | null
    file_changed: string | null
  }
  publishing_holds: {
    id: Generated<number>
    scope: 'installation' | 'agency' | 'project'
    agency_id: number | null
    project_id: number | null
    reason:
      | 'long_gap'
      | 'other_database'
      | 'older_database'
      | 'clock_set_back'
      | 'copied_folder'
      | 'unknown_posts'
      | 'by_hand'
      | 'paused'
      | 'archived'
    lost_from: Date | null
    held_at: Date
    held_by: number | null
    released_at: Date | null
    released_by: number | null
    social_account_id: number | null
    seen_posts: number | null
    seen_address: string | null
    note: string | null
    ends_at: Date | null
    tells_clients: Generated<boolean>
  }
  push_devices: {
    id: Generated<number>
    user_id: number
    session_id: number
    endpoint_hash: Buffer
    sealed_subscription: Buffer
    key_id: string
    created_at: Date
    last_sent_at: Date | null
  }
  push_messages: {
    id: Generated<number>
    device_id: number
    sealed: Buffer
    key_id: string
    created_at: Date
    expires_at: Date
  }
  quantity_changes: {
    id: Generated<number>
    agency_id: number
  }
  quiet_hours: {
    user_id: number
    days: number[]
    from_time: string
    to_time: string
    timezone: string
  }
  report_links: {
    token_hash: Buffer
    report_id: number
    project_id: number
    created_by: number | null
    created_at: Date
    expires_at: Date
    id: Generated<number>
    email: string | null
    user_id: number | null
    is_copied: Generated<boolean>
    opened_at: Date | null
  }
  report_pictures: {
    report_id: number
    project_id: number
    post_social_id: number
    jpeg: Buffer
  }
  report_schedules: {
    project_id: number
    networks: ColumnTypes['report_schedules.networks']
    manager_id: number
    user_ids: number[]
    emails: string[]
    next_day: string
  }
  report_sendings: {
    id: Generated<number>
    report_id: number
    project_id: number
    email: string
    user_id: number | null
    sent_by: number
    sent_at: Date
  }
  reports: {
    id: Generated<number>
    project_id: number
    from_day: string
    to_day: string
    networks: ColumnTypes['reports.networks']
    goal: Generated<string>
    reasons: Generated<string>
    version: Generated<number>
    created_by: number | null
    created_at: Date
    updated_at: Date
    content: Json<ColumnTypes['reports.content'] | null, undefined>
    sent_at: Date | null
    sent_by: number | null
    language: Generated<ColumnTypes['reports.language']>
    is_scheduled: Generated<boolean>
  }
  running_jobs: {
    job_id: string
    attempt: number
    queue: string
    worker_id: number
  }
  saved_views: {
    id: Generated<number>
    project_id: number
    user_id: number
    name: string
    search: string
    created_at: Date
  }
  schedules: {
    id: Generated<number>
    post_id: number
    project_id: number
    date: string
    time: string
    timezone: string
    datetime: Date
    is_autoposting: boolean
    released_at: Date | null
    created_at: Generated<Date>
    updated_at: Generated<Date>
    deleted_at: Date | null
    is_post_deleted: Generated<boolean>
    planned_at: Date | null
    stopped_clearances: Json<ColumnTypes['schedules.stopped_clearances'] | null, undefined>
  }
  search_texts: {
    post_social_id: number
    project_id: number
    post_id: number
    form: string
    words: ColumnTypes['search_texts.words']
  }
  second_factors: {
    user_id: number
    sealed: Buffer
    key_id: string
    turned_on_at: Date | null
    last_step: Generated<number>
    codes_left: Generated<number>
  }
  series_occurrences: {
    series_id: number
    project_id: number
    date: string
    post_id: number | null
  }
  session_tokens: {
    token_hash: Buffer
    session_id: number
    expires_at: Date
    refreshable_until: Date
  }
  sessions: {
    id: Generated<number>
    user_id: number
    created_at: Generated<Date>
    last_used_at: Generated<Date>
    ended_at: Date | null
    user_agent: string | null
    address: string | null
    confirmed_at: Date | null
  }
  sign_in_attempts: {
    state_hash: Buffer
    browser_hash: Buffer | null
    provider: 'google' | 'apple'
    nonce: string
    verifier: string
    given_name: string | null
    family_name: string | null
    expires_at: Date
    session_id: number | null
  }
  social_accounts: {
    id: Generated<number>
    project_id: number
    social_network: 'facebook' | 'instagram' | 'linkedin' | 'twitter'
    external_id: string
    name: string
    account_details: Json<ColumnTypes['social_accounts.account_details'], undefined>
    logo_url: string | null
    sealed_token: Buffer | null
    token_key_id: string | null
    needs_reconnecting: Generated<boolean>
    connected_at: Generated<Date>
    removed_at: Date | null
    connected_by: number | null
    expires_at: Date | null
    scopes: Generated<string[]>
    is_renewable: Generated<boolean>
    reconnect_reason: 'expired' | 'refused' | 'publish_refused' | 'key_lost' | null
    checked_at: Date | null
    check_due_at: Generated<Date>
    check_lease_until: Date | null
    check_failures: Generated<number>
    warned_days: number | null
  }
  story_figures: {
    metric_account_id: number
    external_id: string
    published_at: Date
    reach: number | null
    engagement: number | null
  }
  subscription_drifts: {
    id: Generated<number>
    agency_id: number
    found_at: Date
    differences: string[]
  }
  subscriptions: {
    agency_id: number
    gateway_customer_id: string
    gateway_subscription_id: string | null
    start_key: Generated<string>
    status: 'trialing' | 'active' | 'past_due' | 'unpaid' | 'canceled'
    trial_ends_at: Date
    period_start: Date
    period_end: Date
    cancel_at_period_end: Generated<boolean>
    past_due_since: Date | null
    canceled_at: Date | null
    user_count: number
    account_count: number
    readings_begun: Generated<number>
    reading_written: Generated<number>
    synced_at: Date | null
    created_at: Generated<Date>
    base_cents: number | null
    user_cents: number | null
    account_cents: number | null
    clock_ahead_hours: Generated<number>
    next_charge: Json<ColumnTypes['subscriptions.next_charge'] | null, undefined>
    gone_at: Date | null
    was_unlimited: Generated<boolean>
    trial_card: string | null
  }
  text_proposals: {
    id: Generated<number>
    project_id: number
    post_social_id: number
    round: number
    words_seen: string
    words: string
    digests: Json<ColumnTypes['text_proposals.digests']>
    account_id: number | null
    status: 'open' | 'taken' | 'declined' | 'withdrawn'
    proposed_by: number
    proposed_at: Date
    is_by_link: boolean
    link_copied_by: number | null
    closed_at: Date | null
    approved_at: Date | null
  }
  time_slots: {
    project_id: number
    weekday: number
    social_network: 'facebook' | 'instagram' | 'linkedin' | 'twitter' | null
    time: string
  }
  trial_reminders: {
    agency_id: number
    trial_ends_at: Date
    queued_at: Date
  }
  unwanted_agencies: {
    agency_id: number
    email: string
    created_at: Generated<Date>
  }
  users: {
    id: Generated<number>
    email: string
    name: string
    last_name: Generated<string>
    phone_number: string | null
    company: string | null
    password_hash: string | null
    is_blocked: Generated<boolean>
    is_super_admin: Generated<boolean>
    avatar_key: string | null
    created_at: Generated<Date>
    is_confirmed: Generated<boolean>
    came_by_invitation: Generated<boolean>
    language: 'en' | 'de' | 'fr' | 'es' | 'it' | 'nl' | 'pt' | 'pl' | null
  }
  waiting_identities: {
    browser_hash: Buffer
    issuer: string
    subject: string
    email: string
    expires_at: Date
    provider: 'google' | 'apple'
  }
  waiting_pushes: {
    notification_id: number
    user_id: number
    push_at: Date
  }
  withdrawn_approvals: {
    id: Generated<number>
    post_social_id: number
    digests: Json<ColumnTypes['withdrawn_approvals.digests']>
    was: Json<ColumnTypes['withdrawn_approvals.was']>
    became: Json<ColumnTypes['withdrawn_approvals.became']>
    withdrawn_at: Date
  }
}

/** A row as it is read. */
export type Row<T extends keyof Database> = Selectable<Database[T]>
