import { z } from 'zod'
import { endpoint } from '#domain/kernel/endpoint.ts'
import { day, id, nothing, pathId } from '#domain/kernel/shapes.ts'
import { oneLine } from '#domain/kernel/text.ts'
import { hexColor } from './colors.ts'
import { labelDaysProblem, labelTextProblem } from './day-labels.ts'
import { dayLabel } from './model.ts'

/** The fields of a label that may be set (docs/product/labels.md "Limits"). An empty or missing end is the start. */
const fields = {
  text: z
    .string({ error: 'Label is required' })
    .overwrite(oneLine)
    .superRefine((text, context) => {
      const problem = labelTextProblem(text)
      if (problem) context.addIssue({ code: 'custom', message: problem })
    }),
  color: z
    .string({ error: 'Color is required' })
    .refine(color => hexColor(color) !== null, 'Color is required')
    .transform(color => hexColor(color) ?? color),
  start_at: day,
  end_at: z.union([day, z.literal('').transform(() => undefined)]).optional(),
}
type Days = { start_at: string; end_at?: string | undefined }
const withDays = ({ value, issues }: z.core.ParsePayload<Days>) => {
  const problem = labelDaysProblem(value.start_at, value.end_at)
  if (problem) issues.push({ code: 'custom', message: problem, path: ['end_at'], input: value.end_at })
}

/** All labels of a project, the latest days first: the calendar reads those of its range with its own call. */
export const listDayLabels = endpoint({
  method: 'GET',
  path: '/projects/{projectId}/daylabels',
  summary: "List a project's day labels",
  permission: 'post.see',
  scope: { project: 'params.projectId' },
  params: z.strictObject({ projectId: pathId }),
  output: z.array(dayLabel),
})

/** docs/product/labels.md "Calls". */
export const createDayLabel = endpoint({
  method: 'POST',
  path: '/daylabels',
  summary: 'Create a day label',
  permission: 'label.edit',
  scope: { project: 'body.project_id' },
  body: z.strictObject({ ...fields, project_id: id }).check(withDays),
  output: dayLabel,
})

export const saveDayLabel = endpoint({
  method: 'PUT',
  path: '/daylabels/{dayLabelId}',
  summary: 'Change a day label',
  permission: 'label.edit',
  scope: { dayLabel: 'params.dayLabelId' },
  params: z.strictObject({ dayLabelId: pathId }),
  body: z.strictObject({ ...fields, project_id: id.optional(), day_label_id: id.optional() }).check(withDays),
  output: dayLabel,
})

export const deleteDayLabel = endpoint({
  method: 'DELETE',
  path: '/daylabels/{dayLabelId}',
  summary: 'Delete a day label',
  permission: 'label.edit',
  scope: { dayLabel: 'params.dayLabelId' },
  params: z.strictObject({ dayLabelId: pathId }),
  output: nothing,
})
