import type { SharedReport } from '#domain/reports/model.ts'

type Named = Pick<SharedReport, 'from' | 'to'> & { readonly content: { readonly project_name: string } }

/** What a report's file is called when it is saved, without its ending. */
export const fileNameOf = ({ from, to, content }: Named): string =>
  `${content.project_name.replace(/[\\/:*?"<>|]+/g, ' ').trim()} ${from} to ${to}`
