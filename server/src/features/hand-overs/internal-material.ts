import { sql } from 'kysely'
import type { Tx } from '#server/platform/db/database.ts'
import type { Call } from '#server/platform/http/route.ts'
import { sizeKey } from '#server/platform/storage/storage.ts'

/** Pictures of internal notes and rounds are in no library: they go with what they were sent with. */
const deletePictures = async (tx: Tx, projectId: number, now: Date): Promise<void> => {
  await sql`update medias m set deleted_at = ${now}
    where m.project_id = ${projectId} and m.source = 'conversation' and m.deleted_at is null and (
      m.id in (select t.media_id from note_attachments t join notes n on n.id = t.note_id
        where n.project_id = ${projectId} and not n.is_for_client)
      or m.id in (select t.media_id from approval_action_attachments t join approval_actions a on a.id = t.approval_action_id
        where a.project_id = ${projectId} and a.round = 'internal'))`.execute(tx)
}

/** Notes that no client could read, with their marks, pictures and mentions, and what told of them. */
const deleteNotes = async (tx: Tx, projectId: number): Promise<void> => {
  const internal = sql`(select n.id from notes n where n.project_id = ${projectId} and not n.is_for_client)`
  const events = sql`(select e.id from events e where e.project_id = ${projectId} and e.type like 'note.%'
    and (e.detail->>'note_id')::bigint in ${internal})`
  await sql`delete from notifications where project_id = ${projectId} and event_id in ${events}`.execute(tx)
  await sql`delete from events where id in ${events}`.execute(tx)
  await sql`delete from notes where id in ${internal}`.execute(tx)
}

/**
 * What was said and by whom in internal rounds. The rounds stay with how they ended, because the status of their posts stands on them; one
 * that is open waits for those who may decide it in the new agency.
 */
const emptyRounds = async (tx: Tx, projectId: number): Promise<void> => {
  const actions = sql`(select a.id from approval_actions a where a.project_id = ${projectId} and a.round = 'internal')`
  const rounds = sql`(select r.id from approvals r where r.project_id = ${projectId} and r.type = 'internal')`
  for (const table of ['marks', 'approval_checkboxes', 'approval_action_attachments'] as const)
    await sql`delete from ${sql.table(table)} where approval_action_id in ${actions}`.execute(tx)
  await sql`delete from approval_actions where id in ${actions}`.execute(tx)
  await sql`update approval_actions set message = null
    where project_id = ${projectId} and round is null and message is not null`.execute(tx)
  await sql`delete from approval_approvers where approval_id in ${rounds}`.execute(tx)
  await sql`update approvals set opened_by = null where id in ${rounds}`.execute(tx)
}

/** What tells of internal rounds in the activity and under the bell, with the words of reminders. */
const deleteRoundEvents = async (tx: Tx, projectId: number): Promise<void> => {
  const events = sql`(select e.id from events e where e.project_id = ${projectId} and e.type like 'approval.%'
    and coalesce(e.detail->>'next_round', e.detail->>'round', 'internal') = 'internal')`
  await sql`delete from notifications where project_id = ${projectId} and event_id in ${events}`.execute(tx)
  await sql`delete from events where id in ${events}`.execute(tx)
  // The end of an internal round that began an external one is told to clients: without who approved, and what they wrote.
  await sql`update events set actor_id = null, detail = detail - 'message' where project_id = ${projectId}
    and type like 'approval.%' and detail->>'round' = 'internal'`.execute(tx)
  await sql`update notifications n set actor_id = null from events e where n.project_id = ${projectId} and e.id = n.event_id
    and e.project_id = ${projectId} and e.type like 'approval.%' and e.detail->>'round' = 'internal'`.execute(
    tx,
  )
}

/** Exports hold all of it, and imported tables whatever else was in them. Their files go after the commit. */
const deleteFiles = async (
  call: Pick<Call, 'tx' | 'services' | 'afterCommit' | 'log'>,
  projectId: number,
) => {
  const { tx, services, log } = call
  const exports = await tx
    .deleteFrom('project_archives')
    .where('project_id', '=', projectId)
    .returning('storage_key')
    .execute()
  const imports = await tx
    .deleteFrom('imports')
    .where('project_id', '=', projectId)
    .returning('pictures_key')
    .execute()
  const keys = [
    ...exports.flatMap(({ storage_key }) => (storage_key === null ? [] : [sizeKey(storage_key, 'original')])),
    ...imports.flatMap(({ pictures_key }) => pictures_key ?? []),
  ]
  call.afterCommit(() => {
    for (const key of keys)
      services.storage
        .remove(key)
        .catch((error: unknown) => log.warn({ err: error, key }, 'a file of a former agency was not removed'))
  })
}

/**
 * Deletes for good what the agency had for itself: whatever the client's own people could never read does not go to another agency either
 * (docs/product/hand-over.md "What does not go").
 */
export const deleteInternal = async (
  call: Pick<Call, 'tx' | 'services' | 'afterCommit' | 'log' | 'now'>,
  projectId: number,
): Promise<void> => {
  const { tx, now } = call
  await deletePictures(tx, projectId, now)
  await deleteNotes(tx, projectId)
  await emptyRounds(tx, projectId)
  await deleteRoundEvents(tx, projectId)
  await tx.deleteFrom('reports').where('project_id', '=', projectId).where('sent_at', 'is', null).execute()
  await deleteFiles(call, projectId)
}
