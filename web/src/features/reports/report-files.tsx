import { Button } from '@mantine/core'
import type { Report } from '#domain/reports/model.ts'
import { useProjectId } from '#web/platform/shown-project.ts'
import { saveFile } from '#web/ui/save-file.ts'
import { fileNameOf } from './file-name.ts'
import { useGetReportCsv, useGetReportPdf } from './reports-api.ts'

/** Saves the report as a file (docs/product/reports.md "As a PDF", "As a table"). */
export function ReportFiles({ report }: { readonly report: Report }) {
  const projectId = useProjectId()
  const one = { projectId, reportId: report.id }
  const pdf = useGetReportPdf(one)
  const csv = useGetReportCsv(one)
  const save = (ending: string) => ({
    onSuccess: (file: Blob) => saveFile(`${fileNameOf(report)}.${ending}`, file),
  })
  return (
    <>
      <Button variant="default" loading={pdf.isPending} onClick={() => pdf.mutate(undefined, save('pdf'))}>
        PDF
      </Button>
      <Button variant="default" loading={csv.isPending} onClick={() => csv.mutate(undefined, save('csv'))}>
        CSV
      </Button>
    </>
  )
}
