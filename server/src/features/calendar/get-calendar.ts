import type * as contract from '#domain/calendar/contract.ts'
import { rangeProblem } from '#domain/calendar/range.ts'
import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import { fail } from '#domain/kernel/failure.ts'
import type { ReadyAnswer } from '#server/platform/http/answers/ready-answer.ts'
import type { ScopedPoolCall } from '#server/platform/http/route.ts'
import { readMonth } from './month-answers.ts'

/** Everything the calendar shows of these days (docs/product/calendar.md "Reading a range"). */
export const getCalendar = async (
  { params }: Input<typeof contract.getCalendar>,
  call: ScopedPoolCall,
): Promise<Answer<typeof contract.getCalendar> | ReadyAnswer> => {
  const problem = rangeProblem(params)
  if (problem) return fail('validation_error', { message: problem, errors: { end: [problem] } })
  return readMonth(params, call)
}
