import * as contract from '#domain/proofs/contract.ts'
import { inReadOnly, projectRoute, publicRoute, type Route } from '#server/platform/http/route.ts'
import { createProof } from './create-proof.ts'
import { getProofPdf } from './get-proof-pdf.ts'
import { listProofs } from './list-proofs.ts'
import { openProof } from './open-proof.ts'
import { openProofPdf } from './open-proof-pdf.ts'
import { revokeProof } from './revoke-proof.ts'

/** A whole office reads from one address; guessing a secret needs more than lifetimes all the same. */
const perMinute = () => 300
/** A PDF takes seconds of a processor. */
const printedPerMinute = () => 30

export const proofRoutes: readonly Route[] = [
  projectRoute(contract.listProofs, listProofs),
  projectRoute(contract.createProof, createProof),
  projectRoute(contract.revokeProof, revokeProof, inReadOnly),
  projectRoute(contract.getProofPdf, getProofPdf),
  publicRoute(contract.openProof, openProof, { perMinute, ownTransactions: true }),
  publicRoute(contract.openProofPdf, openProofPdf, { perMinute: printedPerMinute, ownTransactions: true }),
]
