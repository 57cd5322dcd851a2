import { setTimeout as sleep } from 'node:timers/promises'
import type { PostImport } from '#domain/imports/contract.ts'
import { addDays } from '#domain/kernel/days.ts'
import { digits, line } from '../figures.ts'
import type { Seat } from './stands.ts'

/** The largest table that people import at once. */
const ROWS = 1_000

const table = (): string => {
  const first = addDays(new Date().toISOString().slice(0, 10), 400)
  const rows = Array.from({ length: ROWS }, (_, row) => {
    const time = `${String(8 + (row % 12)).padStart(2, '0')}:${row % 2 === 0 ? '00' : '30'}`
    const text = `The harbour opens at ${time}, row ${row} of the plan for the summer`
    return `plan-${row},facebook,"${text}",${addDays(first, row % 90)},${time}`
  })
  return ['ID,Networks,Message,Date,Time', ...rows].join('\n')
}

type Times = { readonly checkMs: number; readonly importMs: number }

const importOnce = async ({ stand, projectId, headers }: Seat): Promise<Times> => {
  const url = await stand.startWeb('web,worker')
  const path = `${url}/api/projects/${projectId}/imports`
  const ask = async (address: string, init: RequestInit = {}): Promise<PostImport> => {
    const answer = await fetch(address, { ...init, headers: { ...headers, ...init.headers } })
    const { data, message } = await answer.json()
    if (!answer.ok) throw new Error(`${address} answered ${answer.status}: ${message}`)
    return data
  }
  const form = new FormData()
  form.append('table', new Blob([table()]), 'plan.csv')
  const begun = performance.now()
  const checked = await ask(path, { method: 'POST', body: form })
  const checkMs = performance.now() - begun
  if (checked.good !== ROWS)
    throw new Error(`only ${checked.good} rows are good: ${checked.rows[0]?.problems}`)
  const started = performance.now()
  await ask(`${path}/${checked.id}/start`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ only_good: false }),
  })
  while ((await ask(`${path}/${checked.id}`)).done < ROWS) await sleep(200)
  return { checkMs, importMs: performance.now() - started }
}

/** A table of 1,000 posts, checked and made into drafts, with years of posts of others and without. */
export async function* benchImport(fresh: Seat, full: Seat): AsyncGenerator<string> {
  const few = await importOnce(fresh)
  const many = await importOnce(full)
  yield line(`import of ${ROWS} rows, checked`, many.checkMs, ' ms', {
    more: `fresh ${digits(few.checkMs)} ms`,
  })
  yield line(`import of ${ROWS} rows, all drafts made`, many.importMs / 1000, ' s', {
    more: `fresh ${digits(few.importMs / 1000)} s, ${digits(many.importMs / few.importMs)}×`,
  })
}
