import { useMemo } from 'react'
import type { Actor } from '#domain/permissions/can.ts'
import type { Setting } from '#domain/permissions/settings.ts'
import type { BulkContext } from './bulk-rules.ts'

/** Keeps its identity while nothing in it changes, so that three hundred cards are not redrawn for nothing. */
export const useBulkContext = (actor: Actor, settings: readonly Setting[], now: Date): BulkContext => {
  const { role, isContentManager = false, maySkipApproval = false } = actor
  return useMemo(
    () => ({ actor: { role, isContentManager, maySkipApproval }, settings, now }),
    [role, isContentManager, maySkipApproval, settings, now],
  )
}
