import type * as contract from '#domain/accounts/contract.ts'
import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import { fail } from '#domain/kernel/failure.ts'
import type { Call } from '#server/platform/http/route.ts'
import { findResetLink } from './passwords.ts'

export const checkResetToken = async (
  { body }: Input<typeof contract.checkResetToken>,
  { tx, now }: Call,
): Promise<Answer<typeof contract.checkResetToken>> =>
  (await findResetLink(tx, body, now)) ? {} : fail('link_ended')
