import { readRowId } from '#domain/imports/row-ids.ts'
import type { CheckedRow } from '#domain/imports/rows.ts'
import { instantOf } from '#domain/kernel/instant-of.ts'
import { type PlannedText, repeatRefusers, repeatsOf, repeatText } from '#domain/schedules/repeats.ts'
import { readTextsAround } from '#server/features/schedules/repeated-texts.ts'
import type { Tx } from '#server/platform/db/database.ts'
import type { ScopedContext } from '#server/platform/http/route.ts'

/** The rows, with a notice where another row or a post has the same text on a network that may refuse it. */
export const noticeRepeats = async (
  tx: Tx,
  { scope: { projectId, timezone } }: ScopedContext,
  rows: readonly CheckedRow[],
): Promise<readonly CheckedRow[]> => {
  const planned = rows.map(({ external_id, draft: { networks, message, schedule } }): PlannedText[] =>
    schedule === null
      ? []
      : repeatRefusers
          .filter(network => networks.includes(network))
          .map(social_network => ({
            // The post that the row changes is not another one.
            post_id: external_id === null ? null : (readRowId(external_id)?.postId ?? null),
            social_network,
            message,
            at: instantOf({ ...schedule, timezone }),
          })),
  )
  const all = planned.flat()
  const others = [...all, ...(await readTextsAround(tx, { projectId, texts: all }))]
  return rows.map((row, index) => {
    const notices = (planned[index] ?? []).flatMap(text =>
      repeatsOf(text, others)
        .slice(0, 1)
        .map(({ social_network, at }) => repeatText(social_network, at, timezone)),
    )
    return notices.length === 0 ? row : { ...row, notices: [...row.notices, ...notices] }
  })
}
