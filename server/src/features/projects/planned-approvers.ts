import { type RawBuilder, sql } from 'kysely'

/** Whether one of these people was chosen to decide about the post, in whatever round or step. */
export const isPlannedWith = (userIds: readonly number[]): RawBuilder<boolean> => sql<boolean>`(
  (concrete_internal_approver || concrete_external_approver) && ${[...userIds]}::bigint[]
  or exists (select 1 from jsonb_array_elements(external_steps) s, jsonb_array_elements(s->'approvers') a
    where a::bigint = any(${[...userIds]}::bigint[])))`
