import type { ClientLanguage } from '#domain/kernel/languages/languages.ts'
import type { Words } from '#domain/kernel/languages/words.ts'
import type { SharedProof } from '#domain/proofs/model.ts'
import type { ReportPaper } from '#domain/reports/model.ts'
import type { Sheet } from '#server/platform/pdf/sheet.ts'
import type { Gallery } from './gallery.ts'

/** All that the PDF of a proof is made of, but for the pictures. */
export type PrintedProof = {
  readonly proof: SharedProof
  readonly language: ClientLanguage
  readonly paper: ReportPaper
  readonly at: Date
}

export type Drawing = PrintedProof & {
  readonly sheet: Sheet
  readonly words: Words
  readonly gallery: Gallery
}
