import type { ScopedCall } from '#server/platform/http/route.ts'
import { signerOf } from '#server/platform/session/signer.ts'

const textOf = ({ scope, person }: ScopedCall, code: string): string =>
  `${scope.projectId} ${person.userId} ${code}`

/** What is stored of a code: six digits have so few values that a plain hash would tell them. */
export const signCode = (call: ScopedCall, code: string): string =>
  signerOf(call.services.config).sign('approval device code', textOf(call, code))

export const isCode = (call: ScopedCall, code: string, signature: string): boolean =>
  signerOf(call.services.config).isSigned('approval device code', textOf(call, code), signature)
