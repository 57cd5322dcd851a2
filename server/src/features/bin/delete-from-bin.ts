import type { BinKind } from '#domain/bin/bin.ts'
import { binBegins } from '#domain/bin/bin.ts'
import type * as contract from '#domain/bin/contract.ts'
import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import { fail } from '#domain/kernel/failure.ts'
import { audit, byScoped } from '#server/platform/audit/audit.ts'
import type { ScopedCall } from '#server/platform/http/route.ts'
import { binOperations } from './bin-operations.ts'

/** One of them was restored, deleted for good by somebody else, or its time is over. */
export const notInBin = { message: 'This is no longer in the bin. Reload to see what is.' } as const

/** It cannot be undone, so the audit log says who did it. */
export const deleteFromBin = async (
  { body: { kind, ids } }: Input<typeof contract.deleteFromBin>,
  call: ScopedCall,
): Promise<Answer<typeof contract.deleteFromBin>> => {
  const { tx, scope, now } = call
  const chosen = { projectId: scope.projectId, ids: [...new Set(ids)], since: binBegins(now) }
  const deleted = await binOperations[kind].deleteForGood(tx, chosen, now)
  if (deleted < chosen.ids.length) return fail('not_found', notInBin)
  await audit(tx, byScoped(call), { action: 'bin.deleted_for_good', subject: subjectOf(kind, deleted) })
  await call.emit({ type: 'bin.changed' })
  return {}
}

const words: Readonly<Record<BinKind, readonly [one: string, many: string]>> = {
  post: ['post', 'posts'],
  day_label: ['day label', 'day labels'],
  campaign: ['campaign', 'campaigns'],
  hashtag_pool: ['hashtag pool', 'hashtag pools'],
  media: ['file', 'files'],
}

const subjectOf = (kind: BinKind, count: number): string => `${count} ${words[kind][count === 1 ? 0 : 1]}`
