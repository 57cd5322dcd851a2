import type { ApprovalActionType } from '#domain/approvals/status.ts'
import type { SocialNetwork } from '#domain/networks/model.ts'
import type { ApprovalStatus, ApprovalType } from '#domain/posts/status.ts'

/** How a decision was made: `for_client`, an admin in the client's place; `by_galley`, the product, since the client was late. */
export type DecisionWay = 'signed_in' | 'by_link' | 'by_copied_link' | 'for_client' | 'by_galley'

/** An entry of the approval history in a certificate. */
export type CertifiedEntry = {
  readonly at: string
  readonly type: ApprovalActionType
  readonly round: ApprovalType | null
  /** Null: the reader is not told, or Galley itself. */
  readonly by: string | null
  readonly way: DecisionWay
  readonly link_copied_by: string | null
  /** Given by proposing words, which the agency has taken. */
  readonly is_by_proposal?: boolean
  readonly message: string | null
  /** Of the content that it was about, if that was kept. */
  readonly digest: string | null
}

export type CertifiedRound = {
  readonly type: ApprovalType
  readonly round: number
  /** From 2 on, where the client's people were asked one after the other. */
  readonly step?: number
  readonly status: ApprovalStatus
  readonly opened_at: string
  readonly closed_at: string | null
}

/** How far the approval of a version is: `not_asked`, without a round that the reader sees. */
export type ApprovalState = 'approved' | 'waiting' | 'sent_back' | 'not_asked'

export type CertifiedFile = {
  /** Null: the file is not stored yet. */
  readonly sha256: string | null
  readonly name: string
  readonly kind: string
  readonly alt_text: string
}

/** What was approved. `digest` is the SHA-256 of `canonical` in UTF-8, in lower-case hexadecimal. */
export type CertifiedContent = {
  readonly digest: string
  readonly canonical: string
  readonly message: string
  readonly first_comment: string
  readonly files: readonly CertifiedFile[]
}

/** What went out. `is_as_approved` null: Galley did not send it itself, or nothing was approved. */
export type CertifiedPublication = {
  readonly external_id: string | null
  readonly permalink: string | null
  readonly published_at: string
  readonly digest: string | null
  readonly is_as_approved: boolean | null
}

export type CertifiedVersion = {
  readonly post_social_id: number
  readonly social_network: SocialNetwork
  readonly state: ApprovalState
  readonly approved: CertifiedContent | null
  readonly rounds: readonly CertifiedRound[]
  /** Oldest first. */
  readonly entries: readonly CertifiedEntry[]
  readonly published: CertifiedPublication | null
}

export type CertifiedPost = {
  readonly post_id: number
  readonly scheduled_at: string | null
  readonly versions: readonly CertifiedVersion[]
}

/** The data of a certificate, which its PDF shows and carries (docs/product/certificates.md "The data in it"). */
export type Certificate = {
  readonly format: 'galley-approval-certificate'
  readonly version: 1
  readonly made_at: string
  readonly made_by: string
  /** `client`: without the rounds inside the agency. */
  readonly made_for: 'agency' | 'client'
  readonly agency_name: string
  readonly project_id: number
  readonly project_name: string
  readonly timezone: string
  readonly period: { readonly from: string; readonly to: string } | null
  readonly posts: readonly CertifiedPost[]
}
