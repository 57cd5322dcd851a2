import { z } from 'zod'
import { secretAddressKinds } from '#domain/kernel/secret-addresses.ts'
import { id, instant } from '#domain/kernel/shapes.ts'
import { linkHolder } from '#domain/reports/model.ts'

/** One address that opens something without a sign-in. Its secret is nowhere, so it can be named but not shown. */
export const secretAddress = z.strictObject({
  kind: z.enum(secretAddressKinds),
  id,
  project: z.strictObject({ id, name: z.string() }),
  /** What it opens or for whom: a report, a client, the person whose calendar it is. */
  subject: z.string(),
  /** Null: Galley, for a mail or a monthly report. */
  made_by: z.string().nullable(),
  created_at: instant,
  /** Null: until somebody ends it. */
  expires_at: instant.nullable(),
  /** Of a link to a report: whose it is. Those of the other kinds are of the person whom `subject` names. */
  holder: linkHolder.nullable(),
  /** Of a link to a report: when it was last opened. */
  opened_at: instant.nullable(),
})
export type SecretAddress = z.output<typeof secretAddress>
