import { useCallback, useEffect, useRef, useState } from 'react'
import type { ClientLanguage } from '#domain/kernel/languages/languages.ts'
import { openProof, openProofPdf } from '#domain/proofs/contract.ts'
import type { OpenedProof } from '#domain/proofs/model.ts'
import { ApiError } from '#web/platform/api-error.ts'
import { callPublic, callPublicFile } from '#web/platform/public-call.ts'
import { usualPaper } from '#web/platform/usual-paper.ts'

/** What the link opens, or why it does not. */
export type Opening =
  | { readonly kind: 'loading' }
  | { readonly kind: 'ended' }
  | { readonly kind: 'failed'; readonly error: unknown }
  | { readonly kind: 'open'; readonly opened: OpenedProof }

/** Somebody comes back to the page after this time: what they see may be old, and the addresses of its pictures have ended. */
const STALE_MS = 60_000

/** 422: what stands in the address is no link. */
const isEnded = (error: unknown): boolean => error instanceof ApiError && [404, 422].includes(error.status)

/** Reads the proof, and again when somebody comes back to the page or online. */
export const useOpenProof = (token: string) => {
  const [opening, setOpening] = useState<Opening>({ kind: token === '' ? 'ended' : 'loading' })
  const pass = useRef<string | null>(null)
  const readAt = useRef(0)
  const read = useCallback(async () => {
    readAt.current = Date.now()
    const key = pass.current === null ? {} : { pass: pass.current }
    try {
      const opened = await callPublic<typeof openProof>(openProof, { token, ...key })
      setOpening({ kind: 'open', opened })
    } catch (error) {
      // What is on the screen stays there while the connection is away.
      setOpening(before =>
        isEnded(error) ? { kind: 'ended' } : before.kind === 'open' ? before : { kind: 'failed', error },
      )
    }
  }, [token])
  /** Rejects with ApiError if the PIN does not open it. */
  const enter = async (pin: string) => {
    const opened = await callPublic<typeof openProof>(openProof, { token, pin })
    pass.current = opened.pass
    setOpening({ kind: 'open', opened })
  }
  const print = (language: ClientLanguage) => loadOpenProofPdf(token, pass.current, language)
  useEffect(() => {
    if (token === '') return
    void read()
    const onReturn = () => {
      if (document.visibilityState === 'visible' && Date.now() - readAt.current > STALE_MS) void read()
    }
    const onOnline = () => void read()
    document.addEventListener('visibilitychange', onReturn)
    window.addEventListener('online', onOnline)
    return () => {
      document.removeEventListener('visibilitychange', onReturn)
      window.removeEventListener('online', onOnline)
    }
  }, [token, read])
  return { opening, read, enter, print }
}

/** Rejects with ApiError if the link opens nothing any more. */
const loadOpenProofPdf = (token: string, pass: string | null, language: ClientLanguage): Promise<Blob> =>
  callPublicFile<typeof openProofPdf>(openProofPdf, {
    token,
    ...(pass === null ? {} : { pass }),
    language,
    paper: usualPaper(),
  })
